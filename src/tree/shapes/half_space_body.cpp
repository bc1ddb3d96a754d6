// SPDX-License-Identifier: MIT
#include "tree/shapes/half_space_body.h"

#include <cmath>
#include <limits>

#include "geometry/double_vector.h"
#include "tree/shapes/posed_plane.h"

namespace tactus {
namespace {

constexpr float end_of_floats = std::numeric_limits<float>::max();
constexpr Box everywhere = {
    {-end_of_floats, -end_of_floats, -end_of_floats}, {end_of_floats, end_of_floats, end_of_floats}};

/// The point of a plane that is nearest to the origin.
Vec3 nearest_point_of(const Plane& plane)
{
    const DoubleVector normal = to_double(plane.normal);
    return to_float(unit(normal) * (double(plane.offset) / length(normal)));
}

} // namespace

HalfSpaceBody::HalfSpaceBody(const Plane& plane)
    : ShapeBody(nearest_point_of(plane), everywhere), given_(plane), given_point_(nearest_point_of(plane)),
      plane_(plane)
{
}

bool HalfSpaceBody::can_be_placed(const Plane& plane)
{
    return is_finite(plane.normal) && plane.normal != Vec3{} && std::isfinite(plane.offset)
           && is_finite(nearest_point_of(plane));
}

bool HalfSpaceBody::set_pose(const RigidPose& pose)
{
    const Plane posed = posed_plane(pose, given_);
    const Vec3 point = to_float(pose(to_double(given_point_)));
    if (!can_be_placed(posed) || !is_finite(point))
        return false;
    plane_ = posed;
    move_to(point, everywhere);
    return true;
}

} // namespace tactus
