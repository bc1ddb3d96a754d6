// SPDX-License-Identifier: MIT
#include "../oracle/surfaces/true_hits.h"
#include "scene.h"

#include <algorithm>
#include <cmath>

#include "../oracle/surfaces/true_distances.h"

namespace tactus::fuzz {

namespace {

bool equal(const NearestReport& a, const NearestReport& b)
{
    return a.found == b.found && a.complete == b.complete && a.distance_at_least == b.distance_at_least
           && (!a.found || (a.distance == b.distance && a.point == b.point));
}

/// A point, asked of one world: for all bodies, or for the one at a place.
class NearestCheck {
public:
    NearestCheck(
        Scene& scene, AskedWorld& asked, const Vec3& point, const NearestOptions& options,
        std::optional<std::uint32_t> place, const std::vector<TrueDistance>& truth)
        : scene_(scene), asked_(asked), point_(point), options_(options), place_(place), truth_(truth),
          findings_(scene.findings)
    {
        call_ = "nearest_point(" + (place ? "fresh" + std::to_string(*place) + ", " : "") + cpp(point)
                + ", {.max_distance = " + (std::isinf(options.max_distance) ? "INFINITY" : cpp(options.max_distance))
                + ", .mask = " + std::to_string(options.mask) + "u";
        for (const TrueDistance& part : truth)
            if (!nearest_ || is_before(part, *nearest_))
                nearest_ = &part;
    }

    NearestReport all()
    {
        const NearestReport report = ask(Budget::unlimited());
        check_whole(report, call_ + "}");
        return report;
    }

    void cuts(const NearestReport& whole)
    {
        const std::uint64_t units = counted_units(findings_, call_, [&](const Budget& budget) {
            const NearestReport report = ask(budget);
            return Cost{report.work_units_spent, report.complete};
        });
        NearestReport before;
        before.complete = false;
        for (const Budget& budget : growing_budgets(scene_, units)) {
            const NearestReport cut = ask(budget);
            const std::string name = call_ + ", .budget = " + cpp(budget) + "}";
            if (cut.complete) {
                check_whole(cut, name);
                findings_.expect(equal(whole, cut), "nearest_cut", name + " differs from the answer without a limit");
            } else {
                findings_.expect(
                    !nearest_
                        || (std::isfinite(cut.distance_at_least) && real(cut.distance_at_least) <= nearest_->metres),
                    "nearest_cut",
                    name + " knows nothing nearer than " + cpp(cut.distance_at_least) + ", but "
                        + (nearest_ ? text(nearest_->name) + " is at " + cpp(nearest_->metres.get_d()) : ""));
                findings_.expect(
                    !cut.found || cut.distance_at_least <= cut.distance, "nearest_cut",
                    name + " has found something nearer than what it says is possible");
            }
            if (cut.found)
                check_place(cut, name);
            findings_.expect(
                cut.found >= before.found && cut.complete >= before.complete
                    && cut.distance_at_least >= before.distance_at_least
                    && (!before.found || cut.distance <= before.distance),
                "nearest_cut", name + " knows less than with fewer work units");
            before = cut;
        }
    }

private:
    bool is_before(const TrueDistance& a, const TrueDistance& b) const
    {
        if (is_same(a.metres, b.metres))
            return asked_.order_of(a.name) < asked_.order_of(b.name);
        return a.metres < b.metres;
    }

    NearestReport ask(const Budget& budget)
    {
        NearestOptions options = options_;
        options.budget = budget;
        asked_.note(call_ + ", .budget = " + cpp(budget) + "})");
        const Result<NearestReport> report = place_ ? asked_.world().nearest_point(asked_.id(*place_), point_, options)
                                                    : asked_.world().nearest_point(point_, options);
        ++findings_.counts.queries;
        if (!report) {
            findings_.add("nearest_found", call_ + "} is refused: " + report.error().message);
            return {};
        }
        check_units(findings_, call_, budget, report.value().work_units_spent);
        return report.value();
    }

    /// An answer that is complete.
    void check_whole(const NearestReport& report, const std::string& call)
    {
        findings_.expect(report.complete, "nearest_found", call + " has no limit and is not complete");
        const bool found =
            nearest_
            && is_within(nearest_->metres, options_.max_distance, 1e-6 * scene_.slack(point_)).value_or(report.found);
        findings_.expect(
            report.found == found, "nearest_found",
            call + (nearest_ ? ": " + text(nearest_->name) + " is at " + cpp(nearest_->metres.get_d()) : "")
                + (report.found ? ", something is found" : ", nothing is found"));
        findings_.expect(
            report.distance_at_least == (report.found ? report.distance : options_.max_distance), "nearest_found",
            call + ": distance_at_least is " + cpp(report.distance_at_least));
        if (!report.found || !found)
            return;
        const std::optional<TriangleRef> name = asked_.name_of(report.body, report.triangle);
        // Which of several is named that are equally near but for the rounding of doubles is not said.
        findings_.expect(
            name == nearest_->name
                || (name && distance_of(*name) >= 0
                    && Real(distance_of(*name) - nearest_->metres) <= 1e-6 * scene_.slack(point_)),
            "nearest_first",
            call + " is nearest to " + text(nearest_->name) + " at " + cpp(nearest_->metres.get_d()) + ", and gives "
                + (name ? text(*name) + ", which is farther by "
                              + cpp(Real(distance_of(*name) - nearest_->metres).get_d())
                        : "what is not there"));
        findings_.expect(
            std::fabs(static_cast<double>(report.distance) - nearest_->metres.get_d()) <= scene_.slack(point_),
            "nearest_place",
            call + " is " + cpp(nearest_->metres.get_d()) + " from the nearest, not " + cpp(report.distance));
        findings_.expect(
            (report.distance == 0.0f) == (nearest_->metres == 0), "nearest_zero",
            call + " is " + cpp(nearest_->metres.get_d()) + " from the nearest, and " + cpp(report.distance));
        check_place(report, call);
    }

    const Real& distance_of(const TriangleRef& name) const
    {
        static const Real none(-1, real_bits);
        for (const TrueDistance& part : truth_)
            if (part.name == name)
                return part.metres;
        return none;
    }

    /// That the point is one of the triangle that is named, as far away as is said.
    void check_place(const NearestReport& report, const std::string& call)
    {
        const std::optional<TriangleRef> name = asked_.name_of(report.body, report.triangle);
        if (!name || distance_of(*name) < 0) {
            findings_.add("nearest_place", call + " finds a triangle that was not asked for");
            return;
        }
        findings_.expect(
            report.distance >= 0.0f && report.distance <= options_.max_distance, "nearest_place",
            call + " finds something " + cpp(report.distance) + " away");
        const double slack = scene_.slack(point_);
        findings_.expect(
            std::fabs(apart(report.point, point_) - static_cast<double>(report.distance)) <= slack, "nearest_place",
            call + " gives the point " + cpp(report.point) + ", which is not " + cpp(report.distance) + " away");
        for (const SurfacePart& part : scene_.parts)
            if (part.name == *name)
                findings_.expect(
                    true_distances({part}, report.point)[0].metres <= slack, "nearest_place",
                    call + " gives the point " + cpp(report.point) + ", which is not on " + text(*name));
    }

    Scene& scene_;
    AskedWorld& asked_;
    const Vec3& point_;
    const NearestOptions& options_;
    std::optional<std::uint32_t> place_;
    const std::vector<TrueDistance>& truth_;
    Findings& findings_;
    std::string call_; ///< The call, without the brackets at its end.
    const TrueDistance* nearest_ = nullptr;
};

} // namespace

void check_nearest(Scene& scene)
{
    const Vec3 point = scene.questions.point();
    NearestOptions options{.max_distance = scene.questions.reach(point)};
    options.mask = scene.questions.mask();
    const std::uint32_t any = scene.any_place();
    const std::optional<std::uint32_t> place =
        any == UINT32_MAX || scene.random.one_in(2) ? std::nullopt : std::optional(any);
    std::vector<SurfacePart> parts;
    for (const SurfacePart& part : scene.parts)
        if (place ? part.name.first == *place : (part.group & options.mask) != 0)
            parts.push_back(part);
    // The documentation does not say what is nearest of a body without triangles, and it is refused.
    if (place && parts.empty())
        return;
    const std::vector<TrueDistance> truth = true_distances(parts, point);
    const Real* least = nullptr;
    for (const TrueDistance& part : truth)
        if (!least || part.metres < *least)
            least = &part.metres;
    options.max_distance = reach_about(scene, options.max_distance, least);
    std::optional<NearestReport> expected;
    for (AskedWorld& asked : scene.worlds) {
        NearestCheck check(scene, asked, point, options, place, truth);
        const NearestReport whole = check.all();
        if (expected && asked.is_in_order())
            scene.findings.expect(
                equal(*expected, whole), "nearest_same",
                "two worlds have other points nearest to " + cpp(point) + ": " + cpp(expected->point) + " at "
                    + cpp(expected->distance) + " and " + cpp(whole.point) + " at " + cpp(whole.distance));
        if (asked.is_in_order())
            expected = whole;
        check.cuts(whole);
    }
}

} // namespace tactus::fuzz
