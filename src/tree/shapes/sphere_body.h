// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <tactus/geometry.h>

#include "geometry/double_vector.h"
#include "geometry/sphere.h"
#include "tree/rigid_pose.h"
#include "tree/shapes/shape_body.h"

namespace tactus {

/// The structure of a body that is a sphere. Its point is the centre.
class SphereBody final : public ShapeBody {
public:
    explicit SphereBody(const Sphere& sphere) : ShapeBody(sphere.centre, box_of(sphere)), sphere_(sphere) {}

    const Sphere* ball() const override { return &sphere_; }
    /// A pose moves the centre to its position.
    bool set_pose(const RigidPose& pose) override
    {
        const Vec3 centre = to_float(pose.position);
        const DoubleVector way = to_double(centre) - to_double(point());
        travel_ += std::max({std::fabs(way.x), std::fabs(way.y), std::fabs(way.z)}) * (1.0 + 0x1p-50);
        sphere_.centre = centre;
        move_to(centre, box_of(sphere_));
        return true;
    }
    Travel travel() const override { return {1, travel_}; }
    std::size_t bytes() const override { return sizeof(*this); }

private:
    Sphere sphere_;
    double travel_ = 0.0; ///< Metres that the centre has moved along any axis, summed up over all its moves.
};

} // namespace tactus
