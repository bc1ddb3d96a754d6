// SPDX-License-Identifier: MIT
#include "tree/clusters/block_tree.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <numeric>
#include <thread>

#include "base/check.h"
#include "base/planted_fault.h"
#include "mesh/feature_owners.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tree/clusters/block_tree.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "tree/clusters/box_block-inl.h"
#include "tree/clusters/expand_by_lookup-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tactus {
namespace HWY_NAMESPACE {

/// Writes a block from up to eight packed boxes, which are made larger as the grid says, and their join.
HWY_INLINE void make_block(
    const GridLanes& grid, const PackedBox* packed, std::size_t count, BoxBlock& block, BlockBox* boxes,
    PackedBox& joined)
{
    alignas(16) std::int16_t eight[8][8];
    for (std::size_t k = 0; k < count; ++k)
        hn::Store(widened_box(grid, hn::Load(half8, packed[k].lanes)), half8, eight[k]);
    for (std::size_t k = count; k < 8; ++k)
        hn::Store(packed_nothing(), half8, eight[k]);
    hn::Store(store_boxes(block, boxes, eight), half8, joined.lanes);
}

void blocks_of_packed(
    const PackedBox* packed, std::size_t count, const BoxGrid& grid, BoxBlock* blocks, BlockBox* boxes,
    PackedBox* joined)
{
    const GridLanes lanes(grid);
    for (std::size_t begin = 0; begin < count; begin += 8) {
        if (count - begin >= 8)
            make_block(lanes, packed + begin, 8, blocks[begin / 8], boxes + begin, joined[begin / 8]);
        else
            make_block(lanes, packed + begin, count - begin, blocks[begin / 8], boxes + begin, joined[begin / 8]);
    }
}

template <bool single_triangles, bool widens>
HWY_INLINE void expand_cluster(
    const ClusterTree::Cluster& cluster, const std::uint32_t* HWY_RESTRICT refs,
    const std::array<std::uint8_t, 4>* HWY_RESTRICT local, const float* HWY_RESTRICT positions, const GridLanes& grid,
    const ExpandedBoxes& out, std::size_t index)
{
    // Each vertex once; then a triangle's box is two minima of three table entries.
    alignas(16) std::int16_t vertices[ClusterTree::no_vertex + 1][8];
    const float* run = positions + 3 * std::size_t(cluster.run_begin);
    std::size_t done = 0;
    for (; done + 1 < cluster.run_count; done += 2)
        store_points(grid, hn::LoadU(float4, run + 3 * done), hn::LoadU(float4, run + 3 * done + 3), vertices[done]);
    for (; done < cluster.run_count; ++done)
        hn::Store(packed_point(grid, hn::LoadU(float4, run + 3 * done)), half8, vertices[done]);
    const std::uint32_t* ref = refs + cluster.ref_begin;
    const auto at = [&](std::uint32_t vertex)
                        HWY_ATTR { return hn::LoadU(float4, positions + 3 * std::size_t(vertex)); };
    const std::uint32_t* const ref_end = ref + cluster.ref_count;
    for (; ref + 1 < ref_end; ref += 2, done += 2)
        store_points(grid, at(ref[0]), at(ref[1]), vertices[done]);
    for (; ref < ref_end; ++ref, ++done)
        hn::Store(packed_point(grid, at(*ref)), half8, vertices[done]);
    if constexpr (widens)
        for (std::size_t k = 0; k < done; ++k)
            hn::Store(widened_box(grid, hn::Load(half8, vertices[k])), half8, vertices[k]);
    hn::Store(packed_nothing(), half8, vertices[ClusterTree::no_vertex]);

    alignas(16) std::int16_t leaves[8][8];
    for (std::size_t leaf = 0; leaf < 8; ++leaf) {
        const auto* corners = local + 8 * leaf;
        const auto box = [&](std::size_t k) HWY_ATTR {
            // One load for three numbers, and each of them times the 16 bytes of an entry by one instruction.
            std::uint32_t t;
            std::memcpy(&t, corners[k].data(), sizeof t);
            const auto entry = [&](std::uint32_t bytes) HWY_ATTR {
                return hn::Load(half8, vertices[0] + (bytes & 0xff0) / sizeof(std::int16_t));
            };
            return hn::Min(hn::Min(entry(t << 4), entry(t >> 4)), entry(t >> 12));
        };
        const Half8 t0 = box(0), t1 = box(1), t2 = box(2), t3 = box(3), t4 = box(4), t5 = box(5), t6 = box(6),
                    t7 = box(7);
        store_block(out.triangle_blocks[8 * index + leaf], t0, t1, t2, t3, t4, t5, t6, t7);
        if constexpr (single_triangles)
            store_each(out.triangle_boxes + 8 * (8 * index + leaf), t0, t1, t2, t3, t4, t5, t6, t7);
        hn::Store(joined(t0, t1, t2, t3, t4, t5, t6, t7), half8, leaves[leaf]);
    }
    store_boxes(out.leaf_blocks[index], out.leaf_boxes + 8 * index, leaves);
}

template <bool single_triangles, bool widens>
void expand_each(
    const ClusterTree& tree, const float* positions, const BoxGrid& grid, const std::uint32_t* clusters,
    std::size_t count, const ExpandedBoxes& out)
{
    const GridLanes lanes(grid);
    for (std::size_t i = 0; i < count; ++i) {
        const ClusterTree::Cluster& cluster = tree.clusters.data()[clusters[i]];
        const auto* local = tree.local.data() + std::size_t(ClusterTree::cluster_size) * clusters[i];
#if HWY_MAX_BYTES >= 64
        if (HWY_LIKELY(std::size_t(cluster.run_count) + cluster.ref_count <= max_looked_up_vertices)) {
            expand_by_lookup<single_triangles, widens>(cluster, tree.refs.data(), local, positions, grid, out, i);
            continue;
        }
#endif
        expand_cluster<single_triangles, widens>(cluster, tree.refs.data(), local, positions, lanes, out, i);
    }
}

/// Brings clusters up to date: writes the boxes of the leaves and triangles of clusters[0], clusters[1], ...
/// Positions are packed floats in the tree's places, with 16 readable bytes after the last.
void expand_clusters_now(
    const ClusterTree& tree, const float* positions, const BoxGrid& grid, const std::uint32_t* clusters,
    std::size_t count, const ExpandedBoxes& out)
{
    const bool widens = grid.widening[0] != 0 || grid.widening[1] != 0 || grid.widening[2] != 0;
    const auto expand = out.triangle_boxes == nullptr ? (widens ? expand_each<false, true> : expand_each<false, false>)
                                                      : (widens ? expand_each<true, true> : expand_each<true, false>);
    expand(tree, positions, grid, clusters, count, out);
}

} // namespace HWY_NAMESPACE
} // namespace tactus
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tactus {

HWY_EXPORT(blocks_of_packed);
HWY_EXPORT(expand_clusters_now);

void BlockTree::begin(
    const ClusterTree& tree, const float* positions, std::span<const std::uint32_t> near,
    std::span<const PackedBox> packed, const BoxGrid& grid, std::span<const std::uint8_t> owned)
{
    TACTUS_CHECK(!near.empty() && packed.size() == near.size());
    tree_ = &tree;
    positions_ = positions;
    near_ = near;
    grid_ = grid;
    owned_ = owned;
    make_levels(packed);
    leaf_block_.resize_uninitialised(near.size());
    std::fill(leaf_block_.begin(), leaf_block_.end(), not_expanded);
    triangle_boxes_.clear();
    expanded_.clear();
}

/// Blocks of level 0, of level 1, ..., each level an eighth of the one below, until one block holds the root alone.
void BlockTree::make_levels(std::span<const PackedBox> packed)
{
    std::size_t block_count = 0;
    for (std::size_t boxes = packed.size(); boxes > 1; boxes = (boxes + 7) / 8)
        block_count += (boxes + 7) / 8;
    ++block_count;
    blocks_.resize_uninitialised(block_count);
    boxes_.resize_uninitialised(8 * block_count);
    joined_.resize_uninitialised(block_count);
    // The joins of the blocks below are the boxes of the next level, and are as large as they are to be.
    BoxGrid grid = grid_;
    std::uint32_t block = 0;
    for (top_level_ = 0;; ++top_level_) {
        base_[top_level_] = block;
        HWY_DYNAMIC_DISPATCH(blocks_of_packed)
        (packed.data(), packed.size(), grid, blocks_.data() + block, boxes_.data() + 8 * std::size_t(block),
         joined_.data() + block);
        if (packed.size() == 1)
            return;
        packed = joined_.span().subspan(block, (packed.size() + 7) / 8);
        block += static_cast<std::uint32_t>(packed.size());
        std::fill(std::begin(grid.widening), std::end(grid.widening), std::int16_t{0});
    }
}

std::size_t BlockTree::plan_expansion(std::span<const std::uint32_t> addresses, SingleBoxes single)
{
    planned_from_ = expanded_.size();
    expanded_.resize_uninitialised(planned_from_ + addresses.size() + 1);
    std::uint32_t* HWY_RESTRICT list = expanded_.data();
    std::uint32_t* HWY_RESTRICT leaf_block = leaf_block_.data();
    std::size_t count = planned_from_;
    // Every cluster is written to the list, and kept there if it is new: no branch to mispredict.
    for (const std::uint32_t address : addresses) {
        const bool is_new = leaf_block[address] == not_expanded;
        list[count] = near_[address];
        leaf_block[address] = is_new ? static_cast<std::uint32_t>(count) : leaf_block[address];
        count += is_new ? 1 : 0;
    }
    expanded_.resize_uninitialised(count);
    make_room(count, single);
    return count - planned_from_;
}

/// For the leaves and triangles of so many clusters.
void BlockTree::make_room(std::size_t count, SingleBoxes single)
{
    leaf_blocks_.resize_uninitialised(count);
    leaf_boxes_.resize_uninitialised(8 * count);
    triangle_blocks_.resize_uninitialised(8 * count);
    if (single == SingleBoxes::of_leaves_and_triangles)
        triangle_boxes_.resize_uninitialised(64 * count);
    slot_of_leaf_.resize_uninitialised(8 * count);
    if (!owned_.empty())
        leaf_owners_.resize_uninitialised(8 * count);
}

void BlockTree::expand_range(std::size_t begin, std::size_t end)
{
    expand(expanded_.data() + planned_from_ + begin, end - begin, planned_from_ + begin);
}

void BlockTree::make_room_for_all(SingleBoxes single)
{
    make_room(near_.size(), single);
    std::iota(leaf_block_.begin(), leaf_block_.end(), 0u);
    claims_.resize_uninitialised(near_.size());
    std::fill(claims_.begin(), claims_.end(), Claim::none);
}

std::size_t BlockTree::expand_together(std::span<const std::uint32_t> addresses)
{
    const auto claim_of = [&](std::uint32_t address) { return std::atomic_ref(claims_.data()[address]); };
    std::size_t count = 0;
    bool has_all = true;
    std::uint32_t last = not_expanded;
    for (const std::uint32_t address : addresses) {
        // One after another many pairs name the same cluster.
        if (address == last)
            continue;
        last = address;
        const auto claim = claim_of(address);
        Claim found = claim.load(std::memory_order_acquire);
        if (found == Claim::none
            && claim.compare_exchange_strong(
                found, Claim::begun, std::memory_order_acquire, std::memory_order_acquire)) {
            expand(near_.data() + address, 1, address);
            claim.store(Claim::done, std::memory_order_release);
            ++count;
        } else if (found == Claim::begun) {
            has_all = false;
        }
    }
    if (has_all)
        return count;
    for (const std::uint32_t address : addresses)
        while (claim_of(address).load(std::memory_order_acquire) == Claim::begun)
            std::this_thread::yield();
    return count;
}

/// Makes the boxes of these clusters, from this block of leaves on.
void BlockTree::expand(const std::uint32_t* clusters, std::size_t count, std::size_t block)
{
    const ExpandedBoxes out = {
        .leaf_blocks = leaf_blocks_.data() + block,
        .leaf_boxes = leaf_boxes_.data() + 8 * block,
        .triangle_blocks = triangle_blocks_.data() + 8 * block,
        .triangle_boxes = triangle_boxes_.empty() ? nullptr : triangle_boxes_.data() + 64 * block};
    HWY_DYNAMIC_DISPATCH(expand_clusters_now)(*tree_, positions_, grid_, clusters, count, out);
    for (std::size_t i = 0; i < count; ++i)
        for (std::uint32_t leaf = 0; leaf < 8; ++leaf)
            slot_of_leaf_.data()[8 * (block + i) + leaf] = clusters[i] * ClusterTree::cluster_size + 8 * leaf;
    if (!owned_.empty())
        for (std::size_t leaf = 8 * block; leaf < 8 * (block + count); ++leaf)
            leaf_owners_.data()[leaf] = owners_of_leaf(slot_of_leaf_.data()[leaf]);
}

LeafOwners BlockTree::owners_of_leaf(std::uint32_t first_slot) const
{
    const std::uint32_t* triangles = tree_->triangle_of_slot.data() + first_slot;
    unsigned vertices = 0, edges = 0;
    for (unsigned k = 0; k < 8; ++k) {
        // An empty slot owns nothing. This branch is foreseen: most trees have such slots at their end alone.
        const std::uint8_t owned = triangles[k] != ClusterTree::no_triangle ? owned_[triangles[k]] : 0;
        vertices |= unsigned{(owned & FeatureOwners::corner_bits) != 0} << k;
        edges |= unsigned{(owned & FeatureOwners::edge_bits) != 0 && !(TACTUS_FAULT(151) && k == 0)} << k;
    }
    return {static_cast<std::uint8_t>(vertices), static_cast<std::uint8_t>(edges)};
}

std::size_t BlockTree::bytes() const
{
    return blocks_.bytes() + boxes_.bytes() + leaf_block_.bytes() + leaf_blocks_.bytes() + leaf_boxes_.bytes()
           + triangle_blocks_.bytes() + triangle_boxes_.bytes() + slot_of_leaf_.bytes() + leaf_owners_.bytes()
           + expanded_.bytes() + claims_.bytes() + joined_.bytes();
}

} // namespace tactus
#endif
