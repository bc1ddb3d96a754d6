// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "geometry/half_spaces/plane.h"
#include "geometry/rays/ray_triangle.h"

namespace tactus {

/// Where a ray meets a plane, by its t, up to the rounding of double, from either side. Whether it does is exact
/// arithmetic's answer on these floats; one that begins on the plane meets it there, and others that go along it do
/// not. All numbers must be finite, and neither the direction nor the normal zero.
std::optional<double> ray_plane_hit(const Ray& ray, const Plane& plane);

} // namespace tactus
