// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "geometry/triangle_batch.h"
#include "tree/node_block.h"

namespace tactus {

/// A box that is compared with those of a block.
struct BlockQuestion {
    const NodeBlock* block;
    Box box;
};

/// Which boxes of its block each box overlaps: bit k for the k-th.
void find_overlapping(const BlockQuestion* questions, std::size_t count, std::uint8_t* answers);

/// The triangles of pairs of blocks whose boxes come within `distance` metres of each other along every axis, and some
/// that are a little farther apart, by their places. `out` has room for 64 a pair. A block with itself gives each two
/// of its triangles once. Boxes that hold the whole of each block of b are given too.
std::size_t near_triangles(
    const NodeBlock* a, const NodeBlock* b, const Box* boxes_b, float distance, const IndexPair* pairs,
    std::size_t count, IndexPair* out);

} // namespace tactus
