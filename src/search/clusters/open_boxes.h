// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "geometry/triangle_pairs/triangle_batch.h"
#include "tree/clusters/block_tree.h"
#include "tree/clusters/box_block.h"

namespace tactus {

/// Where the children of the box with a given address are: blocks[address + shift], or blocks[table[address]] if there
/// is a table.
struct ChildBlocks {
    const BoxBlock* blocks;
    std::uint32_t shift = 0;
    const std::uint32_t* table = nullptr;
};

/// A list of pairs of box addresses, one of each tree.
struct BoxPairs {
    const std::uint32_t* kept;   ///< boxes of the tree that stays as it is
    const std::uint32_t* opened; ///< boxes of the tree whose children are looked at
};
/// Room for such a list.
struct BoxPairsRoom {
    std::uint32_t* kept;
    std::uint32_t* opened;
};

/// Opens one side of `count` pairs: writes those (kept, child of opened) whose boxes overlap, in order, and gives
/// their number. The output needs room for 8 * count entries, and nothing beyond them is written.
std::size_t open_boxes(
    const BlockBox* kept_boxes, const ChildBlocks& children, const BoxPairs& pairs, std::size_t count,
    const BoxPairsRoom& out);

/// The triangles of two trees.
struct TriangleRows {
    const BlockBox* kept_boxes;
    const std::uint32_t* kept_slot_of_leaf;
    const BoxBlock* opened_blocks;
    const std::uint32_t* opened_slot_of_leaf;
};

/// The same for the last level, where the kept boxes are those of triangles and so are the children of the opened
/// leaves: gives pairs of slots, the kept tree's first. A slot is slot_of_leaf of its leaf plus its lane.
std::size_t open_leaves(const TriangleRows& triangles, const BoxPairs& pairs, std::size_t count, IndexPair* out);

/// What the triangles of two trees own, and by how many cells boxes of one of the two may be made smaller on every side
/// so that all that overlap as they are still do.
struct RowOwners {
    const LeafOwners* kept;
    const LeafOwners* opened;
    std::array<std::int16_t, 3> narrowing;
};

/// Opens leaves likewise, but leaves out pairs of which neither triangle owns a vertex nor both own edges, unless their
/// boxes overlap after the narrowing too.
std::size_t open_leaves(
    const TriangleRows& triangles, const RowOwners& owners, const BoxPairs& pairs, std::size_t count, IndexPair* out);

} // namespace tactus
