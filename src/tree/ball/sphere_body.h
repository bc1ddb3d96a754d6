// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <span>

#include <tactus/geometry.h>

#include "geometry/box.h"
#include "geometry/double_vector.h"
#include "geometry/sphere.h"
#include "tree/rigid_pose.h"
#include "tree/tree.h"

namespace tactus {

/// The structure of a body that is a sphere. Where a mesh has triangles, it has one that has shrunk to the centre, so
/// that vertex 0 is the centre and triangle 0 the sphere; only its box knows how large it is.
class SphereBody final : public Tree {
public:
    explicit SphereBody(const Sphere& sphere)
        : sphere_(sphere), centres_{sphere.centre, sphere.centre}, box_(box_of(sphere))
    {
    }

    /// Moves the centre.
    void move_to(Vec3 centre)
    {
        centres_[1] = centres_[0];
        centres_[0] = centre;
        has_previous_ = true;
        sphere_.centre = centre;
        box_ = box_of(sphere_);
        const DoubleVector way = to_double(centre) - to_double(centres_[1]);
        travel_ += std::max({std::fabs(way.x), std::fabs(way.y), std::fabs(way.z)}) * (1.0 + 0x1p-50);
    }

    const Sphere* ball() const override { return &sphere_; }
    /// A pose moves the centre to its position.
    bool follows_poses() const override { return true; }
    bool set_pose(const RigidPose& pose) override
    {
        move_to(to_float(pose.position));
        return true;
    }
    bool update(const PositionsView&, Workers&) override { return false; }
    bool can_edit(std::span<const Vec3>, bool) const override { return false; }
    StructureEdit edit(const TreeEdit&) override { return TACTUS_CHECK(false), StructureEdit{}; }
    TreeNodes& nodes() override;
    void forget_nodes() noexcept override { nodes_.reset(); }
    TriangleList triangles() const override { return {&centres_[0].x, triangles_, {}}; }
    /// The centre before it was last moved; none if it never was.
    const float* previous_positions() const override { return has_previous_ ? &centres_[1].x : nullptr; }
    const Box& box() const override { return box_; }
    /// Metres that the centre has moved along any axis, summed up over all its moves.
    double travel() const { return travel_; }
    std::size_t bytes() const override { return sizeof(*this); }

private:
    static constexpr std::array<TriangleIndices, 1> triangles_ = {{{0, 0, 0}}};

    Sphere sphere_;
    // One more than there are: positions are read 16 bytes at a time.
    std::array<Vec3, 3> centres_; ///< now, and before
    bool has_previous_ = false;
    double travel_ = 0.0;
    Box box_;
    std::unique_ptr<TreeNodes> nodes_;
};

} // namespace tactus
