// SPDX-License-Identifier: MIT
// How sure float is. With L a triangle's longest edge and e = 2^-24, edges are off by e L, the components of the normal
// by less than 8 e L^2, and the altitude, which is the normal over L, by less than 16 e L; seen along a way that is off
// by 4 e, by less than 8 e L more: 2^-18 L is taken off. What overflows or is not a number is larger than nothing, and
// so not clear; what underflows is too short.
#include "search/self/windows/self_clearance.h"

#include <algorithm>
#include <array>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "search/self/windows/self_clearance.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "base/planted_fault.h"
#include "base/work_prices.h"
#include "geometry/lanes/point_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tactus::HWY_NAMESPACE {
namespace {

// Corner k of four triangles that follow each other.
HWY_INLINE Points four_corners(const float* positions, const std::array<std::uint32_t, 3>* indices, std::size_t k)
{
    return transposed(
        vertex(positions, indices[0][k]), vertex(positions, indices[1][k]), vertex(positions, indices[2][k]),
        vertex(positions, indices[3][k]));
}

} // namespace

void find_altitudes(
    const ClusterTree& tree, const float* positions, std::size_t leaf_begin, std::size_t leaf_end,
    SelfClearance::Altitudes* altitudes)
{
    for (std::size_t leaf = leaf_begin; leaf < leaf_end; ++leaf) {
        SelfClearance::Altitudes& of = altitudes[leaf];
        for (std::size_t lane = 0; lane < 8; lane += 4) {
            const std::size_t slot = 8 * leaf + lane;
            const std::array<std::uint32_t, 3>* indices = tree.indices.data() + slot;
            const Points a = four_corners(positions, indices, 0);
            const Points e = four_corners(positions, indices, 1) - a;
            const Points f = four_corners(positions, indices, 2) - a;
            const Points g = f - e;
            const Float4 longest = hn::Sqrt(hn::Max(hn::Max(dot(e, e), dot(f, f)), dot(g, g)));
            const auto is_empty = hn::RebindMask(
                float4,
                hn::Eq(
                    hn::LoadU(word4, tree.triangle_of_slot.data() + slot), hn::Set(word4, ClusterTree::no_triangle)));
            const Float4 one_over = hn::IfThenZeroElse(is_empty, hn::Div(hn::Set(float4, 1.0f), longest));
            const auto store = [&](Float4 ey, Float4 fz, Float4 ez, Float4 fy, float* to) HWY_ATTR {
                hn::Store(hn::Mul(hn::Sub(hn::Mul(ey, fz), hn::Mul(ez, fy)), one_over), float4, to + lane);
            };
            store(e.y, f.z, e.z, f.y, of.along[0]);
            store(e.z, f.x, e.x, f.z, of.along[1]);
            store(e.x, f.y, e.y, f.x, of.along[2]);
            hn::Store(
                hn::IfThenElse(is_empty, hn::Set(float4, -HUGE_VALF), hn::Mul(longest, hn::Set(float4, 0x1p-18f))),
                float4, of.slack + lane);
        }
    }
}

bool all_longer(
    const SelfClearance::Altitudes* altitudes, const std::uint32_t* leaves, std::size_t count, const float* way,
    float distance)
{
    const Float4 x = hn::Set(float4, way[0]), y = hn::Set(float4, way[1]), z = hn::Set(float4, way[2]);
    const Float4 least = hn::Set(float4, distance);
    auto longer = hn::Eq(x, x);
    for (std::size_t k = 0; k < count; ++k) {
        const SelfClearance::Altitudes& of = altitudes[leaves[k]];
        for (std::size_t lane = 0; lane < 8; lane += 4) {
            const auto load = [&](const float* from) HWY_ATTR { return hn::Load(float4, from + lane); };
            const Float4 seen = hn::Add(
                hn::Add(hn::Mul(load(of.along[0]), x), hn::Mul(load(of.along[1]), y)), hn::Mul(load(of.along[2]), z));
            longer = hn::And(longer, hn::Gt(hn::Sub(seen, load(of.slack)), least));
        }
    }
    return hn::AllTrue(float4, longer);
}

} // namespace tactus::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tactus {
namespace {

HWY_EXPORT(find_altitudes);
HWY_EXPORT(all_longer);

constexpr std::size_t clusters_a_batch = 8;
constexpr std::uint64_t every_byte = 0x0101010101010101;
constexpr std::uint64_t all_leaves = ~std::uint64_t{0};

/// All bits of each byte that is not zero.
std::uint64_t filled_bytes(std::uint64_t bytes)
{
    constexpr std::uint64_t low_bits = 0x7f * every_byte;
    return (((((bytes & low_bits) + low_bits) | bytes) & ~low_bits) >> 7) * 255;
}

/// The bits that are set in any byte, in every byte.
std::uint64_t joined_bytes(std::uint64_t bytes)
{
    bytes |= bytes >> 32;
    bytes |= bytes >> 16;
    bytes |= bytes >> 8;
    return (bytes & 255) * every_byte;
}

/// A grid whose cells are about cubes shows surfaces along their normals, not aslant.
Box cube_around(const Box& box)
{
    // Halves are taken before differences, which could overflow.
    const Vec3 half = box.upper * 0.5f - box.lower * 0.5f;
    const float most = std::max({half.x, half.y, half.z});
    const Vec3 more = {most - half.x, most - half.y, most - half.z};
    return {min(box.lower, box.lower - more), max(box.upper, box.upper + more)};
}

} // namespace

bool SelfClearance::is_clear(const Windows& windows, std::size_t window) const
{
    WindowView view;
    if (!windows.windows[window].core_is_inside || !window_holds(windows, window, blocks_, view))
        return false;
    const double way[3] = {
        view.along[0] / double(grid_.scale.x), view.along[1] / double(grid_.scale.y),
        view.along[2] / double(grid_.scale.z)};
    const double one_over = 1.0 / std::sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
    const float unit[3] = {
        static_cast<float>(way[0] * one_over), static_cast<float>(way[1] * one_over),
        static_cast<float>(way[2] * one_over)};
    return HWY_DYNAMIC_DISPATCH(all_longer)(
        altitudes_.data(), windows.leaves[window].data(), windows.leaves[window].size(), unit,
        distance_ * (1.0f + 0x1p-16f));
}

void SelfClearance::update(const SelfBody& body, float distance, Workers& workers)
{
    const std::size_t clusters = body.tree.cluster_count();
    adjacent_ = &body.tables.adjacent;
    distance_ = distance;
    const Box cube = cube_around(body.root);
    grid_ = SelfBlocks::grid_over(cube);
    blocks_.update(body.tree, body.positions, cube, workers, WorkMeter(Budget::unlimited()));
    altitudes_.resize_uninitialised(8 * clusters);
    holds_.resize_uninitialised(2 * clusters);
    workers.for_each_chunk(
        clusters, clusters_a_batch, price::spread_cluster,
        [&](std::size_t, std::size_t begin, std::size_t end, std::uint32_t) {
            HWY_DYNAMIC_DISPATCH(find_altitudes)(body.tree, body.positions, 8 * begin, 8 * end, altitudes_.data());
        });
    const Windows& windows = body.tables.windows;
    workers.for_each_chunk(
        clusters, clusters_a_batch, price::spread_cluster,
        [&](std::size_t, std::size_t begin, std::size_t end, std::uint32_t) {
            for (std::size_t cluster = begin; cluster < end; ++cluster) {
                const std::size_t window = Windows::per_cluster * cluster;
                const bool is_whole = is_clear(windows, window);
                for (std::size_t half = 0; half < 2; ++half)
                    holds_[2 * cluster + half] = is_whole                               ? WindowHolds::whole
                                                 : is_clear(windows, window + 1 + half) ? WindowHolds::half
                                                                                        : WindowHolds::no;
            }
        });
}

std::uint64_t SelfClearance::open_leaves(std::uint32_t a, std::uint32_t b) const
{
    std::uint64_t adjacent = 0;
    for (const AdjacentPair& pair : adjacent_->levels[1].of(a))
        if (pair.b == b)
            adjacent = ~pair.apart;
    if (a == b) {
        // Only half of it is listed: what one leaf is to another, that is to it.
        std::uint64_t both = 0;
        for (int j = 0; j < 8; ++j)
            for (int i = 0; i < j; ++i)
                if ((adjacent >> (8 * j + i) & 1) != 0)
                    both |= std::uint64_t{1} << (8 * j + i) | std::uint64_t{1} << (8 * i + j);
        adjacent = both;
    }
    std::uint64_t clear = 0;
    for (std::uint32_t half = 0; half < 2; ++half) {
        // A window holds its core, and what shares a vertex with it.
        const auto core = [](WindowHolds holds, std::uint64_t of_half) {
            return holds == WindowHolds::no ? 0 : holds == WindowHolds::half ? of_half : all_leaves;
        };
        const std::uint64_t rows_of_half = std::uint64_t{0xffffffff} << (32 * half);
        const std::uint64_t columns_of_a = core(holds_[2 * a + half], (std::uint64_t{15} << (4 * half)) * every_byte);
        const std::uint64_t rows_of_a = core(holds_[2 * a + half], rows_of_half);
        const std::uint64_t rows_of_b = core(holds_[2 * b + half], rows_of_half);
        clear |= filled_bytes(adjacent & columns_of_a) & columns_of_a;
        clear |= joined_bytes(adjacent & rows_of_b) & rows_of_b;
        if (a == b)
            clear |= columns_of_a & rows_of_a;
    }
    return TACTUS_FAULT(21) ? ~clear & ~adjacent : ~clear;
}

} // namespace tactus
#endif
