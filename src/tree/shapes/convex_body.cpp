// SPDX-License-Identifier: MIT
#include "tree/shapes/convex_body.h"

#include <cmath>
#include <utility>

#include "geometry/double_vector.h"
#include "tree/shapes/posed_plane.h"

namespace tactus {

bool ConvexBody::set_pose(const RigidPose& pose)
{
    const Vec3 origin = to_float(pose.position);
    next_.clear();
    for (const Plane& plane : given_) {
        next_.push_back(posed_plane(pose, plane));
        if (!is_finite(next_.back().normal) || !std::isfinite(next_.back().offset))
            return false;
    }
    if (!is_finite(origin))
        return false;
    std::swap(now_, next_);
    move_to(origin, box_of_common_part(now_));
    return true;
}

} // namespace tactus
