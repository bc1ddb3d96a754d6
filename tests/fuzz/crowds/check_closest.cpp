// SPDX-License-Identifier: MIT
// The closest points of two bodies of any kind: docs/queries.md, and ClosestOptions and ClosestReport.
#include "check_crowds.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <optional>

#include "../../base/every_structure.h"
#include "../stage/write_cpp.h"
#include "crowd_answer.h"
#include "true_gap.h"

namespace tactus::fuzz::crowds {

namespace {

/// Two members, asked about in worlds of the same state.
class ClosestPair {
public:
    ClosestPair(const Crowd& crowd, std::uint32_t a, std::uint32_t b, Random& random, Findings& findings)
        : crowd_(crowd), a_(a), b_(b), random_(random), findings_(findings)
    {
    }

    /// The last of the worlds has been in other states.
    void look(CrowdWorld& kept)
    {
        corners_a_ = kept.world.positions(kept.ids[a_]).value();
        corners_b_ = kept.world.positions(kept.ids[b_]).value();
        truth_ = true_gap(crowd_.members[a_], corners_a_, crowd_.members[b_], corners_b_);
        eps_ = rounding(crowd_) * 1e-2;
        const float max_distance = any_limit();
        at_ = "closest_points(" + std::to_string(a_) + ", " + std::to_string(b_) + ", " + cpp(max_distance) + "): ";
        const std::optional<ClosestReport> whole = ask(kept, a_, b_, max_distance, Budget::unlimited());
        if (!whole)
            return;
        look_at_whole(*whole, max_distance);
        look_at_points(kept);
        cut(max_distance, *whole);
        // What has been asked before a cut may only help.
        for (const std::uint64_t units : {0u, 1u, 3u, 10u}) {
            const auto report = ask(kept, a_, b_, max_distance, Budget::work_units(units));
            if (report)
                look_at_cut(*report, max_distance, units);
        }
        others(kept, max_distance, *whole);
    }

private:
    float any_limit()
    {
        const float gap = truth_ ? static_cast<float>(truth_->metres.get_d()) : 0.5f;
        switch (random_.below(6)) {
        case 0:
            return gap;
        case 1:
            return std::nextafter(gap, INFINITY);
        case 2:
            return std::max(0.0f, std::nextafter(gap, 0.0f));
        case 3:
            return 0.0f;
        case 4:
            return static_cast<float>(random_.unit() * 2);
        default:
            return INFINITY;
        }
    }

    std::optional<ClosestReport>
    ask(CrowdWorld& asked, std::uint32_t a, std::uint32_t b, float max_distance, const Budget& budget)
    {
        ++findings_.counts.queries;
        const Result<ClosestReport> report =
            asked.world.closest_points(asked.ids[a], asked.ids[b], {.max_distance = max_distance, .budget = budget});
        if (report) {
            findings_.expect(
                report.value().work_units_spent <= budget.work_unit_limit(), "closest_units",
                at_ + "spent " + std::to_string(report.value().work_units_spent) + " of "
                    + std::to_string(budget.work_unit_limit()));
            return report.value();
        }
        findings_.expect(
            !truth_ || report.error().message.empty(), "closest_refused",
            at_ + "is refused: " + report.error().message);
        return std::nullopt;
    }

    /// Whether a length is within the limit when it is rounded; none where double arithmetic can be on either side.
    std::optional<bool> is_within(float max_distance) const
    {
        const double metres = truth_->metres.get_d(), doubt = 1e-12 * (metres + 1.0);
        const bool least = static_cast<float>(std::max(0.0, metres - doubt)) <= max_distance,
                   most = static_cast<float>(metres + doubt) <= max_distance;
        if (truth_->is_zero)
            return 0.0f <= max_distance;
        return least == most ? std::optional(least) : std::nullopt;
    }

    void look_at_whole(const ClosestReport& report, float max_distance)
    {
        if (!truth_)
            return findings_.expect(!report.found, "closest_found", at_ + "finds points of a body that has none");
        const std::string apart = at_ + "the bodies are " + cpp(truth_->metres.get_d()) + " apart, ";
        findings_.expect(report.complete, "closest_found", at_ + "has no limit and is not complete");
        const std::optional<bool> within = is_within(max_distance);
        findings_.expect(
            !within || report.found == *within, "closest_found", apart + (report.found ? "found" : "not found"));
        const float said = report.found ? report.closest.distance : max_distance;
        findings_.expect(
            report.distance_at_least == said, "closest_found", apart + "at least " + cpp(report.distance_at_least));
        if (!report.found)
            return;
        findings_.expect(
            (report.closest.distance == 0.0f) == truth_->is_zero
                && std::fabs(static_cast<double>(report.closest.distance) - truth_->metres.get_d())
                       <= 0x1p-23 * truth_->metres.get_d() + 1e-4 * eps_,
            "closest_gap", apart + "and not " + cpp(report.closest.distance));
        look_at_places(report.closest);
    }

    static double between(const Vec3& a, const Vec3& b)
    {
        return std::hypot(
            static_cast<double>(a.x) - static_cast<double>(b.x), static_cast<double>(a.y) - static_cast<double>(b.y),
            static_cast<double>(a.z) - static_cast<double>(b.z));
    }

    void look_at_places(const ClosestPoints& points)
    {
        const auto is_solid = [&](std::uint32_t place) {
            return crowd_.members[place].kind == Kind::ball || crowd_.members[place].kind == Kind::ground;
        };
        const bool meets = points.distance == 0.0f, solid = is_solid(a_) || is_solid(b_);
        findings_.expect(
            std::fabs(between(points.point_a, points.point_b) - static_cast<double>(points.distance)) <= 4 * eps_
                || (meets && solid),
            "closest_place",
            at_ + "points " + cpp(points.point_a) + " and " + cpp(points.point_b) + " are not " + cpp(points.distance)
                + " apart");
        findings_.expect(
            distance_to(crowd_.members[a_], corners_a_, points.triangle_a, points.point_a) <= eps_
                && distance_to(crowd_.members[b_], corners_b_, points.triangle_b, points.point_b) <= eps_,
            "closest_place",
            at_ + cpp(points.point_a) + " or " + cpp(points.point_b) + " is not on triangle "
                + std::to_string(points.triangle_a) + " and " + std::to_string(points.triangle_b));
    }

    /// The call without options, and the bodies the other way round.
    void look_at_points(CrowdWorld& kept)
    {
        const Result<ClosestPoints> alone = kept.world.closest_points(kept.ids[a_], kept.ids[b_]);
        findings_.expect(
            alone.ok() == truth_.has_value(), "closest_refused", at_ + "without options is another answer");
        if (!alone || !truth_)
            return;
        look_at_whole({.found = true, .closest = alone.value(), .distance_at_least = alone.value().distance}, INFINITY);
        const auto back = ask(kept, b_, a_, INFINITY, Budget::unlimited());
        findings_.expect(
            back
                && std::fabs(static_cast<double>(back->closest.distance) - static_cast<double>(alone.value().distance))
                       <= 0x1p-23 * truth_->metres.get_d() + 1e-4 * eps_,
            "closest_same",
            at_ + "the other way round the distance is " + (back ? cpp(back->closest.distance) : "refused")
                + " and not " + cpp(alone.value().distance));
    }

    void look_at_cut(const ClosestReport& report, float max_distance, std::uint64_t units)
    {
        if (report.complete)
            return look_at_whole(report, max_distance);
        const std::string at = at_ + "cut at " + std::to_string(units) + ": ";
        findings_.expect(
            truth_ && mpf_class(static_cast<double>(report.distance_at_least)) <= truth_->metres, "closest_cut",
            at + "at least " + cpp(report.distance_at_least) + " apart, which are "
                + (truth_ ? cpp(truth_->metres.get_d()) : "never"));
        findings_.expect(
            report.distance_at_least <= max_distance, "closest_cut",
            at + "at least " + cpp(report.distance_at_least) + " apart, within " + cpp(max_distance));
        if (!report.found || !truth_)
            return;
        findings_.expect(
            report.closest.distance <= max_distance && report.distance_at_least <= report.closest.distance
                && static_cast<double>(report.closest.distance) >= truth_->metres.get_d() * (1 - 0x1p-23) - 1e-4 * eps_,
            "closest_cut", at + "has found " + cpp(report.closest.distance));
        look_at_places(report.closest);
    }

    /// New worlds that are cut at every place: more work units never know less.
    void cut(float max_distance, const ClosestReport& whole)
    {
        ClosestReport before;
        before.complete = false;
        std::uint64_t units = 0;
        for (int k = 0; k < 40; ++k) {
            CrowdWorld fresh(crowd_);
            ++findings_.counts.worlds;
            const auto report = ask(fresh, a_, b_, max_distance, Budget::work_units(units));
            if (!report)
                return;
            look_at_cut(*report, max_distance, units);
            findings_.expect(
                report->found >= before.found && report->complete >= before.complete
                    && report->distance_at_least >= before.distance_at_least
                    && (!before.found || report->closest.distance <= before.closest.distance),
                "closest_cut", at_ + "knows less with " + std::to_string(units) + " work units than with fewer");
            before = *report;
            if (report->complete)
                return look_alike(whole, *report, "with " + std::to_string(units) + " work units");
            units += k < 12 ? 1 : units / 3;
        }
        findings_.add("closest_units", at_ + "is not complete with " + std::to_string(units) + " work units");
    }

    void look_alike(const ClosestReport& one, const ClosestReport& other, const std::string& who)
    {
        findings_.expect(
            one.found == other.found && one.distance_at_least == other.distance_at_least
                && (!one.found
                    || (one.closest.distance == other.closest.distance && one.closest.point_a == other.closest.point_a
                        && one.closest.point_b == other.closest.point_b
                        && one.closest.triangle_a == other.closest.triangle_a
                        && one.closest.triangle_b == other.closest.triangle_b)),
            "closest_same",
            at_ + who + ": " + cpp(one.closest.distance) + " " + cpp(one.closest.point_a) + " "
                + cpp(one.closest.point_b) + " " + std::to_string(one.closest.triangle_a) + " "
                + std::to_string(one.closest.triangle_b) + " and " + cpp(other.closest.distance) + " "
                + cpp(other.closest.point_a) + " " + cpp(other.closest.point_b) + " "
                + std::to_string(other.closest.triangle_a) + " " + std::to_string(other.closest.triangle_b));
    }

    /// Every structure gives the same answer, with any workers.
    void others(const CrowdWorld& kept, float max_distance, const ClosestReport& whole)
    {
        for (const Structure structure : quick_structures) {
            CrowdWorld other(crowd_, kept, {true, structure, 1 + random_.below(2)});
            ++findings_.counts.worlds;
            if (random_.one_in(3))
                (void)other.world.find_contacts(Budget::work_units(random_.below(5)));
            if (const auto report = ask(other, a_, b_, max_distance, Budget::unlimited()))
                look_alike(whole, *report, structure_name(structure));
        }
    }

    const Crowd& crowd_;
    std::uint32_t a_, b_;
    Random& random_;
    Findings& findings_;
    std::vector<Vec3> corners_a_, corners_b_;
    std::optional<TrueGap> truth_;
    double eps_ = 0.0;
    std::string at_;
};

/// Brings a member close to another, or far away.
void place_near(Crowd& crowd, CrowdWorld& kept, std::uint32_t a, std::uint32_t b, Random& random)
{
    Member &moved = crowd.members[a], &other = crowd.members[b];
    if (moved.kind != Kind::mesh || other.kind != Kind::mesh || !moved.alive || !other.alive)
        return;
    const std::vector<Vec3> to = other.positions();
    const Vec3 goal = to[random.below(static_cast<std::uint32_t>(to.size()))],
               from = moved.mesh.positions[random.below(static_cast<std::uint32_t>(moved.mesh.positions.size()))];
    const float far = random.one_in(4) ? 1000.0f : random.one_in(2) ? 0.0f : crowd.unit > 0.0f ? crowd.unit : 0.01f;
    for (Vec3& p : moved.mesh.positions)
        p = {p.x + (goal.x - from.x), p.y + (goal.y - from.y), p.z + (goal.z - from.z) + far};
    moved.pose = {};
    kept.set_positions(crowd, a);
}

} // namespace

void check_closest(std::uint64_t seed, bool told_too, Findings& findings)
{
    findings.context = "closest points";
    Random random(seed ^ 0x636c6f73u);
    Findings own;
    own.only = findings.only;
    own.skip = findings.skip;
    std::string last;
    try {
        const std::uint32_t members = 2 + random.below(random.one_in(4) ? 12 : 3);
        Crowd crowd = random_crowd(random, members, random.one_in(2));
        CrowdWorld kept(crowd);
        for (int k = 0; k < 4; ++k) {
            const std::uint32_t a = random.below(members), b = random.below(members);
            if (k > 0 && random.one_in(3))
                place_near(crowd, kept, a, b, random);
            else if (k > 0)
                (void)change(crowd, kept, random);
            if (a == b || !crowd.members[a].alive || !crowd.members[b].alive)
                continue;
            const std::size_t before = own.found().size();
            ClosestPair(crowd, a, b, random, own).look(kept);
            for (std::size_t f = before; f < own.found().size(); ++f)
                findings.add(own.found()[f].check, own.found()[f].message + (told_too ? "\n    " + told(crowd) : ""));
        }
    } catch (const std::exception& refusal) {
        findings.add("closest_refused", refusal.what());
    }
    findings.counts += own.counts;
}

} // namespace tactus::fuzz::crowds
