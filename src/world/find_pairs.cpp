// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/check.h"
#include "base/planted_fault.h"
#include "search/pairs/pair_search.h"
#include "world/bodies/body.h"
#include "world/parts.h"

namespace tactus {

void World::Parts::list_encounters()
{
    encounters.clear();
    for (const std::uint32_t body : bodies.self_colliding())
        if (!exemptions.contact_allowed(body, body))
            encounters.push_back({body, body});
    bodies.for_each_two_near([&](std::uint32_t a, std::uint32_t b) {
        if ((TACTUS_FAULT(37) || may_collide(bodies.body(a).options.filter, bodies.body(b).options.filter))
            && !exemptions.contact_allowed(a, b))
            encounters.push_back({std::min(a, b), std::max(a, b)});
    });
    std::sort(encounters.begin(), encounters.end());
}

void World::Parts::begin_query()
{
    if (!contacts_current || contact_report.complete)
        bodies.begin_query();
}

RefinementOutcome World::Parts::search(const Encounter& encounter, WorkMeter& meter, bool first_hit_only)
{
    const auto searched = [&](std::uint32_t index) {
        const Body& body = bodies.body(index);
        return SearchedBody{body.tree.get(), body.self_tables ? &*body.self_tables : nullptr};
    };
    if (encounter.a == encounter.b)
        return pair_search->find_self_pairs(
            searched(encounter.a), bodies.body(encounter.a).options.neighbours, workers, meter, first_hit_only, pairs);
    return pair_search->find_pairs(searched(encounter.a), searched(encounter.b), workers, meter, first_hit_only, pairs);
}

void World::Parts::drop_exempt(
    const Encounter& encounter, const AttachedVertices& attached, std::span<const TrianglePair> fresh,
    std::size_t begin)
{
    const auto& triangles_a = bodies.body(encounter.a).given_triangles;
    const auto& triangles_b = bodies.body(encounter.b).given_triangles;
    TrianglePair* end = std::remove_if(pairs.begin() + begin, pairs.end(), [&](const TrianglePair& pair) {
        return (!attached.empty() && attached.exempt(triangles_a[pair.a], triangles_b[pair.b]))
               || (!TACTUS_FAULT(35) && std::binary_search(fresh.begin(), fresh.end(), pair));
    });
    pairs.resize_uninitialised(static_cast<std::size_t>(end - pairs.begin()));
}

RefinementOutcome World::Parts::find_pairs_of(const Encounter& encounter, WorkMeter& meter, bool first_hit_only)
{
    const std::size_t begin = pairs.size();
    const AttachedVertices attached = exemptions.attached_vertices(encounter.a, encounter.b);
    const auto fresh = fresh_cuts.between(bodies.id_of(encounter.a), bodies.id_of(encounter.b));
    // An exempt pair is not an answer, so where there are any the first hit may not be one.
    const bool has_exempt = !attached.empty() || !fresh.empty();
    const RefinementOutcome outcome = search(encounter, meter, first_hit_only && !has_exempt);
    if (has_exempt)
        drop_exempt(encounter, attached, fresh, begin);
    return outcome;
}

void World::Parts::find_all_pairs(const PairOptions& options)
{
    WorkMeter meter(options.budget);
    list_encounters();
    begin_query();
    update_fresh_cuts();
    pairs.clear();
    found.clear();
    report = {};
    for (const Encounter& encounter : encounters) {
        const std::size_t begin = pairs.size();
        RefinementOutcome outcome{false, 1};
        if (!meter.exhausted())
            outcome = find_pairs_of(encounter, meter, options.first_hit_only);
        // One pair of these two bodies is all that was asked for.
        if (options.first_hit_only && pairs.size() > begin)
            outcome = {true, 0};
        report.complete = report.complete && (outcome.complete || TACTUS_FAULT(29));
        report.open_pairs += outcome.open_pairs;
        if (pairs.size() > begin)
            found.push_back({encounter, begin, pairs.size()});
    }
    body_pairs.clear();
    const std::span<const TrianglePair> all = pairs.span();
    for (const Found& some : found)
        body_pairs.push_back(
            {bodies.id_of(some.encounter.a), bodies.id_of(some.encounter.b),
             all.subspan(some.begin, some.end - some.begin)});
    report.bodies = body_pairs;
    report.pair_count = all.size();
    report.work_units_spent = meter.spent();
    report.scratch_bytes = pair_search->scratch_bytes() + pairs.bytes();
}

const PairReport& World::find_pairs(const PairOptions& options)
{
    TACTUS_CHECK(parts_ != nullptr);
    if (parts_ == nullptr) {
        static constexpr PairReport no_answer = {.bodies = {}, .complete = false};
        return no_answer;
    }
    return parts_->reported(parts_->report, [&] { parts_->find_all_pairs(options); });
}

bool World::any_pair()
{
    const PairReport& report = find_pairs(PairOptions{.first_hit_only = true});
    return report.pair_count > 0 || report.out_of_memory;
}

} // namespace tactus
