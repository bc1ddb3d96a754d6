// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <tactus/geometry.h>

#include "base/buffer.h"
#include "base/number_map.h"
#include "tree/octree/made/octree_growth.h"
#include "tree/octree/made/spherical_octree.h"
#include "tree/triangle_list.h"

namespace tactus {

/// A node that has got another number.
struct NodeMove {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
};

/// Removes faces from an octree and adds others where they belong: what changes is handed down from the root to the
/// cells that it reaches, as when the tree was made, and no other cell is looked at. Cells are cut where too much has
/// come into them, joined where little is left, and dropped where nothing is.
class OctreeEditor {
public:
    /// How often vertices and edges are used; to be known before the first edit of a tree.
    void look_at(const SphericalOctree& tree, const TriangleList& faces);
    bool has_looked() const { return has_looked_; }
    /// The tree is another one.
    void forget() { has_looked_ = false; }

    /// Of triangles, which are all that there ever were, those that are removed are still what they were, and those
    /// from first_added on are new. The positions are those that the tree was made from, with new vertices after them;
    /// corners of what is added lie in the root's cell, and something remains.
    void edit(
        SphericalOctree& tree, std::span<const TriangleIndices> triangles, std::span<const Vec3> positions,
        std::span<const std::uint32_t> removed, std::uint32_t first_added);

    /// Of the last edit: the nodes that it moved, one after the other, and how many it changed or made.
    std::span<const NodeMove> moves() const { return moves_.span(); }
    std::size_t changed_nodes() const { return changed_nodes_; }
    /// Faces that stand in the leaves that it changed.
    std::size_t faces_beside() const { return faces_beside_; }
    std::size_t bytes() const;

private:
    struct Changes {
        CellLists removed;
        CellLists added;
    };

    void list_changes(std::span<const std::uint32_t> removed, std::uint32_t first_added);
    void count(std::span<const std::uint32_t> faces);
    std::uint32_t number_of_edge(std::uint32_t a, std::uint32_t b);
    void clear_changes(std::uint32_t index);
    bool change(std::uint32_t index, const OctreeCell& cell, std::uint32_t level);
    bool change_leaf(std::uint32_t index, const OctreeCell& cell, std::uint32_t level);
    std::uint8_t make_children(SphericalOctree::Node& node, std::uint8_t mask, const OctreeGrowth::Spheres& spheres);
    void join_children(SphericalOctree::Node& node, std::uint32_t level);

    SphericalOctree* tree_ = nullptr;
    std::span<const TriangleIndices> triangles_;
    OctreeGrowth growth_;
    std::array<Changes, OctreeDepth::most_levels + 1> at_level_;
    Buffer<NodeMove> moves_;
    std::size_t changed_nodes_ = 0;
    std::size_t faces_beside_ = 0;
    Buffer<std::uint32_t> counted_in_; ///< per face, the edit in which it was counted last
    std::uint32_t edit_count_ = 0;

    bool has_looked_ = false;
    Buffer<std::uint32_t> vertex_uses_; ///< by corners of faces
    Buffer<std::uint32_t> edge_uses_;
    NumberMap edge_numbers_; ///< by their vertices
};

} // namespace tactus
