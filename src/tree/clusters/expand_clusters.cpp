// SPDX-License-Identifier: MIT
#include "tree/clusters/expand_clusters.h"

#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tree/clusters/expand_clusters.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "tree/clusters/box_block-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tactus {
namespace HWY_NAMESPACE {

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
    for (std::size_t i = 0; i < count; ++i)
        expand_cluster<single_triangles, widens>(
            tree.clusters.data()[clusters[i]], tree.refs.data(),
            tree.local.data() + std::size_t(ClusterTree::cluster_size) * clusters[i], positions, lanes, out, i);
}

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

HWY_EXPORT(expand_clusters_now);

void expand_clusters(
    const ClusterTree& tree, const float* positions, const BoxGrid& grid, const std::uint32_t* clusters,
    std::size_t count, const ExpandedBoxes& out)
{
    HWY_DYNAMIC_DISPATCH(expand_clusters_now)(tree, positions, grid, clusters, count, out);
}

} // namespace tactus
#endif
