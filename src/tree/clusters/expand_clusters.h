// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "tree/clusters/box_block.h"
#include "tree/clusters/cluster_tree.h"

namespace tactus {

/// Where the boxes of expanded clusters go. Leaf k of the i-th cluster is number l = 8 i + k of all leaves: its box is
/// in lane k of block i and, alone, number l; those of its triangles are in block l and, alone, from number 8 l on.
struct ExpandedBoxes {
    BoxBlock* leaf_blocks;
    BlockBox* leaf_boxes;
    BoxBlock* triangle_blocks;
    BlockBox* triangle_boxes; ///< null where those of triangles are not needed one by one
};

/// Brings clusters up to date: writes the boxes of the leaves and triangles of clusters[0], clusters[1], ...
/// Positions are packed floats in the tree's places, with 16 readable bytes after the last.
void expand_clusters(
    const ClusterTree& tree, const float* positions, const BoxGrid& grid, const std::uint32_t* clusters,
    std::size_t count, const ExpandedBoxes& out);

} // namespace tactus
