// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <span>

#include <tactus/body.h>

#include "tree/sphere_block.h"

namespace tactus {

/// Where a body's own coordinates lie in the world: its origin, and the directions of its x, y and z axes, which are
/// the columns of a rotation matrix.
struct RigidPose {
    RigidPose() = default;
    /// By the formula that stands at Pose. All of it must be finite, and the rotation not of length zero.
    explicit RigidPose(const Pose& pose);

    DoubleVector position;
    std::array<DoubleVector, 3> axes = {{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};

    /// From the left to the right, as Pose promises.
    DoubleVector operator()(DoubleVector p) const { return position + axes[0] * p.x + axes[1] * p.y + axes[2] * p.z; }
};

/// Poses vertices and rounds them to float. Whether all of them are finite afterwards.
bool pose_vertices(const RigidPose& pose, std::span<const Vec3> vertices, Vec3* posed);

/// How the spheres of one posed body are seen from the tree of another.
///
/// What is promised is about the posed vertices as they are in the end, rounded to float, and for matrices that are
/// rotations only up to rounding: spheres that do not overlap, as the queries made here see it, hold no two surface
/// points within the contact distance of each other.
class SeenFrom {
public:
    /// Extents say how far the bodies' surfaces reach from the origins of their own coordinates.
    SeenFrom(const RigidPose& to, double to_extent, const RigidPose& from, double from_extent, double contact_distance);

    SphereQuery operator()(const NodeSphere& sphere) const
    {
        const DoubleVector c = to_double(sphere.centre);
        return {
            origin_ + axes_[0] * c.x + axes_[1] * c.y + axes_[2] * c.z,
            scale_ * static_cast<double>(sphere.radius) + reach_, scale_};
    }

private:
    DoubleVector origin_;
    std::array<DoubleVector, 3> axes_;
    double scale_ = 1.0;
    double reach_ = 0.0;
};

} // namespace tactus
