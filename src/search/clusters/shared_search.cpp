// SPDX-License-Identifier: MIT
// The search of two trees that several workers share and nothing limits: three loops, each of which expands what the
// next one opens.
#include <algorithm>

#include "base/work_prices.h"
#include "search/clusters/open_boxes.h"
#include "search/clusters/refinement.h"

namespace tactus {
namespace {

/// Parts of a list for each worker: some take longer than others.
constexpr std::size_t parts_per_worker = 4;
/// Pairs of clusters, and of leaves and clusters, in one part.
constexpr std::size_t min_cluster_pairs = 8, max_cluster_pairs = 256;
constexpr std::size_t min_leaf_pairs = 16, max_leaf_pairs = 64;

/// Cuts the parts of a list, so that each worker gets some. Gives how many entries there are.
std::size_t share_out(
    std::span<const PairPart> list, const Workers& workers, std::size_t min_size, std::size_t max_size,
    Buffer<PairPart>& parts)
{
    const std::size_t count = entry_count(list);
    cut_parts(list, std::clamp(count / (parts_per_worker * workers.count()), min_size, max_size), parts);
    return count;
}

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
    for (Descent& descent : descents_) {
        descent.opened.count = 0;
        descent.expanded = 0;
    }
    const bool in_parts = levels_.open_and_expand(
        *side_a_, *side_b_, expanded_last_[0] * price::spread_cluster, workers, meter, pairs_, opened_);
    if (in_parts) {
        expanded_last_[0] = levels_.expanded_count();
        meter.spend(units_for(expanded_last_[0], per_unit::clusters));
    } else {
        if (pairs_.count == 0)
            return {};
        expand(*side_a_, {pairs_.a.data(), pairs_.count}, workers, meter);
        expanded_last_[0] = side_a_->expanded_count();
    }

    // Pairs of (leaf of a, cluster of b) from pairs of clusters, and the clusters of b that are among them.
    const PairPart whole = {0, 0, pairs_.count};
    const std::size_t cluster_pairs = share_out(
        in_parts ? levels_.parts() : std::span(&whole, 1), workers, min_cluster_pairs, max_cluster_pairs, parts_);
    if (cluster_pairs == 0)
        return {};
    side_b_->make_room_for_all(SingleBoxes::of_leaves);
    opened_parts_.resize_uninitialised(parts_.size());
    const std::uint64_t price =
        cluster_pairs * price::opened_pair + std::max(expanded_last_[0], expanded_last_[1]) * price::spread_cluster;
    workers.for_each_chunk(
        parts_.size(), 1, price / parts_.size(),
        [&](std::size_t index, std::size_t, std::size_t, std::uint32_t worker) {
            const PairPart& part = parts_.data()[index];
            const BoxPairList& from = in_parts ? levels_.list_of(part.worker) : pairs_;
            Descent& descent = descents_[worker];
            BoxPairList& to = descent.opened;
            const std::size_t first = to.count;
            to.reserve(first + 8 * part.size());
            const std::size_t found = open_boxes(
                side_b_->boxes(), {.blocks = side_a_->leaf_blocks(), .table = side_a_->leaf_block_of_cluster()},
                {from.b.data() + part.begin, from.a.data() + part.begin}, part.size(),
                {to.b.data() + first, to.a.data() + first});
            to.count += found;
            descent.expanded += side_b_->expand_unclaimed({to.b.data() + first, found});
            opened_parts_.data()[index] = {worker, first, to.count};
        });
    std::size_t expanded = 0;
    for (const Descent& descent : descents_)
        expanded += descent.expanded;
    expanded_last_[1] = expanded;
    meter.spend(units_for(expanded, per_unit::clusters));

    const std::size_t entries = share_out(opened_parts_.span(), workers, min_leaf_pairs, max_leaf_pairs, parts_);
    meter.spend(units_for(entries, per_unit::leaf_clusters));
    if (entries == 0)
        return {};
    chunk_hits_.resize_uninitialised(parts_.size());
    workers.for_each_chunk(
        parts_.size(), 1, entries * price::descended_pair / parts_.size(),
        [&](std::size_t index, std::size_t, std::size_t, std::uint32_t worker) {
            const PairPart& part = parts_.data()[index];
            const BoxPairList& from = descents_[part.worker].opened;
            Descent& descent = descents_[worker];
            const std::size_t first = descent.hits.size();
            descend(
                a, b, wanted, {from.a.data() + part.begin, part.size()}, {from.b.data() + part.begin, part.size()},
                descent);
            chunk_hits_.data()[index] = {worker, first, descent.hits.size()};
        });
    return {};
}

} // namespace tactus
