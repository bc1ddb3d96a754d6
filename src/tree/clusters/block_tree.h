// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/buffer.h"
#include "tree/clusters/box_block.h"
#include "tree/clusters/cluster_tree.h"

namespace tactus {

enum class SingleBoxes {
    of_leaves,               ///< only the leaves' boxes are needed one by one
    of_leaves_and_triangles, ///< the triangles' too
};

/// What the triangles of a leaf own (FeatureOwners): bit k for the k-th of them.
struct LeafOwners {
    std::uint8_t vertices; ///< whether it owns any
    std::uint8_t edges;
};

/// Where the boxes of expanded clusters go. Leaf k of the i-th cluster is number l = 8 i + k of all leaves: its box is
/// in lane k of block i and, alone, number l; those of its triangles are in block l and, alone, from number 8 l on.
struct ExpandedBoxes {
    BoxBlock* leaf_blocks;
    BlockBox* leaf_boxes;
    BoxBlock* triangle_blocks;
    BlockBox* triangle_boxes; ///< null where those of triangles are not needed one by one
};

/// One tree as one query sees it: the boxes of its parts near the query's region, in the query's grid, in blocks of
/// eight. The levels above the clusters join every eight of those that are near, in the tree's order.
///
/// A box has an address, 8 * block + lane, among the clusters and what is above them, among leaves, or among triangles.
/// The former are made at the start; those of a cluster's leaves and triangles when the cluster is expanded, one after
/// another in the order of expansion. The triangles of a leaf are in the block whose number is the leaf's address.
/// This is scratch memory: it belongs to the query, not to the body, and is kept for the next one.
class BlockTree {
public:
    static constexpr std::uint32_t not_expanded = UINT32_MAX;

    /// Begins a query among the listed clusters, at least one, whose boxes in the grid, but not widened, are `packed`.
    /// What triangles own may be left out, and is listed by leaves otherwise. The lists must live as long as the query.
    void begin(
        const ClusterTree& tree, const float* positions, std::span<const std::uint32_t> near,
        std::span<const PackedBox> packed, const BoxGrid& grid, std::span<const std::uint8_t> owned = {});

    /// Level of the block that holds the root alone. Clusters are at level 0.
    std::uint32_t top_level() const { return top_level_; }
    std::uint32_t root() const { return 8 * base_[top_level_]; }
    /// What to add to the address of a box on this level, 1 or higher, to get the block of its children.
    std::uint32_t child_shift(std::uint32_t level) const { return base_[level - 1] - 8 * base_[level]; }
    /// The address of a cluster's box is its place in the list.
    const BoxBlock* blocks() const { return blocks_.data(); }
    std::uint32_t cluster(std::uint32_t address) const { return near_[address]; }
    /// Each box alone, by its address.
    const BlockBox* boxes() const { return boxes_.data(); }

    /// Notes which of these clusters, given by their addresses, are not expanded yet, each once, and makes room for
    /// them. expand_range then does the work on parts of them, in any order and on any thread.
    std::size_t plan_expansion(std::span<const std::uint32_t> addresses, SingleBoxes single);
    void expand_range(std::size_t begin, std::size_t end);

    /// In place of plans, before any cluster is expanded: room for all of them, each at its own address.
    void make_room_for_all(SingleBoxes single);
    /// Expands those of these clusters that nobody has begun with, gives their number, and waits for those that other
    /// threads have begun with. Several threads may do so at once.
    std::size_t expand_together(std::span<const std::uint32_t> addresses);

    /// Per address of a cluster: the block of its leaves, or not_expanded where expansions are planned.
    const std::uint32_t* leaf_block_of_cluster() const { return leaf_block_.data(); }
    const BoxBlock* leaf_blocks() const { return leaf_blocks_.data(); }
    const BlockBox* leaf_boxes() const { return leaf_boxes_.data(); }
    const BoxBlock* triangle_blocks() const { return triangle_blocks_.data(); }
    /// Only if they were asked for.
    const BlockBox* triangle_boxes() const { return triangle_boxes_.data(); }
    /// Per address of a leaf: the slot of its first triangle.
    const std::uint32_t* slot_of_leaf() const { return slot_of_leaf_.data(); }
    /// Per address of a leaf, if it was said what triangles own.
    const LeafOwners* leaf_owners() const { return leaf_owners_.data(); }

    std::size_t bytes() const;

private:
    /// What became of a cluster that threads expand together.
    enum class Claim : std::uint8_t { none, begun, done };

    void make_levels(std::span<const PackedBox> packed);
    void make_room(std::size_t count, SingleBoxes single);
    void expand(const std::uint32_t* clusters, std::size_t count, std::size_t block);
    LeafOwners owners_of_leaf(std::uint32_t first_slot) const;

    const ClusterTree* tree_ = nullptr;
    const float* positions_ = nullptr;
    std::span<const std::uint32_t> near_;
    std::span<const std::uint8_t> owned_;
    BoxGrid grid_;
    std::uint32_t top_level_ = 0;
    std::array<std::uint32_t, 16> base_ = {};
    Buffer<BoxBlock> blocks_;
    Buffer<BlockBox> boxes_;
    Buffer<std::uint32_t> leaf_block_;
    Buffer<BoxBlock> leaf_blocks_;
    Buffer<BlockBox> leaf_boxes_;
    Buffer<BoxBlock> triangle_blocks_;
    Buffer<BlockBox> triangle_boxes_;
    Buffer<std::uint32_t> slot_of_leaf_;
    Buffer<LeafOwners> leaf_owners_;
    Buffer<std::uint32_t> expanded_;
    std::size_t planned_from_ = 0;
    Buffer<Claim> claims_;     ///< per address of a cluster; kept apart from what the kernels read
    Buffer<PackedBox> joined_; ///< per block, the join of its boxes
};

} // namespace tactus
