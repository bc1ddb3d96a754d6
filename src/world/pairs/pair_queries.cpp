// SPDX-License-Identifier: MIT
#include "world/pairs/pair_queries.h"

#include <algorithm>

#include "base/out_of_memory.h"
#include "base/planted_fault.h"
#include "base/work_meter.h"
#include "contacts/features/fresh_cuts.h"
#include "search/pairs/pair_search.h"
#include "world/bodies/body.h"
#include "world/bodies/table/body_table.h"
#include "world/pairs/pair_lane.h"

namespace tactus {

PairQueries::PairQueries(BodyTable& bodies, Encounters& encounters, Workers& workers)
    : bodies_(bodies), encounters_(encounters), workers_(workers), search_(std::make_unique<PairSearch>())
{
}
PairQueries::~PairQueries() = default;

SearchedBody PairQueries::searched(std::uint32_t index) const
{
    const Body& body = bodies_.body(index);
    return {body.tree.get(), body.self_tables ? &*body.self_tables : nullptr};
}

RefinementOutcome PairQueries::append_intersecting(const Encounter& encounter, bool first_hit_only, const Means& means)
{
    if (encounter.a == encounter.b)
        return means.search.find_self_pairs(
            searched(encounter.a), bodies_.body(encounter.a).options.neighbours, means.workers, means.meter,
            first_hit_only, means.pairs);
    return means.search.find_pairs(
        searched(encounter.a), searched(encounter.b), means.workers, means.meter, first_hit_only, means.pairs);
}

void PairQueries::drop_exempt(
    const Encounter& encounter, const AttachedVertices& attached, std::span<const TrianglePair> fresh,
    Buffer<TrianglePair>& pairs, std::size_t begin) const
{
    const auto& triangles_a = bodies_.body(encounter.a).given_triangles;
    const auto& triangles_b = bodies_.body(encounter.b).given_triangles;
    TrianglePair* end = std::remove_if(pairs.begin() + begin, pairs.end(), [&](const TrianglePair& pair) {
        return (!attached.empty() && attached.exempt(triangles_a[pair.a], triangles_b[pair.b]))
               || (!TACTUS_FAULT(35) && std::binary_search(fresh.begin(), fresh.end(), pair));
    });
    pairs.resize_uninitialised(static_cast<std::size_t>(end - pairs.begin()));
}

RefinementOutcome PairQueries::append_pairs(const Encounter& encounter, const Wanted& wanted, const Means& means)
{
    const std::size_t begin = means.pairs.size();
    const AttachedVertices attached = encounters_.exemptions().attached_vertices(encounter.a, encounter.b);
    const auto fresh = wanted.cuts.between(bodies_.id_of(encounter.a), bodies_.id_of(encounter.b));
    // An exempt pair is not an answer, so where there are any the first hit may not be one.
    const bool has_exempt = !attached.empty() || !fresh.empty();
    const RefinementOutcome outcome = append_intersecting(encounter, wanted.first_hit_only && !has_exempt, means);
    if (has_exempt)
        drop_exempt(encounter, attached, fresh, means.pairs, begin);
    return outcome;
}

std::span<const TrianglePair> PairQueries::find_between(const Encounter& encounter, const FreshCuts& cuts)
{
    pairs_.clear();
    WorkMeter meter(Budget::unlimited());
    append_pairs(encounter, {cuts}, {*search_, workers_, meter, pairs_});
    return pairs_.span();
}

void PairQueries::find(const FreshCuts& cuts, bool first_hit_only, WorkMeter& meter)
{
    pairs_.clear();
    found_.clear();
    report_ = {};
    const Wanted wanted{cuts, first_hit_only};
    // A budget cuts at the same place only if the order is the same.
    if (workers_.count() > 1 && encounters_.listed().size() > 1 && !meter.is_limited()
        && workers_.would_share(expect_prices()))
        find_in_rounds(wanted, meter);
    else
        find_in_order(wanted, meter);
    body_pairs_.clear();
    const std::span<const TrianglePair> all = pairs_.span();
    for (const Found& some : found_)
        body_pairs_.push_back(
            {bodies_.id_of(some.encounter.a), bodies_.id_of(some.encounter.b),
             all.subspan(some.begin, some.end - some.begin)});
    report_.bodies = body_pairs_;
    report_.pair_count = all.size();
    report_.work_units_spent = meter.spent();
    report_.scratch_bytes = search_->scratch_bytes() + pairs_.bytes();
    for (const Lane& lane : lanes_)
        report_.scratch_bytes += lane.bytes();
}

void PairQueries::find_in_order(const Wanted& wanted, WorkMeter& meter)
{
    const Means means{*search_, workers_, meter, pairs_};
    for (const Encounter& encounter : encounters_.listed()) {
        const std::size_t begin = pairs_.size();
        RefinementOutcome outcome{false, 1};
        if (!meter.exhausted())
            outcome = append_pairs(encounter, wanted, means);
        // One pair of these two bodies is all that was asked for.
        if (wanted.first_hit_only && pairs_.size() > begin)
            outcome = {true, 0};
        report_.complete = report_.complete && (outcome.complete || TACTUS_FAULT(29));
        report_.open_pairs += outcome.open_pairs;
        if (pairs_.size() > begin)
            found_.push_back({encounter, begin, pairs_.size()});
    }
}

void PairQueries::forget() noexcept
{
    renew(*search_);
    renew(pairs_);
    renew(found_);
    renew(body_pairs_);
    renew(lanes_);
    renew(expected_);
    renew(rounds_);
    renew(chains_);
    report_ = {};
    report_.complete = TACTUS_FAULT(49);
    report_.open_pairs = 1;
    report_.out_of_memory = true;
}

} // namespace tactus
