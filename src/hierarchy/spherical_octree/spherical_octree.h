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
#include "hierarchy/spherical_octree/sphere_block.h"

namespace tactus {

/// The most that a node's sphere reaches. A node of type none would reach nothing: such nodes are not kept.
enum class NodeType : std::uint8_t { vertex, edge, face, none };

/// The vertices, edges and faces that a leaf's sphere reaches, ascending. Edges by their number in the tree.
struct LeafFeatures {
    std::span<const std::uint32_t> vertices;
    std::span<const std::uint32_t> edges;
    std::span<const std::uint32_t> faces;
};

/// An object-centred octree of spheres. Nodes are numbered from the root, 0; the children of a node follow each other,
/// in the order of their octants. Leaves are numbered too, those below any node one after the other.
class SphericalOctree {
public:
    struct Node {
        std::uint32_t first_child = 0;  ///< of an inner node
        std::uint32_t block = 0;        ///< of an inner node: where its children's spheres are
        std::uint32_t leaves_begin = 0; ///< of the leaves below it; a leaf's own number
        std::uint32_t leaves_end = 0;
        std::uint8_t child_mask = 0; ///< one bit per octant; a leaf has none
        NodeType type = NodeType::none;
        std::uint8_t level = 0; ///< the root's is 0

        bool is_leaf() const { return child_mask == 0; }
        /// The child in an octant that has one.
        std::uint32_t child(unsigned octant) const
        {
            const unsigned before = child_mask & ((1u << octant) - 1u);
            return first_child + static_cast<std::uint32_t>(std::popcount(before));
        }
    };

    /// Whether the mesh has no triangles; there are no nodes then.
    bool empty() const { return nodes_.empty(); }
    std::uint32_t node_count() const { return static_cast<std::uint32_t>(nodes_.size()); }
    std::uint32_t leaf_count() const { return leaf_count_; }
    const Node& node(std::uint32_t index) const { return nodes_[index]; }
    const NodeSphere& root_sphere() const { return root_sphere_; }
    /// The spheres of an inner node's children.
    const SphereBlock& children(const Node& node) const { return blocks_[node.block]; }

    LeafFeatures features(std::uint32_t leaf) const
    {
        const LeafRange& at = leaf_ranges_[leaf];
        const std::uint32_t end = leaf_ranges_[leaf + 1].vertices;
        return {
            features_.span().subspan(at.vertices, at.edges - at.vertices),
            features_.span().subspan(at.edges, at.faces - at.edges),
            features_.span().subspan(at.faces, end - at.faces)};
    }
    /// The two vertices of an edge, lower number first.
    const std::array<std::uint32_t, 2>& edge(std::uint32_t index) const { return edges_[index]; }
    std::uint32_t edge_count() const { return static_cast<std::uint32_t>(edges_.size()); }
    /// Of the mesh: one more than the highest vertex number there can be.
    std::uint32_t vertex_count() const { return vertex_count_; }
    std::uint32_t face_count() const { return face_count_; }
    /// The deepest node's level: the paper's number of levels.
    std::uint32_t level_count() const { return level_count_; }
    /// How far from the origin of the body's coordinates its surface reaches, in metres.
    double extent() const { return extent_; }
    /// Memory held, in bytes.
    std::size_t bytes() const;

private:
    friend class OctreeBuilder;

    /// Where a leaf's three lists begin. One more than there are leaves: a list ends where the next begins.
    struct LeafRange {
        std::uint32_t vertices = 0;
        std::uint32_t edges = 0;
        std::uint32_t faces = 0;
    };

    Buffer<Node> nodes_;
    Buffer<SphereBlock> blocks_;
    Buffer<LeafRange> leaf_ranges_;
    Buffer<std::uint32_t> features_;
    Buffer<std::array<std::uint32_t, 2>> edges_;
    NodeSphere root_sphere_;
    double extent_ = 0.0;
    std::uint32_t leaf_count_ = 0;
    std::uint32_t vertex_count_ = 0;
    std::uint32_t face_count_ = 0;
    std::uint32_t level_count_ = 0;
};

} // namespace tactus
