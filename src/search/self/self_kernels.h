// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "geometry/triangle_pairs/triangle_batch.h"
#include "tree/clusters/box_block.h"
#include "tree/clusters/windows/adjacent_leaves.h"

namespace tactus {

/// Compares the eight boxes of a's block with those of b's for each pair, keeps what `apart` allows, and appends the
/// pairs of which something is left, with what is left in `apart`. Returns how many. `out` may be `pairs` itself.
std::size_t
overlapping_children(const BoxBlock* blocks, const AdjacentPair* pairs, std::size_t count, AdjacentPair* out);

/// The same for pairs of which nothing is known in advance.
std::size_t overlapping_children(const BoxBlock* blocks, const IndexPair* pairs, std::size_t count, AdjacentPair* out);

/// Writes out the children that the bits stand for: at most 64 a pair. Every pair must have a bit, and one more pair
/// must be readable after the last.
std::size_t list_children(const AdjacentPair* pairs, std::size_t count, IndexPair* out);

} // namespace tactus
