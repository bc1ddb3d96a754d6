// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "geometry/triangle_batch.h"
#include "hierarchy/box_block.h"

namespace tactus {

/// Which block holds the children of the box with a given address.
struct ChildBlocks {
    enum class Kind {
        of_node,    ///< block = address + shift
        of_cluster, ///< block = table[address]
        of_leaf,    ///< block = the leaf's own block + 1 + its lane
    };
    Kind kind = Kind::of_node;
    std::uint32_t shift = 0;
    const std::uint32_t* table = nullptr;
};

/// A list of pairs of box addresses: the first of one tree, the second of the other.
struct BoxPairs {
    std::uint32_t* kept;   ///< boxes of the tree that stays as it is
    std::uint32_t* opened; ///< boxes of the tree whose children are looked at
};

/// Opens one side of `count` pairs: writes those (kept, child of opened) whose boxes overlap, in order, and gives
/// their number. The output needs room for 8 * count + 8 entries.
std::size_t open_boxes(
    const BlockBox* kept_boxes, const BoxBlock* opened_blocks, const ChildBlocks& children, const BoxPairs& pairs,
    std::size_t count, const BoxPairs& out);

/// The same for the last level, where the children are triangles: gives pairs of slots, the kept tree's first.
/// A slot is slot_of_block of its block plus its lane.
std::size_t open_leaves(
    const BlockBox* kept_boxes, const std::uint32_t* kept_slot_of_block, const BoxBlock* opened_blocks,
    const std::uint32_t* opened_slot_of_block, const BoxPairs& pairs, std::size_t count, IndexPair* out);

} // namespace tactus
