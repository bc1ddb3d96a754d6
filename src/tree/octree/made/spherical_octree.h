// SPDX-License-Identifier: MIT
// C. Tzafestas, P. Coiffet, "Real-Time Collision Detection using Spherical Octrees: Virtual Reality Application", 1996.
//
// A cube around the body is cut into eight again and again, and each cell is inscribed in a sphere. The tree is made
// once in the body's own coordinates and moves with it, so that motion costs nothing per node. A leaf lists the
// vertices, edges and faces that its sphere reaches.
//
// Where we differ: a leaf lists all three kinds of features whatever its type (the paper's leaf of type VERTEX lists
// vertices only and would miss edge-edge contacts); any mesh may come in, not only convex ones; cells whose sphere
// reaches nothing (type NONE) do not exist.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/buffer.h"
#include "base/packed_lists.h"
#include "geometry/double_vector.h"
#include "tree/sphere_block.h"

namespace tactus {

/// The most that a node's sphere reaches. A node of type none would reach nothing: such nodes are not kept.
enum class NodeType : std::uint8_t { vertex, edge, face, none };

/// The vertices, edges and faces that a leaf's sphere reaches, ascending. Edges by their number in the tree.
struct LeafFeatures {
    std::span<const std::uint32_t> vertices;
    std::span<const std::uint32_t> edges;
    std::span<const std::uint32_t> faces;
};

/// How deep a spherical octree goes.
struct OctreeDepth {
    static constexpr std::uint32_t most_levels = 12;

    /// Cells of this level are leaves; 0 leaves the body in one sphere. At most most_levels; more counts as that many.
    std::uint32_t levels = 4;
    /// The paper's non-homogeneous octree: a cell that reaches no more features than this, of all three kinds together,
    /// is a leaf on any level. Zero cuts every cell down to the last level.
    std::uint32_t enough_features = 0;
    /// Once the leaves list so many features in all, cells are cut no further, whatever the levels say.
    std::uint32_t max_list_entries = 1u << 28;
};

/// A cube of space.
struct OctreeCell {
    DoubleVector centre;
    double half_side = 0.0;

    OctreeCell child(unsigned octant) const
    {
        const double half = 0.5 * half_side;
        return {
            {centre.x + (octant & 1 ? half : -half), centre.y + (octant & 2 ? half : -half),
             centre.z + (octant & 4 ? half : -half)},
            half};
    }
};

/// What the last edit did to a node.
enum class NodeChange : std::uint8_t { none, lost_features, gained_features };

/// An object-centred octree of spheres. Nodes are numbered from the root, 0; the children of a node follow each other,
/// in the order of their octants. Leaves are numbered too. After an edit there may be numbers that are no node or no
/// leaf.
class SphericalOctree {
public:
    struct Node {
        std::uint32_t first_child = 0; ///< of an inner node; a leaf's own number
        std::uint32_t block = 0;       ///< of an inner node: where its children's spheres are
        /// Of its first cell on the deepest level there can be, by octants of octants. Those of a node's cells follow
        /// each other.
        std::uint64_t place = 0;
        std::uint8_t child_mask = 0;    ///< one bit per octant; a leaf has none
        NodeType type = NodeType::none; ///< of an inner node that was edited: the most that its children reach
        std::uint8_t level = 0;         ///< the root's is 0
        NodeChange change = NodeChange::none;

        std::uint64_t place_end() const { return place + (std::uint64_t{1} << 3 * (OctreeDepth::most_levels - level)); }
        bool is_leaf() const { return child_mask == 0; }
        std::uint32_t leaf() const { return first_child; }
        /// The child in an octant that has one.
        std::uint32_t child(unsigned octant) const
        {
            const unsigned before = child_mask & ((1u << octant) - 1u);
            return first_child + static_cast<std::uint32_t>(std::popcount(before));
        }
    };

    /// Whether the mesh has no triangles; there are no nodes then.
    bool empty() const { return nodes_.empty(); }
    std::uint32_t node_count() const { return node_count_; }
    std::uint32_t leaf_count() const { return static_cast<std::uint32_t>(leaf_lists_.size() - free_leaves_.size()); }
    /// One more than the highest number that a node, or a leaf, can have.
    std::uint32_t node_limit() const { return static_cast<std::uint32_t>(nodes_.size()); }
    std::uint32_t leaf_limit() const { return static_cast<std::uint32_t>(leaf_lists_.size()); }
    const Node& node(std::uint32_t index) const { return nodes_[index]; }
    const NodeSphere& root_sphere() const { return root_sphere_; }
    /// The spheres of an inner node's children.
    const SphereBlock& children(const Node& node) const { return blocks_[node.block]; }

    LeafFeatures features(std::uint32_t leaf) const
    {
        const std::span<const std::uint32_t> all = leaf_lists_[leaf];
        const auto [vertices, edges] = leaf_counts_[leaf];
        return {all.first(vertices), all.subspan(vertices, edges), all.subspan(vertices + edges)};
    }
    /// The two vertices of an edge, lower number first.
    const std::array<std::uint32_t, 2>& edge(std::uint32_t index) const { return edges_[index]; }
    /// Those of edits too that are no edge any more.
    std::uint32_t edge_count() const { return static_cast<std::uint32_t>(edges_.size()); }
    /// Of the mesh: one more than the highest vertex number there can be.
    std::uint32_t vertex_count() const { return vertex_count_; }
    std::uint32_t face_count() const { return face_count_; }
    /// The deepest node's level: the paper's number of levels.
    std::uint32_t level_count() const { return level_count_; }
    /// How far from the origin of the body's coordinates its surface reaches, in metres.
    double extent() const { return extent_; }
    /// The cube around everything.
    const OctreeCell& root_cell() const { return root_cell_; }
    const OctreeDepth& depth() const { return depth_; }
    /// Memory held, in bytes.
    std::size_t bytes() const;

private:
    friend class OctreeBuilder;
    friend class OctreeGrowth;
    friend class OctreeEditor;

    /// How many of a leaf's list are vertices, and then edges. The rest are faces.
    struct LeafCounts {
        std::uint32_t vertices = 0;
        std::uint32_t edges = 0;
    };

    Buffer<Node> nodes_;
    Buffer<SphereBlock> blocks_;
    PackedLists leaf_lists_;
    Buffer<LeafCounts> leaf_counts_;
    Buffer<std::array<std::uint32_t, 2>> edges_;
    // Numbers that were given up, for what comes next; nodes by how many follow each other.
    std::array<Buffer<std::uint32_t>, 9> free_nodes_;
    Buffer<std::uint32_t> free_blocks_;
    Buffer<std::uint32_t> free_leaves_;
    NodeSphere root_sphere_;
    OctreeCell root_cell_;
    OctreeDepth depth_;
    double room_ = 0.0; ///< more than a coordinate or a radius can be off by
    double extent_ = 0.0;
    std::uint32_t node_count_ = 0;
    std::uint32_t vertex_count_ = 0;
    std::uint32_t face_count_ = 0;
    std::uint32_t level_count_ = 0;
};

} // namespace tactus
