// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include <tactus/geometry.h>

#include "base/buffer.h"
#include "tree/octree/made/spherical_octree.h"
#include "tree/octree/refit/carried_piece.h"
#include "tree/octree/refit/octree_covers.h"

namespace tactus {

/// The spheres of a spherical octree whose body deforms. A node is brought up to date when a search visits it, and no
/// other is touched; until then its old sphere, widened by all that any vertex has moved since, still bounds it.
///
/// What a node must cover is the surface that lay in its cell when the tree was made, wherever it has gone. Its sphere
/// is made from the faces that it, or the leaves below it, list: from the pieces of them that lay in the cell where
/// they are few, from all their corners, each once, where they are many. No node looks at those below or above it.
class OctreeRefit {
public:
    /// The tree, the triangles and the positions that the tree was made from. The tree and the triangles must stay.
    OctreeRefit(
        const SphericalOctree& tree, std::span<const TriangleIndices> triangles, std::span<const Vec3> rest_positions);

    /// Takes new positions, finite, as many as there were. One pass; no node is touched.
    void set_positions(std::span<const Vec3> positions);

    /// The tree has been edited, in these moves, and the mesh too: there are more vertices, at rest and now. Only nodes
    /// that were changed are looked at.
    void edit(
        std::span<const NodeMove> moves, std::span<const TriangleIndices> triangles, std::span<const Vec3> new_rest,
        std::span<const Vec3> new_positions);

    /// Brings a node up to date, unless it is.
    NodeSphere refit(std::uint32_t node)
    {
        if (!is_fresh(node))
            make_sphere(node);
        return spheres_[node];
    }
    NodeSphere root_sphere() { return refit(0); }
    bool is_fresh(std::uint32_t node) const { return travel_then_[node] == travel_; }
    /// The sphere as it was made last. With a radius larger by `moved_since` it covers the node today.
    NodeSphere last_sphere(std::uint32_t node) const { return spheres_[node]; }
    /// In metres; zero for a node that is up to date.
    double moved_since(std::uint32_t node) const { return moved_since_then(travel_then_[node]); }
    /// Whether a query reaches the node as it was known before it was last brought up to date: widened by all that the
    /// vertices have moved since, it still covers the node. Most nodes are turned away by that and stay as they are.
    /// The answer is the same before and after, so that a search does the same work however often it is repeated.
    bool may_overlap(std::uint32_t node, const SphereQuery& query) const
    {
        if (!is_fresh(node))
            return overlaps(spheres_[node], query, moved_since(node));
        return overlaps(spheres_before_[node], query, moved_since_then(travel_before_[node]));
    }
    /// What it takes to bring a node up to date, in comparisons of two spheres, about.
    std::uint32_t refit_cost(std::uint32_t node) const;
    /// As the tree's, for the present positions.
    double extent() const { return extent_; }
    std::span<const Vec3> positions() const { return positions_.span(); }
    /// How often a node was brought up to date.
    std::uint64_t refit_count() const { return refit_count_; }
    /// Memory held, in bytes, without the tree's.
    std::size_t bytes() const;

private:
    double moved_since_then(double travel_then) const
    {
        const double moved = travel_ - travel_then;
        // The sum of all moves is itself rounded.
        return moved > 0.0 ? moved + travel_ * 0x1p-40 : 0.0;
    }
    void resize(std::size_t node_count);
    void renew(std::uint32_t node, const NodeSphere& sphere);
    void gather(std::uint32_t node);
    void make_sphere(std::uint32_t node);

    const SphericalOctree* tree_ = nullptr;
    std::span<const TriangleIndices> triangles_;
    Buffer<Vec3> rest_;
    Buffer<Vec3> positions_;
    Buffer<NodeSphere> rest_spheres_;
    Buffer<NodeSphere> spheres_;
    Buffer<double> travel_then_;        ///< per node, how far the body had travelled when its sphere was made
    Buffer<NodeSphere> spheres_before_; ///< per node, the sphere before the last one
    Buffer<double> travel_before_;
    OctreeCovers covers_;
    Buffer<CoverBall> balls_;            ///< of the node at hand
    Buffer<DoubleVector> displacements_; ///< of its corners
    double travel_ = 0.0;                ///< the sum over all updates of the farthest that any vertex moved in one
    double extent_ = 0.0;
    std::uint64_t refit_count_ = 0;
};

} // namespace tactus
