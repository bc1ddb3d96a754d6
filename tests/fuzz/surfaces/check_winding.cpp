// SPDX-License-Identifier: MIT
#include "scene.h"

#include <cmath>

#include "../oracle/surfaces/true_winding.h"

namespace tactus::fuzz {

namespace {

/// A point and a body, asked of one world.
class WindingCheck {
public:
    WindingCheck(
        Scene& scene, AskedWorld& asked, std::uint32_t place, const Vec3& point, bool closed, const TrueWinding& truth)
        : scene_(scene), asked_(asked), place_(place), point_(point), closed_(closed), truth_(truth),
          findings_(scene.findings), call_("(fresh" + std::to_string(place) + ", " + cpp(point))
    {
    }

    void inside()
    {
        const InsideReport whole = ask_inside(Budget::unlimited());
        findings_.expect(whole.complete, "winding", call_ + " has no limit and is not complete");
        const std::uint64_t units = counted_units(findings_, "is_inside" + call_, [&](const Budget& budget) {
            const InsideReport report = ask_inside(budget);
            return Cost{report.work_units_spent, report.complete};
        });
        InsideReport before;
        before.complete = false;
        for (const Budget& budget : growing_budgets(scene_, units)) {
            const InsideReport cut = ask_inside(budget);
            const std::string name = call_ + ", " + cpp(budget);
            findings_.expect(
                cut.complete || (!cut.inside && !cut.on_surface), "winding_cut", name + " says what is not known yet");
            findings_.expect(
                cut.complete >= before.complete, "winding_cut", name + " knows less than with fewer work units");
            before = cut;
        }
    }

    void distance(const NearestOptions& options)
    {
        const SignedDistanceReport whole = ask_distance(options, Budget::unlimited());
        findings_.expect(whole.complete, "signed", call_ + " has no limit and is not complete");
        const Result<NearestReport> nearest = asked_.world().nearest_point(asked_.id(place_), point_, options);
        findings_.expect(
            nearest.ok() && nearest.value().found == whole.nearest.found
                && nearest.value().distance_at_least == whole.nearest.distance_at_least
                && (!whole.nearest.found
                    || (nearest.value().distance == whole.nearest.distance
                        && nearest.value().point == whole.nearest.point
                        && nearest.value().triangle == whole.nearest.triangle
                        && nearest.value().body == whole.nearest.body)),
            "signed", "signed_distance" + call_ + " differs from nearest_point");
        bool was_complete = false;
        for (const Budget& budget :
             growing_budgets(scene_, whole.nearest.work_units_spent + whole.side.work_units_spent)) {
            const SignedDistanceReport cut = ask_distance(options, budget);
            const std::string name = "signed_distance" + call_ + ", " + cpp(budget);
            findings_.expect(
                budget.has_deadline()
                    || cut.nearest.work_units_spent + cut.side.work_units_spent <= budget.work_unit_limit(),
                "signed_units",
                name + " spent " + std::to_string(cut.nearest.work_units_spent)
                    + " work units for the nearest point and " + std::to_string(cut.side.work_units_spent)
                    + " for the side");
            findings_.expect(cut.complete >= was_complete, "signed", name + " knows less than with fewer work units");
            was_complete = cut.complete;
            findings_.expect(
                !cut.complete || cut.signed_distance == whole.signed_distance, "signed",
                name + " is complete, and differs from the answer without a limit");
        }
    }

private:
    void check_side(const InsideReport& report, const std::string& call)
    {
        findings_.expect(
            report.closed == closed_, "winding",
            call + ": the body is " + (closed_ ? "closed" : "open") + ", and said not to be");
        if (!closed_ || !report.complete || !truth_.certain)
            return;
        findings_.expect(
            report.on_surface == truth_.on_surface && report.inside == (truth_.winding != 0)
                && report.winding == truth_.winding,
            "winding",
            call + " is " + (truth_.on_surface ? "on the surface" : "not on the surface") + " with winding "
                + std::to_string(truth_.winding) + ", and said to be "
                + (report.on_surface ? "on the surface" : "not on the surface") + (report.inside ? ", inside," : "")
                + " with winding " + std::to_string(report.winding));
    }

    InsideReport ask_inside(const Budget& budget)
    {
        asked_.note("is_inside" + call_ + ", " + cpp(budget) + ")");
        const Result<InsideReport> report = asked_.world().is_inside(asked_.id(place_), point_, budget);
        ++findings_.counts.queries;
        if (!report) {
            findings_.add("winding", call_ + " is refused: " + report.error().message);
            return {};
        }
        check_units(findings_, call_, budget, report.value().work_units_spent);
        check_side(report.value(), "is_inside" + call_ + ", " + cpp(budget) + ")");
        return report.value();
    }

    SignedDistanceReport ask_distance(NearestOptions options, const Budget& budget)
    {
        options.budget = budget;
        const std::string call = "signed_distance" + call_ + ", {.max_distance = "
                                 + (std::isinf(options.max_distance) ? "INFINITY" : cpp(options.max_distance))
                                 + ", .mask = " + std::to_string(options.mask) + "u, .budget = " + cpp(budget) + "})";
        asked_.note(call);
        const Result<SignedDistanceReport> asked = asked_.world().signed_distance(asked_.id(place_), point_, options);
        ++findings_.counts.queries;
        if (!asked) {
            findings_.add("signed", call + " is refused: " + asked.error().message);
            return {};
        }
        const SignedDistanceReport& report = asked.value();
        check_side(report.side, call);
        const bool below = report.side.complete && closed_ && report.side.inside;
        const float expected = below ? -report.nearest.distance : report.nearest.distance;
        if (report.side.complete && closed_ && report.side.on_surface)
            findings_.expect(
                report.signed_distance == 0.0f, "signed",
                call + " is on the surface, and gives " + cpp(report.signed_distance));
        else if (report.nearest.found)
            findings_.expect(
                report.signed_distance == expected, "signed",
                call + " gives " + cpp(report.signed_distance) + " with a distance of " + cpp(report.nearest.distance)
                    + (below ? " inside" : "") + (report.nearest.complete ? "" : ", open,") + " of at least "
                    + cpp(report.nearest.distance_at_least) + (report.side.complete ? "" : ", side unknown"));
        else
            findings_.expect(
                std::isinf(report.signed_distance) && (below || report.signed_distance > 0.0f), "signed",
                call + " finds nothing and gives " + cpp(report.signed_distance));
        findings_.expect(
            report.complete == (report.nearest.complete && report.side.complete), "signed",
            call + " is complete otherwise than its parts");
        return report;
    }

    Scene& scene_;
    AskedWorld& asked_;
    std::uint32_t place_;
    const Vec3& point_;
    bool closed_;
    const TrueWinding& truth_;
    Findings& findings_;
    std::string call_; ///< The body and the point.
};

} // namespace

void check_winding(Scene& scene)
{
    const std::uint32_t place = scene.any_place();
    if (place == UINT32_MAX)
        return;
    const Vec3 point = scene.questions.point();
    NearestOptions options{.max_distance = scene.questions.reach(point)};
    options.mask = scene.questions.mask();
    const MirrorBody& body = scene.mirror.bodies[place];
    // The documentation does not say what a body without triangles is, and it is refused.
    if (!body.is_sphere && body.live_triangles() == 0)
        return;
    const bool closed = body.is_sphere || is_balanced(body);
    const TrueWinding truth = true_winding(scene.parts, place, point);
    for (AskedWorld& asked : scene.worlds) {
        WindingCheck check(scene, asked, place, point, closed, truth);
        check.inside();
        check.distance(options);
    }
}

} // namespace tactus::fuzz
