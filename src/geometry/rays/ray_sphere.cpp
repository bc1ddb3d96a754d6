// SPDX-License-Identifier: MIT
#include "geometry/rays/ray_sphere.h"

#include <algorithm>
#include <cmath>

#include "geometry/double_vector.h"
#include "geometry/exact/exact_integer.h"
#include "geometry/features/sphere_features.h"

namespace tactus {
namespace {

using Integer = detail::ExactInteger;
using Vector = detail::ExactIntegerVector;

/// A sphere as seen from the origin of a ray that does not begin in it: whether it lies ahead, and is met.
bool is_met(const Ray& ray, const Sphere& sphere, double along, double room, double size)
{
    // A component of the product across the ray is off by at most ten roundings of the two lengths' product, and what
    // is squared by twice that for each of three; the rest is less than as much again.
    constexpr double error = 128.0 * 0x1p-53;
    const double along_size = std::sqrt(size);
    if (std::fabs(along) > error * along_size && std::fabs(room) > error * size) [[likely]]
        return along > 0.0 && room > 0.0;
    const detail::FinestBit unit(ray.origin, ray.direction, sphere.centre, sphere.radius);
    const Vector direction(ray.direction, unit);
    const Vector to_centre = Vector(sphere.centre, unit) - Vector(ray.origin, unit);
    const Integer radius(sphere.radius, unit);
    const Vector across = cross(to_centre, direction);
    return dot(to_centre, direction).sign() > 0
           && compare(dot(across, across), radius * radius * dot(direction, direction)) <= 0;
}

} // namespace

std::optional<double> ray_sphere_hit(const Ray& ray, const Sphere& sphere)
{
    const DoubleVector direction = to_double(ray.direction);
    const DoubleVector to_centre = to_double(sphere.centre) - to_double(ray.origin);
    const double squared_length = dot(direction, direction);
    const double along = dot(to_centre, direction);
    // The line's squared distance from the centre, by a product that loses no digits far away.
    const DoubleVector across = cross(to_centre, direction);
    const double squared_radius = double(sphere.radius) * double(sphere.radius);
    const double room = squared_radius * squared_length - dot(across, across);
    const double half = std::sqrt(std::max(0.0, room));
    const int side = compare_distance(ray.origin, sphere.centre, {sphere.radius, 0.0f, 0.0f});
    if (side == 0)
        return 0.0;
    if (side < 0)
        return std::max(0.0, (along + half) / squared_length);
    const double size = (squared_radius + dot(to_centre, to_centre)) * squared_length;
    if (!is_met(ray, sphere, along, room, size))
        return std::nullopt;
    return std::max(0.0, (along - half) / squared_length);
}

} // namespace tactus
