// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <tactus/geometry.h>

#include "base/buffer.h"
#include "tree/octree/made/spherical_octree.h"

namespace tactus {

/// The features of a cell, and for each of them the children that it reaches.
struct CellLists {
    std::array<Buffer<std::uint32_t>, 3> features; ///< vertices, edges, faces
    std::array<Buffer<std::uint8_t>, 3> octants;

    std::size_t size() const { return features[0].size() + features[1].size() + features[2].size(); }
    void clear();
    /// The features that reach an octant, to the lists of its child.
    void hand_down(unsigned octant, CellLists& to) const;
};

/// Makes nodes of an octree: from a cell down, a cell's features are handed to those of its children whose spheres they
/// reach.
class OctreeGrowth {
public:
    using Spheres = std::array<NodeSphere, 8>;
    using Counts = std::array<std::size_t, 8>;

    /// A cell that is cut for the first time although it was whole before: it stays whole if that would be in vain.
    static constexpr unsigned on_trial = 3;

    /// The mesh is the one that the tree is made from, of which faces may have been added and removed since: edges and
    /// triangles are all there, also those that are being removed.
    void begin(SphericalOctree& tree, std::span<const TriangleIndices> triangles, std::span<const Vec3> positions);

    /// The sphere around a cell, with a little room.
    NodeSphere sphere_around(const OctreeCell& cell, std::uint32_t level) const;
    Spheres child_spheres(const OctreeCell& cell, std::uint32_t level) const;
    /// Finds the children that the features reach; gives how many each one reaches.
    Counts spread(CellLists& lists, const Spheres& spheres) const;

    CellLists& lists(std::uint32_t level) { return at_level_[level]; }
    /// Makes the node of a cell whose lists stand at its level. `in_vain` counts the cuts above it, one after the
    /// other, that left every child with three quarters of its parent's features or more. False if there is nothing in
    /// the cell.
    bool grow(std::uint32_t index, const OctreeCell& cell, std::uint32_t level, std::uint64_t place, unsigned in_vain);
    bool wants_children(const OctreeCell& cell, std::uint32_t level, std::size_t features) const;
    static NodeType type_of(const CellLists& lists);

    /// So many numbers that follow each other.
    std::uint32_t take_nodes(unsigned count);
    void give_back_nodes(std::uint32_t first, unsigned count);
    std::uint32_t take_block();
    /// A number for a leaf, and its features.
    std::uint32_t take_leaf(const CellLists& lists);
    void set_leaf(std::uint32_t leaf, const CellLists& lists);
    void give_back_leaf(std::uint32_t leaf);
    /// Takes a child that has no nodes of its own out of an inner node. Those after it move up by one; calls
    /// on_move(from, to) for each.
    template <class OnMove>
    void drop_child(SphericalOctree::Node& node, unsigned octant, OnMove on_move)
    {
        const auto end = node.first_child + static_cast<std::uint32_t>(std::popcount(node.child_mask));
        for (std::uint32_t to = node.child(octant); to + 1 < end; ++to) {
            tree_->nodes_[to] = tree_->nodes_[to + 1];
            on_move(to + 1, to);
        }
        give_back_nodes(end - 1, 1);
        node.child_mask = static_cast<std::uint8_t>(node.child_mask & ~(1u << octant));
        tree_->blocks_[node.block].set(octant, {});
        if (node.child_mask == 0)
            tree_->free_blocks_.push_back(node.block);
    }

    std::size_t bytes() const;

private:
    unsigned reached(int kind, std::uint32_t feature, const Spheres& spheres) const;

    SphericalOctree* tree_ = nullptr;
    std::span<const TriangleIndices> triangles_;
    std::span<const Vec3> positions_;
    std::array<CellLists, OctreeDepth::most_levels + 1> at_level_;
    Buffer<std::uint32_t> whole_list_; ///< of the leaf at hand
};

} // namespace tactus
