// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "geometry/triangle.h"

namespace tactus {

/// All points origin + t * direction with t >= 0. The direction need not have length one.
struct Ray {
    Vec3 origin;
    Vec3 direction;
};

/// A point at t along a ray, and at a + u * (b - a) + v * (c - a) on a triangle; t >= 0, u >= 0, v >= 0, u + v <= 1 up
/// to rounding in double.
struct RayTriangleHit {
    double t = 0.0;
    double u = 0.0;
    double v = 0.0;
};

/// The first point of a ray on a closed triangle. Whether there is one is exact arithmetic's answer on these floats: a
/// ray never slips through between two triangles with a common edge or vertex, and never hits beside one. A ray in the
/// triangle's plane hits it where it enters; a triangle of zero area is hit as the segment or point it has become.
/// Nothing if a coordinate is nan or infinite, or the direction is zero.
std::optional<RayTriangleHit> ray_triangle_hit(const Ray& ray, const Triangle& triangle);

} // namespace tactus
