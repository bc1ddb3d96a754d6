// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <tactus/body.h>
#include <tactus/views.h>

#include "base/buffer.h"
#include "geometry/box.h"
#include "hierarchy/spherical_octree/leaf_pairs.h"
#include "hierarchy/spherical_octree/octree_refit.h"
#include "hierarchy/spherical_octree/rigid_pose.h"
#include "hierarchy/spherical_octree/spherical_octree.h"
#include "hierarchy/triangle_list.h"

namespace tactus {

/// A body with a spherical octree: the tree as it was made, what has become of its spheres since, and where it lies.
///
/// A new pose costs one pass over the vertices, for the floats that exact tests are about, and no node is touched. The
/// first new positions make what a deforming tree needs; a body that is only posed never has it.
class PosedOctree {
public:
    PosedOctree(
        std::vector<TriangleIndices> triangles, std::span<const Vec3> positions, const OctreeOptions& options);

    /// Takes new positions, as many as there are vertices. False, and nothing is changed, if one is not finite.
    bool update(const PositionsView& positions);
    /// Poses the positions of the last update. False, and nothing is changed, if one is not finite there.
    bool set_pose(const RigidPose& pose);

    const SphericalOctree& tree() const { return *tree_; }
    /// As a search sees it.
    OctreeBody body() { return {tree_.get(), pose_, refit_.get()}; }
    OctreeOrder order() const { return order_; }
    /// Where the vertices lie in the world, and, for searches, the same unposed.
    TriangleList triangles() const;
    /// The positions before the last update or pose; none if they were not kept.
    const float* previous_positions() const { return has_previous_ ? &next_.data()->x : nullptr; }
    std::span<const Vec3> reference() const { return refit_ ? refit_->positions() : rest_.span(); }
    /// What the tree was made from.
    std::span<const Vec3> rest() const { return rest_.span(); }
    const Box& box() const { return box_; }
    /// A box in the world that holds the surface that a sphere of the tree holds, posed and rounded as it is.
    Box world_box(const NodeSphere& sphere) const;
    /// How far any vertex can have moved along any axis, in metres, as a sum over all updates and poses. Grows whenever
    /// one has moved.
    double travel() const { return travel_; }
    /// The box of a posed face. Each is made once for the positions that there are.
    const Box& face_box(std::uint32_t face)
    {
        if (boxed_at_[face] != moves_)
            make_face_box(face);
        return face_boxes_[face];
    }
    /// How often a node was brought up to date.
    std::uint64_t refit_count() const { return refit_ ? refit_->refit_count() : 0; }
    std::size_t bytes() const;

private:
    void take_next();
    void add_travel();
    void make_face_box(std::uint32_t face);

    // Trees are looked at by what is made from them, and stay where they are when the body moves.
    std::unique_ptr<SphericalOctree> tree_;
    std::unique_ptr<OctreeRefit> refit_;
    std::vector<TriangleIndices> triangles_;
    std::vector<std::uint32_t> numbers_; ///< of the triangles, where some were removed
    std::vector<std::uint32_t> used_vertices_; ///< only where there are others
    bool uses_all_vertices_ = false;
    OctreeOrder order_ = OctreeOrder::both_at_once;
    RigidPose pose_;
    Buffer<Vec3> rest_; ///< what the tree was made from
    Buffer<Vec3> posed_;
    Buffer<Vec3> next_; ///< so that a refusal leaves the old ones as they were; between updates the ones before
    bool has_previous_ = false;
    Box box_;
    double travel_ = 0.0;
    std::uint32_t moves_ = 0; ///< updates and poses so far
    Buffer<Box> face_boxes_;
    Buffer<std::uint32_t> boxed_at_; ///< per face, the move for which its box was made
};

} // namespace tactus
