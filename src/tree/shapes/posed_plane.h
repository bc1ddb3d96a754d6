// SPDX-License-Identifier: MIT
#pragma once

#include "geometry/double_vector.h"
#include "geometry/half_spaces/plane.h"
#include "tree/rigid_pose.h"

namespace tactus {

/// Turns and moves a plane, and rounds it to floats, which may not be finite.
inline Plane posed_plane(const RigidPose& pose, const Plane& plane)
{
    const DoubleVector n = to_double(plane.normal);
    const DoubleVector turned = pose.axes[0] * n.x + pose.axes[1] * n.y + pose.axes[2] * n.z;
    return {to_float(turned), static_cast<float>(double(plane.offset) + dot(turned, pose.position))};
}

} // namespace tactus
