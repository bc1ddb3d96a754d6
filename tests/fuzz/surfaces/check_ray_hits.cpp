// SPDX-License-Identifier: MIT
#include "scene.h"

#include <algorithm>
#include <cmath>

#include "../oracle/surfaces/true_hits.h"

namespace tactus::fuzz {

namespace {

/// A hit by the scene's names.
struct NamedHit {
    TriangleRef name;
    float distance = 0.0f;
    Vec3 point;
    float u = 0.0f;
    float v = 0.0f;

    friend bool operator==(const NamedHit&, const NamedHit&) = default;
};

std::string listed(const std::vector<NamedHit>& hits)
{
    std::string list;
    for (const NamedHit& hit : hits)
        list += (list.empty() ? "" : "; ") + text(hit.name) + " at " + cpp(hit.distance) + " in " + cpp(hit.point)
                + " by weights " + cpp(hit.u) + " and " + cpp(hit.v);
    return list;
}

struct NamedHits {
    std::vector<NamedHit> hits;
    bool complete = false;
    float complete_until = 0.0f;
    std::uint64_t open_nodes = 0;
    std::uint64_t units = 0;
};

/// Takes hits, and wants fewer of them by and by, or none after so many.
class ChoosyHits : public RayHitCollector {
public:
    enum class Wish { all, nearer, some };

    ChoosyHits(Wish wish, std::size_t enough) : wish_(wish), enough_(enough) {}

    float take(const RayHit& hit) override
    {
        after_the_end = after_the_end || ended;
        beyond = beyond || hit.distance > until;
        taken.push_back(hit);
        if (wish_ == Wish::nearer)
            until = std::fmin(until, hit.distance);
        if (wish_ == Wish::some && taken.size() >= enough_)
            ended = true;
        return ended ? -1.0f : until;
    }

    std::vector<RayHit> taken;
    float until = INFINITY;
    bool ended = false;
    bool after_the_end = false; ///< Whether something came after it had said that it had enough.
    bool beyond = false;        ///< Whether something came that was farther than what it wanted.

private:
    Wish wish_;
    std::size_t enough_;
};

/// One ray, asked of one world.
class RayCheck {
public:
    RayCheck(Scene& scene, AskedWorld& asked, const RayQuestion& ray, const std::vector<TrueHit>& truth)
        : scene_(scene), asked_(asked), ray_(ray), truth_(truth), findings_(scene.findings)
    {
        call_ = "(" + cpp(ray.origin) + ", " + cpp(ray.direction) + ", {.max_distance = "
                + (std::isinf(ray.options.max_distance) ? "INFINITY" : cpp(ray.options.max_distance))
                + ", .mask = " + std::to_string(ray.options.mask) + "u}";
    }

    /// The whole answer. What the other worlds say has to be the same.
    NamedHits all()
    {
        const NamedHits result = through(Budget::unlimited());
        all_ = result.hits;
        findings_.expect(
            result.complete && std::isinf(result.complete_until) && result.open_nodes == 0, "hits_set",
            call_ + " has no limit and is not complete");
        for (const TrueHit& hit : truth_)
            findings_.expect(
                !hit.is_sure || find(result.hits, hit.name), "hits_set",
                call_ + " hits " + text(hit.name) + ", not listed");
        check_first();
        return result;
    }

    void cuts()
    {
        const std::uint64_t units = counted_units(findings_, "cast_ray_through" + call_, [&](const Budget& budget) {
            const NamedHits hits = through(budget);
            return Cost{hits.units, hits.complete};
        });
        NamedHits before;
        for (const Budget& budget : growing_budgets(scene_, units)) {
            const NamedHits cut = through(budget);
            const std::string name = call_ + ", " + cpp(budget) + ")";
            for (const TrueHit& hit : truth_)
                findings_.expect(
                    !hit.is_sure || find(cut.hits, hit.name) || !is_before(hit.at, cut.complete_until), "hits_cut",
                    name + " is said to be whole up to " + cpp(cut.complete_until) + " and lacks " + text(hit.name)
                        + " at " + cpp(hit.at.get_d()));
            for (const NamedHit& hit : cut.hits)
                findings_.expect(
                    std::find(all_.begin(), all_.end(), hit) != all_.end(), "hits_cut",
                    name + " says of " + text(hit.name) + " what the whole answer does not");
            for (const NamedHit& hit : before.hits)
                findings_.expect(find(cut.hits, hit.name), "hits_cut", name + " lost " + text(hit.name));
            findings_.expect(
                cut.complete_until >= before.complete_until && cut.complete >= before.complete, "hits_cut",
                name + " knows less than with fewer work units");
            findings_.expect(
                cut.complete == (cut.open_nodes == 0), "hits_cut", name + ": complete and open_nodes contradict");
            findings_.expect(
                !cut.complete || (cut.hits == all_ && std::isinf(cut.complete_until)), "hits_cut",
                name + " is complete, and not the whole answer");
            before = cut;
        }
        first_cuts();
    }

    void collected(std::size_t count)
    {
        using Wish = ChoosyHits::Wish;
        for (const Wish wish : {Wish::all, Wish::nearer, Wish::some}) {
            ChoosyHits collector(wish, 1 + scene_.random.below(static_cast<std::uint32_t>(count + 1)));
            asked_.note("cast_ray_through" + call_ + ", Budget::unlimited(), &collector)");
            const Result<RayHitsReport> report = asked_.world().cast_ray_through(
                ray_.origin, ray_.direction, ray_.options, Budget::unlimited(), &collector);
            if (!report)
                continue;
            const std::string name = call_ + " with a collector";
            std::vector<NamedHit> hits;
            for (const RayHit& hit : collector.taken)
                take(hit, hits);
            for (std::size_t k = 0; k < hits.size(); ++k) {
                findings_.expect(
                    std::find(all_.begin(), all_.end(), hits[k]) != all_.end(), "hits_collector",
                    name + " takes " + text(hits[k].name) + " otherwise than it is listed");
                for (std::size_t i = 0; i < k; ++i)
                    findings_.expect(
                        hits[k].name != hits[i].name, "hits_collector",
                        name + " takes " + text(hits[k].name) + " twice");
            }
            for (const NamedHit& hit : all_)
                findings_.expect(
                    collector.ended || hit.distance >= collector.until || find(hits, hit.name), "hits_collector",
                    name + " never gets " + text(hit.name));
            findings_.expect(report.value().hits.empty(), "hits_collector", name + " is listed as well");
            findings_.expect(!collector.after_the_end, "hits_collector", name + " goes on after the end");
            findings_.expect(!collector.beyond, "hits_collector", name + " gets what is of no interest");
            findings_.expect(
                wish == Wish::nearer || report.value().complete == !collector.ended, "hits_collector",
                name + " of kind " + std::to_string(static_cast<int>(wish))
                    + (collector.ended ? " ended" : " did not end") + ", and the report says otherwise");
        }
    }

private:
    static bool find(const std::vector<NamedHit>& hits, const TriangleRef& name)
    {
        return std::any_of(hits.begin(), hits.end(), [&](const NamedHit& hit) { return hit.name == name; });
    }

    static bool is_before(const Real& at, float place) { return std::isinf(place) || at < real(place); }

    bool has_sure_hit() const
    {
        return std::any_of(truth_.begin(), truth_.end(), [](const TrueHit& hit) { return hit.is_sure; });
    }

    const TrueHit* true_hit(const TriangleRef& name) const
    {
        for (const TrueHit& hit : truth_)
            if (hit.name == name)
                return &hit;
        return nullptr;
    }

    /// Checks one hit by itself, and adds it if it is of the scene.
    void take(const RayHit& hit, std::vector<NamedHit>& to)
    {
        const std::optional<TriangleRef> name = asked_.name_of(hit.body, hit.triangle);
        findings_.expect(hit.hit && name, "hits_set", call_ + " hits a triangle that is not there");
        if (!name)
            return;
        to.push_back({*name, hit.distance, hit.point, hit.u, hit.v});
        const TrueHit* truth = true_hit(*name);
        findings_.expect(truth, "hits_set", call_ + " misses " + text(*name) + ", which is said to be hit");
        if (!truth)
            return;
        const double at = truth->at.get_d(), length = apart(ray_.direction, {});
        const double slack = scene_.slack(ray_.origin);
        findings_.expect(
            hit.distance >= 0.0f && std::fabs(static_cast<double>(hit.distance) - at) * length <= slack, "hits_place",
            call_ + " hits " + text(*name) + " at " + cpp(at) + ", not at " + cpp(hit.distance));
        findings_.expect(
            hit.distance <= ray_.options.max_distance, "hits_place",
            call_ + " hits " + text(*name) + " at " + cpp(hit.distance) + ", beyond its end");
        const auto near = [&](auto&& coordinate) {
            double weighed = 0.0;
            const SurfacePart& part = part_of(*name);
            const double weights[3] = {
                1.0 - static_cast<double>(hit.u) - static_cast<double>(hit.v), static_cast<double>(hit.u),
                static_cast<double>(hit.v)};
            for (std::size_t k = 0; k < 3; ++k)
                weighed += weights[k] * static_cast<double>(coordinate(part.corners[k]));
            const double place =
                static_cast<double>(coordinate(ray_.origin)) + at * static_cast<double>(coordinate(ray_.direction));
            return std::fabs(place - static_cast<double>(coordinate(hit.point))) <= slack
                   && (part.is_sphere || std::fabs(place - weighed) <= slack);
        };
        findings_.expect(
            near([](const Vec3& p) { return p.x; }) && near([](const Vec3& p) { return p.y; })
                && near([](const Vec3& p) { return p.z; }) && hit.u >= -1e-6f && hit.v >= -1e-6f
                && hit.u + hit.v <= 1.000001f,
            "hits_place",
            call_ + " hits " + text(*name) + " at " + cpp(at) + ", and is said to do so at point " + cpp(hit.point)
                + " with weights " + cpp(hit.u) + " and " + cpp(hit.v));
    }

    const SurfacePart& part_of(const TriangleRef& name) const
    {
        return *std::find_if(
            scene_.parts.begin(), scene_.parts.end(), [&](const SurfacePart& part) { return part.name == name; });
    }

    NamedHits through(const Budget& budget)
    {
        asked_.note("cast_ray_through" + call_ + ", " + cpp(budget) + ")");
        const Result<RayHitsReport> report =
            asked_.world().cast_ray_through(ray_.origin, ray_.direction, ray_.options, budget);
        ++findings_.counts.queries;
        NamedHits result;
        if (!report) {
            findings_.add("hits_set", call_ + " is refused: " + report.error().message);
            return result;
        }
        const RayHitsReport& hits = report.value();
        for (const RayHit& hit : hits.hits)
            take(hit, result.hits);
        for (std::size_t k = 1; k < result.hits.size(); ++k) {
            const NamedHit &a = result.hits[k - 1], &b = result.hits[k];
            // The order is that of distances before they are rounded to floats; they are computed in doubles.
            const TrueHit *first = true_hit(a.name), *second = true_hit(b.name);
            findings_.expect(
                a.distance <= b.distance
                    && (!first || !second || first->at.get_d() <= second->at.get_d() * (1.0 + 1e-9) + 1e-9),
                "hits_order",
                call_ + " lists " + text(a.name) + " at " + cpp(a.distance) + " before " + text(b.name) + " at "
                    + cpp(b.distance));
        }
        result.complete = hits.complete;
        result.complete_until = hits.complete_until;
        result.open_nodes = hits.open_nodes;
        result.units = hits.work_units_spent;
        check_units(findings_, call_, budget, result.units);
        return result;
    }

    FirstHitReport first(const Budget& budget)
    {
        asked_.note("cast_ray" + call_ + ", " + cpp(budget) + ")");
        const Result<FirstHitReport> report =
            asked_.world().cast_ray(ray_.origin, ray_.direction, ray_.options, budget);
        ++findings_.counts.queries;
        if (!report) {
            findings_.add("hits_first", call_ + " is refused: " + report.error().message);
            return {};
        }
        std::vector<NamedHit> hit;
        if (report.value().first.hit)
            take(report.value().first, hit);
        check_units(findings_, call_, budget, report.value().work_units_spent);
        return report.value();
    }

    bool is_listed_first(const RayHit& hit)
    {
        const std::optional<TriangleRef> name = asked_.name_of(hit.body, hit.triangle);
        return !all_.empty() && name && NamedHit{*name, hit.distance, hit.point, hit.u, hit.v} == all_.front();
    }

    void check_first()
    {
        const FirstHitReport report = first(Budget::unlimited());
        findings_.expect(
            report.complete && (report.first.hit ? !truth_.empty() : !has_sure_hit()), "hits_first",
            call_ + (truth_.empty() ? " misses" : " hits") + " and is not said to do so for certain");
        const auto nearest = std::min_element(
            truth_.begin(), truth_.end(), [](const TrueHit& a, const TrueHit& b) { return a.at < b.at; });
        findings_.expect(
            report.nothing_before == (report.first.hit ? report.first.distance : INFINITY), "hits_first",
            call_ + " hits at " + cpp(report.first.distance) + ", and nothing before " + cpp(report.nothing_before));
        asked_.note("cast_ray" + call_ + ")");
        const Result<RayHit> alone = asked_.world().cast_ray(ray_.origin, ray_.direction, ray_.options);
        findings_.expect(
            alone.ok() && alone.value().hit == report.first.hit, "hits_first",
            call_ + " hits with a budget or without");
        if (nearest == truth_.end() || !report.first.hit)
            return;
        const std::optional<TriangleRef> name = asked_.name_of(report.first.body, report.first.triangle);
        const TrueHit* truth = name ? true_hit(*name) : nullptr;
        if (truth)
            findings_.expect(
                truth->at <= Real(nearest->at * 1.0000002), "hits_first",
                call_ + " hits " + text(*name) + ", but " + text(nearest->name) + " before");
        findings_.expect(
            is_listed_first(report.first), "hits_first", call_ + " has another first hit in the list of all");
        findings_.expect(
            alone.ok() && is_listed_first(alone.value()), "hits_first",
            call_ + " without a budget has another first hit than the list of all");
    }

    void first_cuts()
    {
        const std::uint64_t units = counted_units(findings_, "cast_ray" + call_, [&](const Budget& budget) {
            const FirstHitReport report = first(budget);
            return Cost{report.work_units_spent, report.complete};
        });
        FirstHitReport before;
        before.nothing_before = 0.0f;
        before.complete = false;
        before.first.distance = INFINITY;
        for (const Budget& budget : growing_budgets(scene_, units)) {
            FirstHitReport cut = first(budget);
            const std::string name = call_ + ", " + cpp(budget) + ")";
            if (!cut.first.hit)
                cut.first.distance = INFINITY;
            const float nearest = all_.empty() ? INFINITY : all_.front().distance;
            for (const TrueHit& hit : truth_)
                findings_.expect(
                    cut.complete || !hit.is_sure || !is_before(hit.at, cut.nothing_before), "hits_cut",
                    name + " hits nothing before " + cpp(cut.nothing_before) + ", but something at "
                        + cpp(hit.at.get_d()));
            findings_.expect(
                cut.nothing_before >= before.nothing_before && cut.complete >= before.complete
                    && cut.first.distance <= before.first.distance,
                "hits_cut", name + " knows less than with fewer work units");
            findings_.expect(
                !cut.complete
                    || (all_.empty() ? !cut.first.hit && std::isinf(cut.nothing_before)
                                     : is_listed_first(cut.first) && cut.nothing_before == nearest),
                "hits_cut", name + " is complete, and not the first hit");
            before = cut;
        }
    }

    Scene& scene_;
    AskedWorld& asked_;
    const RayQuestion& ray_;
    const std::vector<TrueHit>& truth_;
    Findings& findings_;
    std::string call_; ///< The arguments, without the bracket at their end.
    std::vector<NamedHit> all_;
};

} // namespace

void check_ray_hits(Scene& scene)
{
    const RayQuestion ray = scene.questions.ray();
    const std::vector<TrueHit> truth = true_hits(scene.parts, ray.origin, ray.direction, ray.options);
    std::optional<NamedHits> expected;
    for (AskedWorld& asked : scene.worlds) {
        RayCheck check(scene, asked, ray, truth);
        const NamedHits all = check.all();
        if (expected && asked.is_in_order())
            scene.findings.expect(
                expected->hits == all.hits, "hits_same",
                "two worlds have other hits of the ray from " + cpp(ray.origin) + " along " + cpp(ray.direction) + ": "
                    + listed(expected->hits) + " and " + listed(all.hits));
        if (asked.is_in_order())
            expected = all;
        check.cuts();
        check.collected(all.hits.size());
    }
}

} // namespace tactus::fuzz
