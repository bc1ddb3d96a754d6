// SPDX-License-Identifier: MIT
#include "geometry/half_spaces/ray_plane.h"

#include "geometry/half_spaces/half_space_values.h"

namespace tactus {

std::optional<double> ray_plane_hit(const Ray& ray, const Plane& plane)
{
    const double height = detail::rounded_value_at(plane, ray.origin);
    const double slope = detail::rounded_value_at({plane.normal, 0.0f}, ray.direction);
    if (height == 0.0)
        return 0.0;
    // Both have their exact signs.
    if (slope == 0.0 || (height > 0.0) == (slope > 0.0))
        return std::nullopt;
    return -height / slope;
}

} // namespace tactus
