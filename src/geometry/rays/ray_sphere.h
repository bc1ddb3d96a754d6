// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "geometry/rays/ray_triangle.h"
#include "geometry/sphere.h"

namespace tactus {

/// The first point of a ray on the surface of a sphere, by its t, up to the rounding of double; from inside it is where
/// the ray leaves. Whether there is one is exact arithmetic's answer on these floats, touching included. All numbers
/// must be finite, the direction not zero.
std::optional<double> ray_sphere_hit(const Ray& ray, const Sphere& sphere);

} // namespace tactus
