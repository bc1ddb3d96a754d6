// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <tactus/body.h>
#include <tactus/geometry.h>
#include <tactus/spheres.h>

#include "base/buffer.h"
#include "mesh/edits/structure_edit.h"
#include "tree/posed_mesh.h"
#include "tree/spheres/sphere_nodes.h"
#include "tree/tree.h"

namespace tactus {

/// A body with a tree of spheres in its own coordinates, and boxes around what has become of them in the world.
///
/// Where a body is only posed, a node's box is posed with it. Where it deforms, a node's box is that of its own faces
/// at some earlier moment, widened by what vertices can have moved since, until that is too much and it is made anew.
class SphereTreeBody final : public Tree {
public:
    SphereTreeBody(
        std::vector<TriangleIndices> triangles, std::span<const Vec3> positions,
        const structures::OnDemandSphereTree& options);
    /// With a tree that was made beforehand, and that is not needed any more when this is done.
    SphereTreeBody(std::vector<TriangleIndices> triangles, std::span<const Vec3> positions, const SphereTree& tree);

    /// Takes new positions, as many as there are vertices. False, and nothing is changed, if one is not finite.
    bool update(const PositionsView& positions);
    bool update(const PositionsView& positions, Workers&) override { return update(positions); }
    bool follows_poses() const override { return true; }
    /// Poses the positions of the last update. False, and nothing is changed, if one is not finite there.
    bool set_pose(const RigidPose& pose) override { return mesh_.set_pose(pose, reference()); }

    /// A tree that was made beforehand is made for one mesh.
    bool can_edit(std::span<const Vec3> own, bool) const override
    {
        return spheres_->can_edit() && mesh_.can_pose(own);
    }
    /// Removes triangles and adds others, and vertices in the coordinates of the reference. Cells without any of them
    /// stay as they are.
    StructureEdit edit(
        std::span<const std::uint32_t> removed, std::span<const Vec3> new_vertices,
        std::span<const TriangleIndices> added);

    StructureEdit edit(const TreeEdit& wanted) override
    {
        const StructureEdit done = edit(wanted.removed, wanted.own, wanted.added);
        nodes_.reset();
        return done;
    }

    SphereNodes& spheres() { return *spheres_; }
    const SphereNodes& spheres() const { return *spheres_; }
    PosedMesh& mesh() { return mesh_; }
    const PosedMesh& mesh() const { return mesh_; }
    TriangleList triangles() const override { return mesh_.triangles(); }
    const float* previous_positions() const override { return mesh_.previous_positions(); }
    const Box& box() const override { return mesh_.box(); }
    std::span<const Vec3> reference() const override { return deforms_ ? reference_.span() : rest_.span(); }

    /// Whether it has had new positions, and is not only posed.
    bool deforms() const { return deforms_; }
    /// Divides a node, a little at a time: true when that is done.
    bool divide(std::uint32_t node, std::size_t max_faces);
    /// Brings a node's box up to date, looking at this many faces at the most; true when it is.
    bool make_box(std::uint32_t node, std::size_t max_faces);
    /// Of a node other than the root whose box has been made; around all its own faces.
    const Box& node_box(std::uint32_t node) const { return bounds_[node].now; }
    /// A sphere in the world around a node's own faces, of a body that does not deform.
    Sphere posed_sphere(std::uint32_t node) const;
    /// The same of any body: around the node's box, which is made, where it deforms.
    Sphere sphere_now(std::uint32_t node);
    SphereTreeBody* sphere_tree() override { return this; }
    TreeNodes& nodes() override;
    void forget_nodes() noexcept override { nodes_.reset(); }
    bool counts_queries() const override { return true; }
    void begin_query(std::uint64_t query) override
    {
        const std::uint64_t era = spheres_->era();
        spheres_->begin_query(query);
        if (spheres_->era() != era)
            give_back_memory();
    }
    bool release_branches() override
    {
        if (!spheres_->release_branches())
            return false;
        give_back_memory();
        return true;
    }
    TreeCounts counts() const override;
    std::size_t bytes() const override;

private:
    struct Bound {
        Box now;                ///< where the body lies
        std::uint32_t move = 0; ///< for which that is
        // Of a body that deforms.
        Box box;                   ///< around the own faces, as it was made last
        double travel_then = -1.0; ///< when that was; below zero if it never was
        Box partial;               ///< of the faces before `next`, while it is being made
        double partial_travel = -1.0;
        std::uint32_t next = 0;
    };

    /// Gives back what was taken for nodes below the root, if there are none any more.
    void give_back_memory();
    double moved_since(const Bound& bound) const;
    bool make_bound(Bound& bound, std::uint32_t node, std::size_t max_faces);

    PosedMesh mesh_;
    Buffer<Vec3> rest_; ///< what the tree is about
    Buffer<Vec3> reference_;
    bool deforms_ = false;
    structures::OnDemandSphereTree options_; ///< where the tree is made on demand
    std::unique_ptr<SphereNodes> spheres_;
    Buffer<Bound> bounds_; ///< per node
    std::unique_ptr<TreeNodes> nodes_;
};

} // namespace tactus
