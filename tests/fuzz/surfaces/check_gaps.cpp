// SPDX-License-Identifier: MIT
#include "../oracle/surfaces/true_hits.h"
#include "scene.h"

#include <cmath>

#include "../oracle/surfaces/true_distances.h"

namespace tactus::fuzz {

namespace {

/// Two bodies, asked of one world.
class GapCheck {
public:
    GapCheck(
        Scene& scene, AskedWorld& asked, std::uint32_t a, std::uint32_t b, float max_distance,
        const std::optional<Real>& truth)
        : scene_(scene), asked_(asked), a_(a), b_(b), max_distance_(max_distance), truth_(truth),
          findings_(scene.findings)
    {
        call_ = "closest_points(fresh" + std::to_string(a) + ", fresh" + std::to_string(b)
                + ", {.max_distance = " + (std::isinf(max_distance) ? "INFINITY" : cpp(max_distance));
    }

    ClosestReport all()
    {
        const ClosestReport whole = ask(Budget::unlimited());
        check_whole(whole, call_ + "})");
        const Result<ClosestPoints> alone = asked_.world().closest_points(asked_.id(a_), asked_.id(b_));
        if (whole.found)
            findings_.expect(
                alone.ok() && alone.value().distance == whole.closest.distance, "gap",
                call_ + "}) gives another distance than without options");
        const std::uint64_t units = counted_units(findings_, call_, [&](const Budget& budget) {
            const ClosestReport report = ask(budget);
            return Cost{report.work_units_spent, report.complete};
        });
        ClosestReport before;
        before.complete = false;
        for (const Budget& budget : growing_budgets(scene_, units)) {
            const ClosestReport cut = ask(budget);
            const std::string name = call_ + ", .budget = " + cpp(budget) + "})";
            if (cut.complete)
                check_whole(cut, name);
            else {
                findings_.expect(
                    !truth_ || (std::isfinite(cut.distance_at_least) && real(cut.distance_at_least) <= *truth_),
                    "gap_cut",
                    name + " knows that bodies are " + cpp(cut.distance_at_least) + " apart, which are "
                        + (truth_ ? cpp(truth_->get_d()) : "never"));
                findings_.expect(
                    !cut.found || cut.distance_at_least <= cut.closest.distance, "gap_cut",
                    name + " has found points closer than what it says is possible");
            }
            if (cut.found)
                check_place(cut, name);
            findings_.expect(
                cut.found >= before.found && cut.complete >= before.complete
                    && cut.distance_at_least >= before.distance_at_least
                    && (!before.found || cut.closest.distance <= before.closest.distance),
                "gap_cut", name + " knows less than with fewer work units");
            before = cut;
        }
        return whole;
    }

private:
    ClosestReport ask(const Budget& budget)
    {
        asked_.note(call_ + ", .budget = " + cpp(budget) + "})");
        const Result<ClosestReport> report =
            asked_.world().closest_points(asked_.id(a_), asked_.id(b_), {max_distance_, budget});
        ++findings_.counts.queries;
        if (!report) {
            // The documentation does not say what becomes of bodies without triangles.
            if (truth_)
                findings_.add("gap", call_ + "}) is refused: " + report.error().message);
            return {};
        }
        check_units(findings_, call_, budget, report.value().work_units_spent);
        return report.value();
    }

    void check_whole(const ClosestReport& report, const std::string& call)
    {
        if (!truth_) {
            findings_.expect(!report.found, "gap", call + " finds points of a body that has none");
            return;
        }
        findings_.expect(report.complete, "gap", call + " has no limit and is not complete");
        const std::optional<bool> found = is_within(*truth_, max_distance_, 1e-6 * scene_.slack({}));
        findings_.expect(
            report.found == found.value_or(report.found), "gap",
            call + ": bodies are " + cpp(truth_->get_d()) + " apart" + (report.found ? ", found" : ", not found"));
        findings_.expect(
            report.distance_at_least == (report.found ? report.closest.distance : max_distance_), "gap",
            call + ": distance_at_least is " + cpp(report.distance_at_least));
        if (!report.found)
            return;
        const double slack = scene_.slack({});
        findings_.expect(
            std::fabs(static_cast<double>(report.closest.distance) - truth_->get_d()) <= slack
                && (report.closest.distance == 0.0f) == (*truth_ == 0),
            "gap", call + ": bodies are " + cpp(truth_->get_d()) + " apart, not " + cpp(report.closest.distance));
        check_place(report, call);
    }

    /// That the points are of the triangles that are named, and as far apart as is said.
    void check_place(const ClosestReport& report, const std::string& call)
    {
        const ClosestPoints& points = report.closest;
        const double slack = scene_.slack({});
        findings_.expect(
            points.distance >= 0.0f && points.distance <= max_distance_, "gap_place",
            call + " finds points that are " + cpp(points.distance) + " apart");
        findings_.expect(
            std::fabs(apart(points.point_a, points.point_b) - static_cast<double>(points.distance)) <= slack,
            "gap_place",
            call + " gives points " + cpp(points.point_a) + " and " + cpp(points.point_b) + " that are not "
                + cpp(points.distance) + " apart");
        const bool overlap = points.distance == 0.0f;
        const auto look = [&](std::uint32_t place, std::uint32_t triangle, const Vec3& point) {
            const std::optional<TriangleRef> name = asked_.name_of(asked_.id(place), triangle);
            findings_.expect(name.has_value(), "gap_place", call + " gives a triangle that is not there");
            for (const SurfacePart& part : scene_.parts)
                if (name && part.name == *name && !(part.is_sphere && overlap))
                    findings_.expect(
                        true_distances({part}, point)[0].metres <= slack, "gap_place",
                        call + " gives " + cpp(point) + ", which is not on " + text(*name));
        };
        look(a_, points.triangle_a, points.point_a);
        look(b_, points.triangle_b, points.point_b);
    }

    Scene& scene_;
    AskedWorld& asked_;
    std::uint32_t a_, b_;
    float max_distance_;
    const std::optional<Real>& truth_;
    Findings& findings_;
    std::string call_; ///< The call, without the brackets at its end.
};

} // namespace

void check_gaps(Scene& scene)
{
    const std::uint32_t a = scene.any_place(), b = scene.any_place();
    if (a == UINT32_MAX || a == b)
        return;
    std::size_t of_a = 0, of_b = 0;
    std::optional<Vec3> corner;
    for (const SurfacePart& part : scene.parts) {
        of_a += part.name.first == a, of_b += part.name.first == b;
        if (part.name.first == a && (!corner || scene.random.one_in(3)))
            corner = part.corners[0];
    }
    // More would take the oracle too long.
    if (of_a * of_b > 3000)
        return;
    const std::optional<Real> truth = true_gap(scene.parts, a, b);
    const float asked_distance = scene.questions.reach(corner.value_or(Vec3{}));
    const float max_distance = reach_about(scene, asked_distance, truth ? &*truth : nullptr);
    std::optional<ClosestReport> expected;
    for (AskedWorld& asked : scene.worlds) {
        const ClosestReport whole = GapCheck(scene, asked, a, b, max_distance, truth).all();
        if (expected)
            scene.findings.expect(
                expected->found == whole.found && expected->distance_at_least == whole.distance_at_least
                    && (!whole.found
                        || (expected->closest.distance == whole.closest.distance
                            && expected->closest.point_a == whole.closest.point_a
                            && expected->closest.point_b == whole.closest.point_b)),
                "gap_same",
                "two worlds have other closest points of bodies " + std::to_string(a) + " and " + std::to_string(b)
                    + ": " + cpp(expected->closest.point_a) + " and " + cpp(whole.closest.point_a) + ", "
                    + cpp(expected->closest.distance) + " and " + cpp(whole.closest.distance) + " apart");
        expected = whole;
    }
}

} // namespace tactus::fuzz
