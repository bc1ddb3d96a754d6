// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "geometry/box.h"
#include "tree/clusters/box_block.h"
#include "tree/clusters/cluster_tree.h"

namespace tactus {

/// A box as two registers hold it; the fourth lanes mean nothing.
struct alignas(16) LaneBox {
    float lower[4];
    float upper[4];
};

inline Box box_of(const LaneBox& box)
{
    return {{box.lower[0], box.lower[1], box.lower[2]}, {box.upper[0], box.upper[1], box.upper[2]}};
}

/// Makes a box reach around another as well.
inline void join(LaneBox& box, const LaneBox& other)
{
    // All four lanes, though the last means nothing, so that a box is one minimum and one maximum of registers.
    for (int lane = 0; lane < 4; ++lane) {
        box.lower[lane] = detail::lesser(box.lower[lane], other.lower[lane]);
        box.upper[lane] = detail::greater(box.upper[lane], other.upper[lane]);
    }
}

/// The one pass over new positions, for clusters [begin, end): copies each of their runs from the caller's array
/// into place order, and gives the clusters' boxes. False if a coordinate is nan or infinite.
/// A cluster's refs must have been copied before, so runs go in ascending order; workers that share the pass split
/// it into copy_runs and box_clusters.
bool copy_and_box_clusters(
    const ClusterTree& tree, const float* given, float* places, std::uint32_t begin, std::uint32_t end, LaneBox* boxes);

/// The first half of the pass: only the copy.
void copy_runs(const ClusterTree& tree, const float* given, float* places, std::uint32_t begin, std::uint32_t end);

/// The boxes of `count` clusters that are listed, from positions that are in place already; all of them finite.
void box_listed_clusters(
    const ClusterTree& tree, const float* places, const std::uint32_t* clusters, std::size_t count, LaneBox* boxes);

/// The second half: the boxes of clusters [begin, end) from positions that are in place already.
bool box_clusters(const ClusterTree& tree, const float* places, std::uint32_t begin, std::uint32_t end, LaneBox* boxes);

/// Lists those of clusters [begin, end) that may reach into a region, ascending, and gives their number. A cluster's
/// box is of some earlier moment: since then no coordinate has changed by more than `travel - travel_then[cluster]`.
/// The list needs room for end - begin entries, and no other is written.
std::size_t list_near_clusters(
    const LaneBox* boxes, const double* travel_then, double travel, std::size_t begin, std::size_t end,
    const Box& region, std::uint32_t* near);

/// Keeps of a list only the clusters whose boxes, up to date now, reach into the region.
std::size_t keep_near_clusters(const LaneBox* boxes, const Box& region, std::uint32_t* near, std::size_t count);

/// The boxes of listed clusters in the coordinates of a grid, but not widened.
void pack_listed_boxes(
    const LaneBox* boxes, const std::uint32_t* clusters, std::size_t count, const BoxGrid& grid, PackedBox* packed);

} // namespace tactus
