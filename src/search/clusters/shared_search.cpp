// SPDX-License-Identifier: MIT
// The search of two trees that several workers share and nothing limits: one loop, in which each worker takes slices of
// a list of node pairs down to triangles. Clusters belong to all slices, and whoever comes to one first expands it.
#include <algorithm>

#include "base/planted_fault.h"
#include "base/work_prices.h"
#include "search/clusters/open_boxes.h"
#include "search/clusters/refinement.h"

namespace tactus {
namespace {

/// Pairs of leaves and clusters that are taken down together, so that what comes of them stays in a cache.
constexpr std::size_t max_leaf_pairs = 64;

} // namespace

bool Refinement::can_share(
    const RefitBvh& a, const RefitBvh& b, const Wanted& wanted, const Workers& workers, const WorkMeter& meter)
{
    return workers.count() > 1 && &a != &b && !wanted.first_hit_only && !meter.is_limited();
}

RefinementOutcome Refinement::search_shared(
    const RefitBvh& a, const RefitBvh& b, const Wanted& wanted, Workers& workers, WorkMeter& meter)
{
    descents_.resize(std::max<std::size_t>(descents_.size(), workers.count()));
    for (Descent& descent : descents_)
        descent.expanded_a = descent.expanded_b = descent.entries = 0;
    levels_.begin_slices(*side_a_, *side_b_, workers, meter, pairs_, opened_);
    if (pairs_.count == 0)
        return {};
    side_a_->make_room_for_all(SingleBoxes::of_leaves_and_triangles);
    side_b_->make_room_for_all(SingleBoxes::of_leaves);
    const std::uint64_t price =
        levels_.expected_price(pairs_)
        + std::max((a.near().size() + b.near().size()) * price::near_cluster, descent_price_last_);
    chunk_hits_.resize_uninitialised(units_for(pairs_.count, levels_.slice_size()));
    workers.for_each_chunk(
        pairs_.count, levels_.slice_size(), price / pairs_.count,
        [&](std::size_t index, std::size_t begin, std::size_t end, std::uint32_t worker) {
            const std::size_t first = descents_[worker].hits.size();
            search_slice(a, b, wanted, begin, end, worker);
            chunk_hits_.data()[index] = {worker, first, descents_[worker].hits.size()};
        });
    if (TACTUS_FAULT(117) && chunk_hits_.size() > 1)
        chunk_hits_.pop_back();

    levels_.end_slices(meter);
    std::size_t expanded_a = 0, expanded_b = 0, entries = 0;
    for (const Descent& descent : descents_) {
        expanded_a += descent.expanded_a;
        expanded_b += descent.expanded_b;
        entries += descent.entries;
    }
    descent_price_last_ = (expanded_a + expanded_b) * price::spread_cluster + entries * price::descended_pair;
    meter.spend(units_for(expanded_a, per_unit::clusters));
    meter.spend(units_for(expanded_b, per_unit::clusters));
    meter.spend(units_for(entries, per_unit::leaf_clusters));
    return {};
}

/// Takes entries [begin, end) of the list of node pairs down, and appends the hits to the worker's.
void Refinement::search_slice(
    const RefitBvh& a, const RefitBvh& b, const Wanted& wanted, std::size_t begin, std::size_t end,
    std::uint32_t worker)
{
    Descent& descent = descents_[worker];
    const BoxPairList& clusters = levels_.open_slice(*side_a_, *side_b_, pairs_, begin, end, worker);
    descent.expanded_a += side_a_->expand_together({clusters.a.data(), clusters.count});
    BoxPairList& leaves = descent.opened;
    leaves.reserve(8 * clusters.count);
    leaves.count = open_boxes(
        side_b_->boxes(), {.blocks = side_a_->leaf_blocks(), .table = side_a_->leaf_block_of_cluster()},
        {clusters.b.data(), clusters.a.data()}, clusters.count, {leaves.b.data(), leaves.a.data()});
    descent.expanded_b += side_b_->expand_together({leaves.b.data(), leaves.count});
    descent.entries += leaves.count;
    for (std::size_t at = 0; at < leaves.count; at += max_leaf_pairs) {
        const std::size_t count = std::min(max_leaf_pairs, leaves.count - at);
        descend(a, b, wanted, {leaves.a.data() + at, count}, {leaves.b.data() + at, count}, descent);
    }
}

} // namespace tactus
