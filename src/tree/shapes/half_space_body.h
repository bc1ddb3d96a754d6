// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <tactus/geometry.h>

#include "geometry/half_spaces/plane.h"
#include "tree/rigid_pose.h"
#include "tree/shapes/shape_body.h"

namespace tactus {

/// The structure of a body that is a half-space. Its point is that of the given plane which is nearest to the origin,
/// and goes where poses put it. Its box is as large as floats are: nobody gets anything from it, and searches look at
/// the plane instead.
class HalfSpaceBody final : public ShapeBody {
public:
    /// The plane must be one that can_be_placed.
    explicit HalfSpaceBody(const Plane& plane);
    /// Whether all of it is finite, the normal is not zero, and floats hold the point that is nearest to the origin.
    static bool can_be_placed(const Plane& plane);

    const Plane* half_space() const override { return &plane_; }
    /// Turns and moves the given plane, and rounds it to floats. False, and nothing is changed, if these do not hold it
    /// there.
    bool set_pose(const RigidPose& pose) override;
    /// Nobody knows what the plane has come near to.
    Travel travel() const override { return {}; }
    std::size_t bytes() const override { return sizeof(*this); }

private:
    Plane given_;
    Vec3 given_point_;
    Plane plane_; ///< now
};

} // namespace tactus
