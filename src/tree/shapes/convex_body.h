// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/buffer.h"
#include "base/threads/parallel.h"
#include "geometry/half_spaces/plane.h"
#include "geometry/half_spaces/polytope.h"
#include "tree/refit/refit_bvh.h"
#include "tree/rigid_pose.h"
#include "tree/tree.h"

namespace tactus {

/// The structure of a body that is a convex set, the common part of some half-spaces. Pairs are those of the
/// half-spaces. Contacts are those of its surface, a polytope whose corners are rounded to floats; a set without an end
/// or an inside has no surface, and where others have triangles it has one that has shrunk to the origin of its own
/// coordinates.
class ConvexBody final : public Tree {
public:
    /// At most max_planes, all finite, and no normal is zero.
    explicit ConvexBody(std::span<const Plane> half_spaces);

    std::span<const Plane> convex() const override { return now_; }
    /// Its surface in its own coordinates; one corner and one triangle where it has none.
    const Polytope& polytope() const { return polytope_; }
    Tree* contact_tree() override { return has_surface() ? &surface_ : nullptr; }
    bool follows_poses() const override { return true; }
    /// Turns and moves the given planes and the corners, and rounds both to floats. False, and nothing is changed, if
    /// these do not hold one of them there.
    bool set_pose(const RigidPose& pose) override;
    std::span<const Vec3> reference() const override { return polytope_.corners; }
    bool update(const PositionsView&, Workers&) override { return false; }
    bool can_edit(std::span<const Vec3>, bool) const override { return false; }
    StructureEdit edit(const TreeEdit&) override { return TACTUS_CHECK(false), StructureEdit{}; }

    // Of the surface.
    TreeNodes& nodes() override { return surface_.nodes(); }
    void forget_nodes() noexcept override { surface_.forget_nodes(); }
    TriangleList triangles() const override { return surface_.triangles(); }
    bool has_patches() const override { return surface_.has_patches(); }
    const float* previous_positions() const override { return surface_.previous_positions(); }
    void keep_previous() override { surface_.keep_previous(); }

    /// Around what the planes have in common, and around the corners.
    const Box& box() const override { return box_; }
    std::size_t bytes() const override;

private:
    bool has_surface() const { return polytope_.corners.size() > 1; }

    std::vector<Plane> given_;
    std::vector<Plane> now_;
    std::vector<Plane> next_; ///< until they are known to be finite
    Polytope polytope_;
    Buffer<Vec3> posed_; ///< its corners
    RefitBvh surface_;
    Workers nobody_{1}; ///< so few corners are not shared among several
    Box box_;
};

} // namespace tactus
