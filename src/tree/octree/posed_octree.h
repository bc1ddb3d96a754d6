// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <tactus/body.h>
#include <tactus/geometry.h>

#include "base/buffer.h"
#include "geometry/box.h"
#include "mesh/edits/structure_edit.h"
#include "tree/octree/made/edit_octree.h"
#include "tree/octree/made/spherical_octree.h"
#include "tree/octree/pairs/leaf_pairs.h"
#include "tree/octree/refit/octree_refit.h"
#include "tree/posed_mesh.h"
#include "tree/tree.h"

namespace tactus {

/// A body with a spherical octree: the tree as it was made, what has become of its spheres since, and where it lies.
///
/// A new pose costs one pass over the vertices, for the floats that exact tests are about, and no node is touched. The
/// first new positions make what a deforming tree needs; a body that is only posed never has it.
class PosedOctree final : public Tree {
public:
    PosedOctree(
        std::vector<TriangleIndices> triangles, std::span<const Vec3> positions,
        const structures::SphericalOctree& options, OctreeOrder order = OctreeOrder::both_at_once,
        bool one_sphere = false);

    /// Takes new positions, as many as there are vertices. False, and nothing is changed, if one is not finite.
    bool update(const PositionsView& positions);
    bool update(const PositionsView& positions, Workers&) override { return update(positions); }
    bool follows_poses() const override { return true; }
    /// Poses the positions of the last update. False, and nothing is changed, if one is not finite there.
    bool set_pose(const RigidPose& pose) override { return mesh_.set_pose(pose, reference()); }

    /// Removes triangles and adds others, and vertices in the coordinates of the reference. The tree is repaired where
    /// it is, unless too much changes or lies outside of all that it can hold: then it is made anew from the reference.
    StructureEdit edit(
        std::span<const std::uint32_t> removed, std::span<const Vec3> new_vertices,
        std::span<const TriangleIndices> added);

    bool can_edit(std::span<const Vec3> own, bool) const override { return mesh_.can_pose(own); }
    StructureEdit edit(const TreeEdit& edit) override;

    const SphericalOctree& tree() const { return *tree_; }
    /// As a search sees it.
    OctreeBody body() { return {tree_.get(), mesh_.pose(), refit_.get()}; }
    /// Whether it has had new positions, and is not only posed.
    bool deforms() const { return refit_ != nullptr; }
    OctreeOrder order() const { return order_; }
    /// Where it lies in the world.
    PosedMesh& mesh() { return mesh_; }
    const PosedMesh& mesh() const { return mesh_; }
    TriangleList triangles() const override { return mesh_.triangles(); }
    const float* previous_positions() const override { return mesh_.previous_positions(); }
    const Box& box() const override { return mesh_.box(); }
    /// The same unposed, for searches.
    std::span<const Vec3> reference() const override { return refit_ ? refit_->positions() : rest_.span(); }
    /// What the tree was made from.
    std::span<const Vec3> rest() const { return rest_.span(); }
    /// A box in the world that holds the surface that a sphere of the tree holds, posed and rounded as it is.
    Box world_box(const NodeSphere& sphere) const;
    /// How often the tree was made, or made anew.
    std::uint64_t builds() const { return builds_; }
    /// How often a node was brought up to date.
    std::uint64_t refit_count() const { return refit_ ? refit_->refit_count() : 0; }
    TreeNodes& nodes() override;
    void forget_nodes() noexcept override { nodes_.reset(); }
    TreeCounts counts() const override;
    std::size_t bytes() const override;
    PosedOctree* as_in_paper() override { return order() == OctreeOrder::leaves_then_reverse ? this : nullptr; }

private:
    bool take_rest(std::span<const Vec3> new_vertices, std::span<const TriangleIndices> added);
    bool holds(std::span<const TriangleIndices> added) const;
    StructureEdit rebuild(std::span<const Vec3> new_vertices);
    static SphericalOctree make_tree(
        std::span<const TriangleIndices> triangles, std::span<const Vec3> positions,
        const structures::SphericalOctree& options, OctreeOrder order, bool one_sphere);

    // Trees are looked at by what is made from them, and stay where they are when the body moves.
    std::unique_ptr<SphericalOctree> tree_;
    std::unique_ptr<OctreeRefit> refit_;
    PosedMesh mesh_;
    structures::SphericalOctree options_;
    OctreeOrder order_;
    bool one_sphere_;   ///< Without levels, as papers::Options asks for it.
    Buffer<Vec3> rest_; ///< what the tree was made from
    OctreeEditor editor_;
    std::uint64_t builds_ = 1;
    std::size_t face_count_ = 0;  ///< of faces that remain
    std::size_t built_count_ = 0; ///< as many as there were when the tree was made
    std::unique_ptr<TreeNodes> nodes_;
};

} // namespace tactus
