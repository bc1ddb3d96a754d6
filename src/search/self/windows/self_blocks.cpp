// SPDX-License-Identifier: MIT
#include "search/self/windows/self_blocks.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "search/self/windows/self_blocks.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "base/lanes-inl.h"
#include "base/work_prices.h"

HWY_BEFORE_NAMESPACE();
namespace tactus {
namespace HWY_NAMESPACE {
namespace {

void place_on_grid(
    const float* HWY_RESTRICT positions, std::size_t begin, std::size_t end, const BoxGrid& grid,
    GridPoint* HWY_RESTRICT points)
{
    alignas(16) const float o[4] = {grid.origin.x, grid.origin.y, grid.origin.z, 0.0f};
    alignas(16) const float s[4] = {grid.scale.x, grid.scale.y, grid.scale.z, 0.0f};
    const auto origin = hn::Load(float4, o), scale = hn::Load(float4, s);
    const auto place = [&](const float* position, std::size_t v) HWY_ATTR {
        const auto scaled = hn::Mul(hn::Sub(hn::LoadU(float4, position), origin), scale);
        // Demoting saturates, so that nothing need be clamped here.
        hn::StoreU(hn::DemoteTo(half4, hn::NearestInt(scaled)), half4, &points[v].x);
    };
    for (std::size_t v = begin; v + 1 < end; ++v)
        place(positions + 3 * v, v);
    // Nothing need be readable after the last vertex.
    const float last[4] = {positions[3 * end - 3], positions[3 * end - 2], positions[3 * end - 1], 0.0f};
    place(last, end - 1);
}

struct Corners {
    Half8 x, y, z;
};

/// One corner of each of eight triangles, side by side.
HWY_INLINE Corners corners(const GridPoint* HWY_RESTRICT points, const std::uint32_t* HWY_RESTRICT indices)
{
    const auto load = [&](int k) HWY_ATTR { return hn::LoadU(half8, &points[indices[3 * k]].x); };
    const auto pairs = [&](int k)
                           HWY_ATTR { return hn::BitCast(int4, hn::InterleaveLower(half8, load(k), load(k + 1))); };
    const auto p0 = pairs(0), p2 = pairs(2), p4 = pairs(4), p6 = pairs(6);
    const auto xy0 = hn::BitCast(long2, hn::InterleaveLower(int4, p0, p2));
    const auto xy4 = hn::BitCast(long2, hn::InterleaveLower(int4, p4, p6));
    const auto zw0 = hn::BitCast(long2, hn::InterleaveUpper(int4, p0, p2));
    const auto zw4 = hn::BitCast(long2, hn::InterleaveUpper(int4, p4, p6));
    return {
        hn::BitCast(half8, hn::InterleaveLower(long2, xy0, xy4)),
        hn::BitCast(half8, hn::InterleaveUpper(long2, xy0, xy4)),
        hn::BitCast(half8, hn::InterleaveLower(long2, zw0, zw4))};
}

#if HWY_TARGET == HWY_NEON
HWY_INLINE Half8 pair_min(Half8 a, Half8 b) { return Half8(vpminq_s16(a.raw, b.raw)); }
HWY_INLINE Half8 pair_max(Half8 a, Half8 b) { return Half8(vpmaxq_s16(a.raw, b.raw)); }
#else
HWY_INLINE Half8 pair_min(Half8 a, Half8 b) { return hn::Min(hn::ConcatEven(half8, b, a), hn::ConcatOdd(half8, b, a)); }
HWY_INLINE Half8 pair_max(Half8 a, Half8 b) { return hn::Max(hn::ConcatEven(half8, b, a), hn::ConcatOdd(half8, b, a)); }
#endif

/// The boxes of eight blocks, as one block.
HWY_INLINE void join_blocks(const BoxBlock* HWY_RESTRICT blocks, BoxBlock& joined)
{
    for (int axis = 0; axis < 3; ++axis) {
        const auto low = [&](int k) HWY_ATTR { return hn::Load(half8, blocks[k].lower[axis]); };
        const auto high = [&](int k) HWY_ATTR { return hn::Load(half8, blocks[k].upper[axis]); };
        const Half8 l = pair_min(
            pair_min(pair_min(low(0), low(1)), pair_min(low(2), low(3))),
            pair_min(pair_min(low(4), low(5)), pair_min(low(6), low(7))));
        const Half8 h = pair_max(
            pair_max(pair_max(high(0), high(1)), pair_max(high(2), high(3))),
            pair_max(pair_max(high(4), high(5)), pair_max(high(6), high(7))));
        hn::Store(l, half8, joined.lower[axis]);
        hn::Store(h, half8, joined.upper[axis]);
    }
}

/// The normals of the triangles of one leaf, and how far off each of their components may be.
struct LeafNormals {
    std::int16_t normal[3][8];
    std::int16_t error;
};

HWY_INLINE std::uint32_t largest_lane(UHalf8 v)
{
#if HWY_TARGET == HWY_NEON
    return vmaxvq_u16(v.raw);
#else
    return hn::GetLane(hn::MaxOfLanes(uhalf8, v));
#endif
}

// How far off. Let m be the largest component of the edges e, f of a leaf's triangles, in cells. A vertex stands within
// 0.504 cells of its point: half a cell, and two float roundings of at most 2^-24 * 2^15 each. So components of edges
// are off by at most 1.008, and a component of their cross product, e_y f_z - e_z f_y, by at most 4 * 1.008 m + 2
// * 1.008^2 < 4.04 m + 2.04. Edges are scaled by 2^s such that m 2^s < 2^14 and their products by 2^-15, each of the
// two rounded to the nearest: the bound becomes (4.04 m + 2.04) 2^(2 s - 15) + 1, and what is stored is above it.
// Nothing overflows: products are below 2^13.
HWY_INLINE void find_normals(const Corners& a, const Corners& b, const Corners& c, LeafNormals& out)
{
    const Half8 ex = hn::SaturatedSub(b.x, a.x), ey = hn::SaturatedSub(b.y, a.y), ez = hn::SaturatedSub(b.z, a.z);
    const Half8 fx = hn::SaturatedSub(c.x, a.x), fy = hn::SaturatedSub(c.y, a.y), fz = hn::SaturatedSub(c.z, a.z);
    const auto size = [](Half8 v) HWY_ATTR { return hn::BitCast(uhalf8, hn::Abs(v)); };
    const std::uint32_t m = largest_lane(
        hn::Max(hn::Max(hn::Max(size(ex), size(ey)), hn::Max(size(ez), size(fx))), hn::Max(size(fy), size(fz))));
    // A leaf as large as half the grid is not certain of anything.
    const int s = std::max(std::countl_zero(static_cast<std::uint16_t>(m | 1)) - 2, 0);
    const auto times = [s](Half8 u, Half8 v)
                           HWY_ATTR { return hn::MulFixedPoint15(hn::ShiftLeftSame(u, s), hn::ShiftLeftSame(v, s)); };
    hn::StoreU(hn::SaturatedSub(times(ey, fz), times(ez, fy)), half8, out.normal[0]);
    hn::StoreU(hn::SaturatedSub(times(ez, fx), times(ex, fz)), half8, out.normal[1]);
    hn::StoreU(hn::SaturatedSub(times(ex, fy), times(ey, fx)), half8, out.normal[2]);
    const std::uint64_t error = (((65 * std::uint64_t{m} + 33) << (2 * s)) >> 19) + 3;
    out.error = static_cast<std::int16_t>(m >= (1u << 14) ? 32767u : std::min<std::uint64_t>(error, 32767u));
}

/// The boxes around the normals of eight leaves.
HWY_INLINE void box_normals(const LeafNormals* HWY_RESTRICT leaves, NormalBox* HWY_RESTRICT boxes)
{
    alignas(16) std::int16_t errors[8];
    for (int k = 0; k < 8; ++k)
        errors[k] = leaves[k].error;
    const Half8 error = hn::Load(half8, errors);
    const Half8 zero = hn::Zero(half8);
    Half8 row[8] = {zero, zero, zero, zero, zero, zero, zero, zero};
    for (int axis = 0; axis < 3; ++axis) {
        const auto n = [&](int k) HWY_ATTR { return hn::LoadU(half8, leaves[k].normal[axis]); };
        row[axis] = hn::SaturatedSub(
            pair_min(
                pair_min(pair_min(n(0), n(1)), pair_min(n(2), n(3))),
                pair_min(pair_min(n(4), n(5)), pair_min(n(6), n(7)))),
            error);
        row[4 + axis] = hn::Not(hn::SaturatedAdd(
            pair_max(
                pair_max(pair_max(n(0), n(1)), pair_max(n(2), n(3))),
                pair_max(pair_max(n(4), n(5)), pair_max(n(6), n(7)))),
            error));
    }
    Half8 next[8];
    for (int step = 0; step < 3; ++step) {
        for (int k = 0; k < 4; ++k) {
            next[2 * k] = hn::InterleaveLower(half8, row[k], row[k + 4]);
            next[2 * k + 1] = hn::InterleaveUpper(half8, row[k], row[k + 4]);
        }
        for (int k = 0; k < 8; ++k)
            row[k] = next[k];
    }
    for (int k = 0; k < 8; ++k)
        hn::Store(row[k], half8, boxes[k].lower);
}

/// Empties the places of slots that hold no triangle, and gives them the normal of one that does.
HWY_NOINLINE void empty_places(const std::uint32_t* triangle_of_slot, BoxBlock& block, LeafNormals& normals)
{
    int present = 0;
    for (int k = 0; k < 8; ++k)
        if (triangle_of_slot[k] != ClusterTree::no_triangle)
            present = k;
    for (int k = 0; k < 8; ++k)
        if (triangle_of_slot[k] == ClusterTree::no_triangle)
            for (int axis = 0; axis < 3; ++axis) {
                block.lower[axis][k] = 32767;
                block.upper[axis][k] = -32768;
                normals.normal[axis][k] = normals.normal[axis][present];
            }
}

void make_leaves(
    const ClusterTree& tree, const GridPoint* HWY_RESTRICT points, std::size_t cluster_begin, std::size_t cluster_end,
    BoxBlock* HWY_RESTRICT leaves, BoxBlock* HWY_RESTRICT clusters, NormalBox* HWY_RESTRICT normals)
{
    const std::uint32_t* triangle_of_slot = tree.triangle_of_slot.data();
    for (std::size_t cluster = cluster_begin; cluster < cluster_end; ++cluster) {
        LeafNormals leaf_normals[8];
        std::uint32_t most = 0;
        for (std::size_t k = 0; k < 8; ++k) {
            const std::size_t leaf = 8 * cluster + k;
            const std::uint32_t* indices = tree.indices.data()[8 * leaf].data();
            const Corners a = corners(points, indices), b = corners(points, indices + 1),
                          c = corners(points, indices + 2);
            BoxBlock& block = leaves[leaf];
            hn::Store(hn::Min(hn::Min(a.x, b.x), c.x), half8, block.lower[0]);
            hn::Store(hn::Min(hn::Min(a.y, b.y), c.y), half8, block.lower[1]);
            hn::Store(hn::Min(hn::Min(a.z, b.z), c.z), half8, block.lower[2]);
            hn::Store(hn::Max(hn::Max(a.x, b.x), c.x), half8, block.upper[0]);
            hn::Store(hn::Max(hn::Max(a.y, b.y), c.y), half8, block.upper[1]);
            hn::Store(hn::Max(hn::Max(a.z, b.z), c.z), half8, block.upper[2]);
            find_normals(a, b, c, leaf_normals[k]);
            // An empty slot's triangle has the largest number there is.
            for (int slot = 0; slot < 8; ++slot)
                most = std::max(most, triangle_of_slot[8 * leaf + slot]);
        }
        if (most == ClusterTree::no_triangle)
            for (std::size_t k = 0; k < 8; ++k)
                empty_places(triangle_of_slot + 64 * cluster + 8 * k, leaves[8 * cluster + k], leaf_normals[k]);
        join_blocks(leaves + 8 * cluster, clusters[cluster]);
        box_normals(leaf_normals, normals + 8 * cluster);
    }
}

void join_level(const BoxBlock* children, std::size_t begin, std::size_t end, BoxBlock* parents)
{
    for (std::size_t p = begin; p < end; ++p)
        join_blocks(children + 8 * p, parents[p]);
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace tactus
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tactus {

HWY_EXPORT(place_on_grid);
HWY_EXPORT(make_leaves);
HWY_EXPORT(join_level);

BoxGrid SelfBlocks::grid_over(const Box& root)
{
    // Halves first, so that neither the sum nor the difference of the largest floats overflows.
    const auto origin = [](float low, float high) { return 0.5f * low + 0.5f * high; };
    const auto scale = [](float low, float high) {
        const float half = 0.5f * high - 0.5f * low;
        // A cell is never finer than the floats themselves can tell apart at this distance from zero.
        const float finest = std::max(std::max(std::abs(low), std::abs(high)) * 0x1p-22f, 0x1p-110f);
        return 32766.0f / std::max(half * 1.0001f, finest);
    };
    return {
        {origin(root.lower.x, root.upper.x), origin(root.lower.y, root.upper.y), origin(root.lower.z, root.upper.z)},
        {scale(root.lower.x, root.upper.x), scale(root.lower.y, root.upper.y), scale(root.lower.z, root.upper.z)}};
}

bool SelfBlocks::update(
    const ClusterTree& tree, const float* positions, const Box& root, Workers& workers, const WorkMeter& meter)
{
    level_count_ = 0;
    std::uint32_t count = 8 * tree.cluster_count();
    for (;;) {
        const std::uint32_t full = (count + 7) / 8 * 8;
        node_counts_[level_count_] = count;
        levels_[level_count_].resize_uninitialised(full);
        for (std::uint32_t n = count; n < full; ++n)
            for (int axis = 0; axis < 3; ++axis) {
                std::fill_n(levels_[level_count_][n].lower[axis], 8, std::int16_t{32767});
                std::fill_n(levels_[level_count_][n].upper[axis], 8, std::int16_t{-32768});
            }
        ++level_count_;
        if (count <= 1)
            break;
        count = (count + 7) / 8;
    }
    const BoxGrid grid = grid_over(root);
    points_.resize_uninitialised(tree.used_vertex_count);
    normals_.resize_uninitialised(8 * std::size_t{tree.cluster_count()});
    std::atomic<bool> in_time = true;
    const auto unless_late = [&](auto work) {
        return [&, work](std::size_t, std::size_t begin, std::size_t end, std::uint32_t) {
            if (meter.deadline_passed())
                in_time = false;
            else
                work(begin, end);
        };
    };
    workers.for_each_chunk(
        tree.used_vertex_count, 1024, price::streamed_vertex, unless_late([&](std::size_t begin, std::size_t end) {
            HWY_DYNAMIC_DISPATCH(place_on_grid)(positions, begin, end, grid, points_.data());
        }));
    const auto join = [&](std::uint32_t level, std::size_t begin, std::size_t end) {
        HWY_DYNAMIC_DISPATCH(join_level)(levels_[level - 1].data(), begin, end, levels_[level].data());
    };
    // A chunk is whole nodes of the level above the clusters.
    workers.for_each_chunk(
        tree.cluster_count(), 16, price::spread_cluster, unless_late([&](std::size_t begin, std::size_t end) {
            HWY_DYNAMIC_DISPATCH(make_leaves)
            (tree, points_.data(), begin, end, levels_[0].data(), levels_[1].data(), normals_.data());
            if (level_count_ > 2)
                join(2, begin / 8, (end + 7) / 8);
        }));
    for (std::uint32_t level = 3; level < level_count_; ++level)
        join(level, 0, node_counts_[level]);
    return in_time;
}

std::size_t SelfBlocks::bytes() const
{
    std::size_t sum = points_.bytes() + normals_.bytes();
    for (const auto& level : levels_)
        sum += level.bytes();
    return sum;
}

} // namespace tactus
#endif
