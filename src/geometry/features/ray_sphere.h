// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <optional>

#include "geometry/double_vector.h"
#include "geometry/ray_triangle.h"
#include "geometry/sphere.h"

namespace tactus {

/// The first point of a ray on the surface of a sphere, by its t, up to the rounding of double; from inside it is where
/// the ray leaves. All numbers must be finite, the direction not zero.
inline std::optional<double> ray_sphere_hit(const Ray& ray, const Sphere& sphere)
{
    const DoubleVector direction = to_double(ray.direction);
    const DoubleVector to_centre = to_double(sphere.centre) - to_double(ray.origin);
    const double squared_length = dot(direction, direction);
    const double along = dot(to_centre, direction);
    // The line's squared distance from the centre, by a product that loses no digits far away.
    const DoubleVector across = cross(to_centre, direction);
    const double radius = sphere.radius;
    const double room = radius * radius * squared_length - dot(across, across);
    if (room < 0.0)
        return std::nullopt;
    const double half = std::sqrt(room);
    const double enter = (along - half) / squared_length, leave = (along + half) / squared_length;
    if (leave < 0.0)
        return std::nullopt;
    return enter >= 0.0 ? enter : leave;
}

} // namespace tactus
