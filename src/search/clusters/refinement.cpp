// SPDX-License-Identifier: MIT
#include "search/clusters/refinement.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <utility>

#include "base/planted_fault.h"
#include "base/work_prices.h"
#include "search/clusters/open_boxes.h"

namespace tactus {
namespace {

// Work units that are done in one go where nobody asks for a stop: enough to hide the hand-over to another worker, and
// more where there is no other.
inline constexpr std::size_t units_per_chunk = 8;
inline constexpr std::size_t units_alone = 32;
/// Chunks for each worker, where there is enough to do: some take longer than others, and the last one is waited for.
inline constexpr std::size_t chunks_per_worker = 4;

/// How many items of a list a worker takes at a time: as many as it may if nobody else takes some, and so few that each
/// gets some chunks of them otherwise.
std::size_t chunk_for(
    std::size_t items, std::uint64_t item_price, const Workers& workers, std::size_t min_chunk, std::size_t max_chunk)
{
    if (workers.count() == 1 || items * item_price < Workers::worth_sharing_awake)
        return max_chunk;
    return std::clamp(items / (chunks_per_worker * workers.count()), min_chunk, max_chunk);
}

/// The grid of the region where both bodies can touch, with cells that can count `distance` metres.
BoxGrid grid_of(const Box& a, const Box& b, float distance)
{
    const Box region = intersection(a, b);
    // A region that is flat, or a single point, gets some thickness from the bodies' sizes: without it the scale would
    // be infinite. Halves are taken before differences, which could overflow.
    const Vec3 half = region.upper * 0.5f - region.lower * 0.5f;
    const Box both = include(a, b);
    const Vec3 size = both.upper * 0.5f - both.lower * 0.5f;
    const float thickness = std::max(std::max({size.x, size.y, size.z, 1e-30f}) * 1e-6f, distance);
    const auto scale = [&](float extent) {
        return std::min((BoxGrid::limit - 7.0f) / std::max(extent, thickness), 1e38f);
    };
    return {region.lower * 0.5f + region.upper * 0.5f, {scale(half.x), scale(half.y), scale(half.z)}};
}

/// The same grid for a body whose boxes are to reach `distance` metres further. Subtracting, scaling and truncating are
/// off by less than two cells together, for what is not saturated; what is, only comes nearer to the rest.
BoxGrid widened(const BoxGrid& grid, float distance)
{
    const auto cells = [&](float scale) {
        return static_cast<std::int16_t>(std::min(std::ceil(double(distance) * double(scale)) + 2.0, 32767.0));
    };
    BoxGrid wider = grid;
    wider.widening[0] = cells(grid.scale.x);
    wider.widening[1] = cells(grid.scale.y);
    wider.widening[2] = cells(grid.scale.z);
    return wider;
}

/// By how many cells boxes that were made larger may be made smaller again so that all that overlap as they are still
/// do. What two triangles have in common is within both bodies' boxes, and so at least the distance away from the ends
/// of the region, which is the grid's but for a few cells at either end: boxes that are cut off there reach that far.
/// Far from the coordinates' origin the grid's own is rounded by more than a cell, and as much less may be taken off.
std::array<std::int16_t, 3> narrowing_of(const BoxGrid& wider, const Box& region)
{
    const auto cells = [](std::int16_t widening, float lower, float upper, float scale) {
        const double farthest = std::max(std::fabs(double(lower)), std::fabs(double(upper)));
        const double rounded = std::ceil(farthest * double(scale) * (TACTUS_FAULT(154) ? 0.0 : 0x1p-23)) + 4.0;
        return static_cast<std::int16_t>(std::max(double(widening) - rounded, 0.0));
    };
    return {
        cells(wider.widening[0], region.lower.x, region.upper.x, wider.scale.x),
        cells(wider.widening[1], region.lower.y, region.upper.y, wider.scale.y),
        cells(wider.widening[2], region.lower.z, region.upper.z, wider.scale.z)};
}

/// Of a tree against itself: drops triangles that meet themselves, and one of the two orders of all others.
std::size_t keep_ascending(IndexPair* pairs, std::size_t count)
{
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
        pairs[kept] = pairs[i];
        kept += pairs[i].a < pairs[i].b ? 1 : 0;
    }
    return kept;
}

/// Drops pairs of leaves that are clear of each other, and one of the two orders of all others.
std::size_t keep_open(
    const SelfClearance& clearance, const std::uint32_t* slot_of_a, const std::uint32_t* slot_of_b, std::uint32_t* a,
    std::uint32_t* b, std::size_t count)
{
    std::size_t kept = 0;
    std::uint32_t cluster_a = UINT32_MAX, cluster_b = UINT32_MAX;
    std::uint64_t open = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t leaf_a = slot_of_a[a[i]] / ClusterTree::leaf_size;
        const std::uint32_t leaf_b = slot_of_b[b[i]] / ClusterTree::leaf_size;
        if (leaf_a > leaf_b)
            continue;
        if (leaf_a / 8 != cluster_a || leaf_b / 8 != cluster_b) {
            cluster_a = leaf_a / 8;
            cluster_b = leaf_b / 8;
            open = clearance.open_leaves(cluster_a, cluster_b);
        }
        a[kept] = a[i];
        b[kept] = b[i];
        kept += (open >> (8 * (leaf_b % 8) + leaf_a % 8)) & 1;
    }
    return kept;
}

} // namespace

/// Of a tree against itself: drops one of the two orders in which clusters meet. Clusters stand in the order of their
/// triangles.
void Refinement::keep_each_pair_once(const SelfClearance* clearance)
{
    std::size_t kept = 0;
    for (std::size_t i = 0; i < pairs_.count; ++i) {
        const std::uint32_t a = pairs_.a[i], b = pairs_.b[i];
        if (a > b || (TACTUS_FAULT(8) && a == b)
            || (clearance != nullptr && clearance->open_leaves(side_a_->cluster(a), side_a_->cluster(b)) == 0))
            continue;
        pairs_.a[kept] = a;
        pairs_.b[kept] = b;
        ++kept;
    }
    pairs_.count = kept;
}

bool Refinement::expand(BlockTree& side, std::span<const std::uint32_t> clusters, Workers& workers, WorkMeter& meter)
{
    // Triangles of a are compared one by one with leaves of b, never the other way round.
    const std::size_t count =
        side.plan_expansion(clusters, &side == side_a_ ? SingleBoxes::of_leaves_and_triangles : SingleBoxes::of_leaves);
    if (!meter.has_deadline()) {
        if (!meter.spend(units_for(count, per_unit::clusters)))
            return false;
        const std::size_t chunk =
            chunk_for(count, price::spread_cluster, workers, per_unit::clusters / 4, 2 * per_unit::clusters);
        workers.for_each_chunk(
            count, chunk, price::spread_cluster,
            [&](std::size_t, std::size_t begin, std::size_t end, std::uint32_t) { side.expand_range(begin, end); });
        return true;
    }
    for (std::size_t begin = 0; begin < count; begin += per_unit::clusters) {
        if (!meter.spend())
            return false;
        side.expand_range(begin, std::min(begin + per_unit::clusters, count));
    }
    return true;
}

/// Opens the expanded clusters of a: pairs of (leaf of a, cluster of b) take the place of pairs of clusters, in order.
void Refinement::open_clusters(Workers& workers)
{
    // Each pair has room for all that there can be.
    opened_.reserve(8 * pairs_.count);
    const auto open = [&](std::size_t begin, std::size_t end) {
        return open_boxes(
            side_b_->boxes(), {.blocks = side_a_->leaf_blocks(), .table = side_a_->leaf_block_of_cluster()},
            {pairs_.b.data() + begin, pairs_.a.data() + begin}, end - begin,
            {opened_.b.data() + 8 * begin, opened_.a.data() + 8 * begin});
    };
    constexpr std::size_t chunk = 2 * per_unit::node_pairs;
    if (workers.count() == 1 || pairs_.count <= chunk) {
        opened_.count = open(0, pairs_.count);
    } else {
        opened_counts_.resize_uninitialised(units_for(pairs_.count, chunk));
        workers.for_each_chunk(
            pairs_.count, chunk, price::opened_pair,
            [&](std::size_t index, std::size_t begin, std::size_t end, std::uint32_t) {
                opened_counts_[index] = open(begin, end);
            });
        opened_.count = opened_counts_[0];
        for (std::size_t index = 1; index < opened_counts_.size(); ++index) {
            for (std::uint32_t* list : {opened_.a.data(), opened_.b.data()})
                std::copy_n(list + 8 * chunk * index, opened_counts_[index], list + opened_.count);
            opened_.count += opened_counts_[index];
        }
    }
    std::swap(pairs_, opened_);
}

/// Takes pairs of (leaf of a, cluster of b) down to triangles, and appends the hits, by the caller's numbers.
void Refinement::descend(
    const RefitBvh& a, const RefitBvh& b, const Wanted& wanted, std::span<const std::uint32_t> leaves_of_a,
    std::span<const std::uint32_t> clusters_of_b, Descent& descent) const
{
    BoxPairList& leaves = descent.leaves;
    BoxPairList& rows = descent.rows;
    const std::size_t count = leaves_of_a.size();
    leaves.reserve(8 * count);
    leaves.count = open_boxes(
        side_a_->leaf_boxes(), {.blocks = side_b_->leaf_blocks(), .table = side_b_->leaf_block_of_cluster()},
        {leaves_of_a.data(), clusters_of_b.data()}, count, {leaves.a.data(), leaves.b.data()});
    if (wanted.near.clearance != nullptr)
        leaves.count = keep_open(
            *wanted.near.clearance, side_a_->slot_of_leaf(), side_b_->slot_of_leaf(), leaves.a.data(), leaves.b.data(),
            leaves.count);
    rows.reserve(8 * leaves.count);
    rows.count = open_boxes(
        side_b_->leaf_boxes(), {.blocks = side_a_->triangle_blocks()}, {leaves.b.data(), leaves.a.data()}, leaves.count,
        {rows.b.data(), rows.a.data()});
    const std::size_t old_hits = descent.hits.size();
    descent.hits.resize_uninitialised(old_hits + 8 * rows.count + 8);
    IndexPair* hits = descent.hits.data() + old_hits;
    const TriangleRows triangles = {
        side_a_->triangle_boxes(), side_a_->slot_of_leaf(), side_b_->triangle_blocks(), side_b_->slot_of_leaf()};
    const BoxPairs row_list = {rows.a.data(), rows.b.data()};
    std::size_t found =
        wanted.goes_by_owners() ? open_leaves(
            triangles, {side_a_->leaf_owners(), side_b_->leaf_owners(), narrowing_}, row_list, rows.count, hits)
                                : open_leaves(triangles, row_list, rows.count, hits);
    if (&a == &b)
        found = keep_ascending(hits, found);
    if (wanted.only_intersecting)
        found = intersecting_pairs(
            {a.positions(), a.tree().indices.data()->data()}, {b.positions(), b.tree().indices.data()->data()}, hits,
            found, hits);
    const std::uint32_t* triangle_a = a.tree().triangle_of_slot.data();
    const std::uint32_t* triangle_b = b.tree().triangle_of_slot.data();
    for (std::size_t i = 0; i < found; ++i)
        hits[i] = {triangle_a[hits[i].a], triangle_b[hits[i].b]};
    descent.hits.resize_uninitialised(old_hits + found);
}

/// Takes all pairs of (leaf of a, cluster of b) down. Gives the number of entries done.
std::size_t
Refinement::descend_all(const RefitBvh& a, const RefitBvh& b, const Wanted& wanted, Workers& workers, WorkMeter& meter)
{
    descents_.resize(std::max<std::size_t>(descents_.size(), workers.count()));
    const std::size_t granted = meter.take(units_for(pairs_.count, per_unit::leaf_clusters));
    const std::size_t entries = std::min(pairs_.count, granted * per_unit::leaf_clusters);
    // Where a deadline may cut, chunks are single units; the hits of a chunk are the same either way.
    // How much is left after the first hit depends on the chunks, and must not depend on the number of workers.
    const std::size_t units =
        meter.has_deadline()    ? 1
        : wanted.first_hit_only ? units_per_chunk
        : workers.count() == 1
            ? units_alone
            : chunk_for(granted, per_unit::leaf_clusters * price::descended_pair, workers, 2, units_per_chunk);
    const std::size_t chunk = units * per_unit::leaf_clusters;
    chunk_hits_.resize_uninitialised(units_for(entries, chunk));
    // With first_hit_only: the earliest chunk with a hit. Chunks before it are done in any case, so that the first hit
    // does not depend on the workers.
    std::atomic<std::size_t> hit_chunk = SIZE_MAX;
    std::atomic<std::size_t> skipped = 0;
    workers.for_each_chunk(
        entries, chunk, price::descended_pair,
        [&](std::size_t index, std::size_t begin, std::size_t end, std::uint32_t worker) {
            Descent& descent = descents_[worker];
            const std::size_t first = descent.hits.size();
            if (index > hit_chunk.load(std::memory_order_relaxed) || meter.deadline_passed())
                skipped += end - begin;
            else
                descend(
                    a, b, wanted, {pairs_.a.data() + begin, end - begin}, {pairs_.b.data() + begin, end - begin},
                    descent);
            chunk_hits_[index] = {worker, first, descent.hits.size()};
            if (wanted.first_hit_only && descent.hits.size() > first) {
                std::size_t earliest = hit_chunk.load(std::memory_order_relaxed);
                while (index < earliest
                       && !hit_chunk.compare_exchange_weak(earliest, index, std::memory_order_relaxed)) {
                }
            }
        });
    if (meter.deadline_passed())
        meter.give_back(skipped / per_unit::leaf_clusters);
    return entries - skipped;
}

RefinementOutcome Refinement::find_pairs(
    RefitBvh& a, RefitBvh& b, Workers& workers, WorkMeter& meter, bool first_hit_only, Buffer<TrianglePair>& pairs)
{
    return find(a, b, {.first_hit_only = first_hit_only}, workers, meter, pairs);
}

RefinementOutcome Refinement::find_near(
    RefitBvh& a, RefitBvh& b, const Near& near, Workers& workers, WorkMeter& meter, Buffer<TrianglePair>& pairs)
{
    return find(a, b, {.near = near, .only_intersecting = false}, workers, meter, pairs);
}

RefinementOutcome Refinement::find(
    RefitBvh& a, RefitBvh& b, const Wanted& wanted, Workers& workers, WorkMeter& meter, Buffer<TrianglePair>& pairs)
{
    const float distance = wanted.near.distance;
    const bool widens = distance > 0.0f;
    const Box box_a = widens ? widened_by(distance, a.box()) : a.box();
    const Box box_b = widens ? widened_by(distance, b.box()) : b.box();
    if (!overlap(box_a, box_b))
        return {};
    const Box region = intersection(box_a, box_b);
    const BoxGrid grid = grid_of(box_a, box_b, distance);
    // It is enough if the boxes of one side reach further.
    const BoxGrid grids[2] = {widens ? widened(grid, distance) : grid, grid};
    RefitBvh::refit_both(a, b, region, grid, workers);
    const std::size_t near_counts[2] = {a.near().size(), b.near().size()};
    if (near_counts[0] == 0 || near_counts[1] == 0)
        return {};
    const bool goes_by_owners = wanted.goes_by_owners();
    const auto begin = [&](BlockTree& tree, const RefitBvh& body, const BoxGrid& own_grid, auto owned) {
        if (!goes_by_owners)
            owned = {};
        tree.begin(body.tree(), body.positions(), body.near(), body.packed_near(), own_grid, owned);
    };
    begin(trees_[0], a, grids[0], wanted.near.owned_a);
    begin(trees_[1], b, grids[1], wanted.near.owned_b);
    narrowing_ = narrowing_of(grids[0], region);
    // The side with fewer parts nearby goes first: what it leaves is all that is brought up to date of the other.
    const bool is_swapped = near_counts[1] < near_counts[0];
    side_a_ = &trees_[is_swapped ? 1 : 0];
    side_b_ = &trees_[is_swapped ? 0 : 1];
    const RefitBvh& first = is_swapped ? b : a;
    const RefitBvh& second = is_swapped ? a : b;
    // Where surfaces cross, few pairs are found beside the clusters that are near; where they lie on one another, many.
    const bool is_shared = workers.would_share(
        (near_counts[0] + near_counts[1]) * price::near_cluster + found_last_ * price::found_before);
    const RefinementOutcome outcome = search(first, second, wanted, is_shared ? workers : nobody_, meter);
    const std::size_t found_before = pairs.size();
    append_hits(is_swapped, wanted.first_hit_only, pairs);
    found_last_ = pairs.size() - found_before;
    return outcome;
}

/// Leaves the hits in chunk_hits_.
RefinementOutcome
Refinement::search(const RefitBvh& a, const RefitBvh& b, const Wanted& wanted, Workers& workers, WorkMeter& meter)
{
    // Many workers may have had no part in the search before.
    for (const PairPart& chunk : chunk_hits_)
        descents_[chunk.worker].hits.clear();
    chunk_hits_.clear();
    if (can_share(a, b, wanted, workers, meter))
        return search_shared(a, b, wanted, workers, meter);
    if (!levels_.open(*side_a_, *side_b_, workers, meter, pairs_, opened_))
        return {false, pairs_.count};
    if (TACTUS_FAULT(7) && pairs_.count > 1)
        --pairs_.count;
    if (&a == &b)
        keep_each_pair_once(wanted.near.clearance);
    if (pairs_.count == 0)
        return {};

    if (!expand(*side_a_, {pairs_.a.data(), pairs_.count}, workers, meter))
        return {false, pairs_.count};
    open_clusters(workers);
    if (pairs_.count == 0)
        return {};
    if (!expand(*side_b_, {pairs_.b.data(), pairs_.count}, workers, meter))
        return {false, pairs_.count};

    const std::size_t done = descend_all(a, b, wanted, workers, meter);
    const bool has_first_hit =
        wanted.first_hit_only
        && std::any_of(chunk_hits_.begin(), chunk_hits_.end(), [](const PairPart& c) { return c.begin < c.end; });
    if (has_first_hit)
        return {false, std::max<std::uint64_t>(1, pairs_.count - done)};
    return {done == pairs_.count, pairs_.count - done};
}

void Refinement::append_hits(bool is_swapped, bool first_hit_only, Buffer<TrianglePair>& pairs) const
{
    for (const PairPart& chunk : chunk_hits_.span()) {
        const std::size_t count = std::min<std::size_t>(chunk.end - chunk.begin, first_hit_only ? 1 : SIZE_MAX);
        const IndexPair* hits = descents_[chunk.worker].hits.data() + chunk.begin;
        pairs.resize_uninitialised(pairs.size() + count);
        TrianglePair* out = pairs.end() - count;
        for (std::size_t i = 0; i < count; ++i)
            out[i] = is_swapped && !TACTUS_FAULT(9) ? TrianglePair{hits[i].b, hits[i].a}
                                                    : TrianglePair{hits[i].a, hits[i].b};
        if (first_hit_only && count > 0)
            return;
    }
}

std::size_t Refinement::scratch_bytes() const
{
    std::size_t bytes = trees_[0].bytes() + trees_[1].bytes() + levels_.bytes() + pairs_.bytes() + opened_.bytes()
                        + opened_counts_.bytes() + chunk_hits_.bytes();
    for (const Descent& descent : descents_)
        bytes += descent.bytes();
    return bytes;
}

} // namespace tactus
