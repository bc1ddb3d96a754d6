// SPDX-License-Identifier: MIT
#include "tree/clusters/cluster_boxes.h"

#include <cstring>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tree/clusters/cluster_boxes.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "base/lanes-inl.h"
#include "tree/clusters/box_block-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tactus {
namespace HWY_NAMESPACE {

/// A box that grows, and a sum that turns nan with the first coordinate that is not finite.
struct GrowingBox {
    Float4 lower;
    Float4 upper;
    Float4 doubt;

    HWY_INLINE GrowingBox()
        : lower(hn::Set(float4, std::numeric_limits<float>::infinity())), upper(hn::Neg(lower)), doubt(hn::Zero(float4))
    {
    }
    HWY_INLINE void add(Float4 point)
    {
        lower = hn::Min(lower, point);
        upper = hn::Max(upper, point);
        doubt = hn::Add(doubt, hn::Sub(point, point));
    }
    HWY_INLINE void join(const GrowingBox& other)
    {
        lower = hn::Min(lower, other.lower);
        upper = hn::Max(upper, other.upper);
        doubt = hn::Add(doubt, other.doubt);
    }
    HWY_INLINE void store(LaneBox& box) const
    {
        hn::Store(lower, float4, box.lower);
        hn::Store(upper, float4, box.upper);
    }
};

HWY_INLINE bool all_finite(Float4 doubt)
{
    alignas(16) float lanes[4];
    hn::Store(doubt, float4, lanes);
    return lanes[0] == 0.0f && lanes[1] == 0.0f && lanes[2] == 0.0f;
}

/// New positions usually come from memory that no cache holds, in an order that no prefetcher guesses.
constexpr std::size_t look_ahead = ClusterTree::look_ahead;

/// Copies a run of places from the caller's array, growing the box with them. The last vertex is stored by its three
/// numbers alone: a whole register would reach into the next run, which another worker may have written already.
template <class Visit>
HWY_INLINE void copy_run(
    const ClusterTree::Cluster& cluster, const std::uint32_t* HWY_RESTRICT order, const float* HWY_RESTRICT given,
    std::uint32_t last_given, float* HWY_RESTRICT places, Visit visit)
{
    if (cluster.run_count == 0)
        return;
    const std::size_t begin = cluster.run_begin, last = begin + cluster.run_count - 1;
    const auto copy_last = [&](std::size_t place) HWY_ATTR {
        alignas(16) float vertex[4] = {};
        std::memcpy(vertex, given + 3 * std::size_t(order[place]), 12);
        std::memcpy(places + 3 * place, vertex, 12);
        visit(hn::Load(float4, vertex));
    };
    for (std::size_t place = begin; place < last; ++place) {
        // The caller's array may end with its last vertex, so that one is not read by a whole register.
        if (HWY_UNLIKELY(order[place] == last_given)) {
            copy_last(place);
            continue;
        }
        hwy::Prefetch(given + 3 * std::size_t(order[place + look_ahead]));
        const Float4 vertex = hn::LoadU(float4, given + 3 * std::size_t(order[place]));
        hn::StoreU(vertex, float4, places + 3 * place);
        visit(vertex);
    }
    copy_last(last);
}

bool copy_and_box_clusters_now(
    const ClusterTree& tree, const float* given, float* places, std::uint32_t begin, std::uint32_t end, LaneBox* boxes)
{
    Float4 doubt = hn::Zero(float4);
    const std::uint32_t* refs = tree.refs.data();
    for (std::uint32_t c = begin; c < end; ++c) {
        const ClusterTree::Cluster cluster = tree.clusters.data()[c];
        GrowingBox box;
        copy_run(cluster, tree.vertex_order.data(), given, tree.vertex_count - 1, places, [&](Float4 vertex) HWY_ATTR {
            box.add(vertex);
        });
        for (std::size_t k = 0; k < cluster.ref_count; ++k)
            box.add(hn::LoadU(float4, places + 3 * std::size_t(refs[cluster.ref_begin + k])));
        box.store(boxes[c]);
        doubt = hn::Add(doubt, box.doubt);
    }
    return all_finite(doubt);
}

void copy_runs_now(const ClusterTree& tree, const float* given, float* places, std::uint32_t begin, std::uint32_t end)
{
    for (std::uint32_t c = begin; c < end; ++c)
        copy_run(
            tree.clusters.data()[c], tree.vertex_order.data(), given, tree.vertex_count - 1, places,
            [](Float4) HWY_ATTR {});
}

HWY_INLINE GrowingBox box_of_cluster(
    const ClusterTree::Cluster& cluster, const std::uint32_t* HWY_RESTRICT refs, const float* HWY_RESTRICT places)
{
    // Two boxes by turns: each addition waits for the one before to the same box.
    GrowingBox box, other;
    const float* run = places + 3 * std::size_t(cluster.run_begin);
    for (std::size_t k = 0; k < cluster.run_count; ++k)
        box.add(hn::LoadU(float4, run + 3 * k));
    const auto at = [&](std::size_t k) HWY_ATTR {
        hwy::Prefetch(places + 3 * std::size_t(refs[k + look_ahead]));
        return hn::LoadU(float4, places + 3 * std::size_t(refs[k]));
    };
    std::size_t k = cluster.ref_begin;
    const std::size_t end = k + cluster.ref_count;
    for (; k + 1 < end; k += 2) {
        box.add(at(k));
        other.add(at(k + 1));
    }
    if (k < end)
        box.add(at(k));
    box.join(other);
    return box;
}

bool box_clusters_now(
    const ClusterTree& tree, const float* places, std::uint32_t begin, std::uint32_t end, LaneBox* boxes)
{
    Float4 doubt = hn::Zero(float4);
    for (std::uint32_t c = begin; c < end; ++c) {
        const GrowingBox box = box_of_cluster(tree.clusters.data()[c], tree.refs.data(), places);
        box.store(boxes[c]);
        doubt = hn::Add(doubt, box.doubt);
    }
    return all_finite(doubt);
}

void box_listed_clusters_now(
    const ClusterTree& tree, const float* places, const std::uint32_t* clusters, std::size_t count, LaneBox* boxes)
{
    for (std::size_t i = 0; i < count; ++i)
        box_of_cluster(tree.clusters.data()[clusters[i]], tree.refs.data(), places).store(boxes[clusters[i]]);
}

HWY_INLINE Float4 lanes_of(Vec3 v)
{
    alignas(16) const float lanes[4] = {v.x, v.y, v.z, 0.0f};
    return hn::Load(float4, lanes);
}

/// 1 if the first three lanes of the box reach from below `upper` to above `lower`.
HWY_INLINE std::size_t reaches(const LaneBox& box, Float4 lower, Float4 upper)
{
    std::uint8_t bits[8];
    hn::StoreMaskBits(
        float4, hn::And(hn::Le(hn::Load(float4, box.lower), upper), hn::Ge(hn::Load(float4, box.upper), lower)), bits);
    return (bits[0] & 7) == 7 ? 1 : 0;
}

std::size_t list_near_clusters_now(
    const LaneBox* boxes, const double* travel_then, double travel, std::size_t begin, std::size_t end,
    const Box& region, std::uint32_t* near)
{
    // Every rounding here is under 2^-23 of one of its operands, so these margins leave nothing out.
    const Float4 margin = hn::Set(float4, 4e-7f);
    const Float4 lower = lanes_of(region.lower), upper = lanes_of(region.upper);
    const Float4 low = hn::Sub(lower, hn::Mul(hn::Abs(lower), margin));
    const Float4 high = hn::Add(upper, hn::Mul(hn::Abs(upper), margin));
    std::size_t found = 0;
    for (std::size_t c = begin; c < end; ++c) {
        const Float4 slack = hn::Set(float4, static_cast<float>((travel - travel_then[c]) * 1.000001));
        near[found] = static_cast<std::uint32_t>(c);
        found += reaches(boxes[c], hn::Sub(low, slack), hn::Add(high, slack));
    }
    return found;
}

std::size_t keep_near_clusters_now(const LaneBox* boxes, const Box& region, std::uint32_t* near, std::size_t count)
{
    const Float4 lower = lanes_of(region.lower), upper = lanes_of(region.upper);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t cluster = near[i];
        near[kept] = cluster;
        kept += reaches(boxes[cluster], lower, upper);
    }
    return kept;
}

void pack_listed_boxes_now(
    const LaneBox* boxes, const std::uint32_t* clusters, std::size_t count, const BoxGrid& grid, PackedBox* packed)
{
    const GridLanes lanes(grid);
    for (std::size_t i = 0; i < count; ++i) {
        const LaneBox& box = boxes[clusters[i]];
        hn::Store(packed_box(lanes, hn::Load(float4, box.lower), hn::Load(float4, box.upper)), half8, packed[i].lanes);
    }
}

} // namespace HWY_NAMESPACE
} // namespace tactus
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tactus {

HWY_EXPORT(copy_and_box_clusters_now);
HWY_EXPORT(copy_runs_now);
HWY_EXPORT(box_clusters_now);
HWY_EXPORT(box_listed_clusters_now);
HWY_EXPORT(list_near_clusters_now);
HWY_EXPORT(keep_near_clusters_now);
HWY_EXPORT(pack_listed_boxes_now);

bool copy_and_box_clusters(
    const ClusterTree& tree, const float* given, float* places, std::uint32_t begin, std::uint32_t end, LaneBox* boxes)
{
    return HWY_DYNAMIC_DISPATCH(copy_and_box_clusters_now)(tree, given, places, begin, end, boxes);
}

void copy_runs(const ClusterTree& tree, const float* given, float* places, std::uint32_t begin, std::uint32_t end)
{
    HWY_DYNAMIC_DISPATCH(copy_runs_now)(tree, given, places, begin, end);
}

bool box_clusters(const ClusterTree& tree, const float* places, std::uint32_t begin, std::uint32_t end, LaneBox* boxes)
{
    return HWY_DYNAMIC_DISPATCH(box_clusters_now)(tree, places, begin, end, boxes);
}

void box_listed_clusters(
    const ClusterTree& tree, const float* places, const std::uint32_t* clusters, std::size_t count, LaneBox* boxes)
{
    HWY_DYNAMIC_DISPATCH(box_listed_clusters_now)(tree, places, clusters, count, boxes);
}

std::size_t list_near_clusters(
    const LaneBox* boxes, const double* travel_then, double travel, std::size_t begin, std::size_t end,
    const Box& region, std::uint32_t* near)
{
    return HWY_DYNAMIC_DISPATCH(list_near_clusters_now)(boxes, travel_then, travel, begin, end, region, near);
}

std::size_t keep_near_clusters(const LaneBox* boxes, const Box& region, std::uint32_t* near, std::size_t count)
{
    return HWY_DYNAMIC_DISPATCH(keep_near_clusters_now)(boxes, region, near, count);
}

void pack_listed_boxes(
    const LaneBox* boxes, const std::uint32_t* clusters, std::size_t count, const BoxGrid& grid, PackedBox* packed)
{
    HWY_DYNAMIC_DISPATCH(pack_listed_boxes_now)(boxes, clusters, count, grid, packed);
}

} // namespace tactus
#endif
