// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "hierarchy/box_block.h"
#include "hierarchy/cluster_tree.h"

namespace tactus {

/// Blocks that one expanded cluster takes: one with the boxes of its 8 leaves, then one per leaf with the boxes of
/// its 8 triangles.
constexpr std::size_t blocks_per_cluster = 9;

enum class SingleBoxes {
    of_leaves,               ///< only the leaves' boxes are needed one by one
    of_leaves_and_triangles, ///< the triangles' too
};

/// Brings clusters up to date: writes blocks_per_cluster blocks for clusters[0], clusters[1], ... one after another,
/// and beside them boxes one by one, in room for 8 * blocks_per_cluster a cluster.
/// Positions are packed floats in the tree's places, with 16 readable bytes after the last.
void expand_clusters(
    const ClusterTree& tree, const float* positions, const BoxGrid& grid, const std::uint32_t* clusters,
    std::size_t count, SingleBoxes single, BoxBlock* blocks, BlockBox* boxes);

} // namespace tactus
