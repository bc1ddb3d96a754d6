// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "geometry/triangle_pairs/triangle_batch.h"
#include "tree/node_block.h"

namespace tactus {

/// A node of one tree, and a block of nodes that it is compared with.
struct NodeQuestion {
    enum Kind : std::uint32_t {
        children_of_a, ///< The block is of a, the node of b.
        children_of_b, ///< The block is of b, the node of a.
        siblings,      ///< The node is in the block, and is compared with those from itself on.
    };

    Box box; ///< The node's box, and as far around it as is looked for.
    std::uint32_t block;
    std::uint32_t node;
    Kind kind;
};

/// Which boxes of its block each box overlaps: bit k for the k-th.
void find_overlapping(
    const NodeBlock* a, const NodeBlock* b, const NodeQuestion* questions, std::size_t count, std::uint8_t* answers);

/// The triangles of pairs of blocks whose boxes come within `distance` metres of each other along every axis, and some
/// that are a little farther apart, by their places. `out` has room for 64 a pair. A block with itself gives each two
/// of its triangles once. Boxes that hold the whole of each block of b are given too.
std::size_t near_triangles(
    const NodeBlock* a, const NodeBlock* b, const Box* boxes_b, float distance, const IndexPair* pairs,
    std::size_t count, IndexPair* out);

/// Moves the pairs of triangles that share a vertex to `neighbours`, which has room for all, and the others to the
/// front of `pairs`; both keep their order. Gives how many others there are. `corners` holds three vertex numbers a
/// triangle.
std::size_t
put_neighbours_aside(const std::uint32_t* corners, IndexPair* pairs, std::size_t count, IndexPair* neighbours);

} // namespace tactus
