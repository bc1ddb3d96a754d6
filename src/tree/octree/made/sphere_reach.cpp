// SPDX-License-Identifier: MIT
// Nearly all features are far inside or outside a sphere, and two comparisons in double say so: a corner that is
// certainly inside, or a plane across the direction to the feature beyond which all its corners, and so the whole
// convex feature, certainly lie. How good that direction is does not matter for the proof. What is left is decided
// exactly.
//
// The direction leads to the closest point, by the regions of C. Ericson, "Real-Time Collision Detection", 2005,
// section 5.1.5.
#include "tree/octree/made/sphere_reach.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "geometry/features/vertex_edge.h"
#include "geometry/features/vertex_face.h"

namespace tactus {
namespace {

double fraction(double part, double whole) { return whole > 0.0 ? std::clamp(part / whole, 0.0, 1.0) : 0.0; }

DoubleVector towards_segment(DoubleVector a, DoubleVector b)
{
    const DoubleVector along = b - a;
    return a + along * fraction(-dot(a, along), dot(along, along));
}

DoubleVector towards_triangle(DoubleVector a, DoubleVector b, DoubleVector c)
{
    const DoubleVector ab = b - a, ac = c - a;
    const double d1 = -dot(ab, a), d2 = -dot(ac, a);
    if (d1 <= 0.0 && d2 <= 0.0)
        return a;
    const double d3 = -dot(ab, b), d4 = -dot(ac, b);
    if (d3 >= 0.0 && d4 <= d3)
        return b;
    const double d5 = -dot(ab, c), d6 = -dot(ac, c);
    if (d6 >= 0.0 && d5 <= d6)
        return c;
    if (d1 * d4 - d3 * d2 <= 0.0 && d1 >= 0.0 && d3 <= 0.0)
        return a + ab * fraction(d1, d1 - d3);
    if (d5 * d2 - d1 * d6 <= 0.0 && d2 >= 0.0 && d6 <= 0.0)
        return a + ac * fraction(d2, d2 - d6);
    if (d3 * d6 - d5 * d4 <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0)
        return b + (c - b) * fraction(d4 - d3, (d4 - d3) + (d5 - d6));
    const DoubleVector normal = cross(ab, ac);
    const double length_squared = dot(normal, normal);
    return length_squared > 0.0 ? normal * (dot(normal, a) / length_squared) : a;
}

bool decide_exactly(const NodeSphere& sphere, std::span<const Vec3> points)
{
    if (points.size() == 1)
        return within(sphere.centre, points[0], sphere.radius);
    if (points.size() == 2)
        return within(sphere.centre, Segment{points[0], points[1]}, sphere.radius);
    return within(sphere.centre, Triangle{points[0], points[1], points[2]}, sphere.radius);
}

} // namespace

bool reaches(const NodeSphere& sphere, std::span<const Vec3> points)
{
    // Larger than any number of roundings below, each 2^-53 of the sum of absolute values.
    constexpr double slack = 0x1p-49;
    const DoubleVector centre = to_double(sphere.centre);
    const double radius = static_cast<double>(sphere.radius);
    const double surely_inside = radius * radius * (1.0 - slack);
    std::array<DoubleVector, 3> corners;
    for (std::size_t i = 0; i < points.size(); ++i) {
        corners[i] = to_double(points[i]) - centre;
        if (dot(corners[i], corners[i]) < surely_inside)
            return true;
    }
    const DoubleVector towards = points.size() == 1   ? corners[0]
                                 : points.size() == 2 ? towards_segment(corners[0], corners[1])
                                                      : towards_triangle(corners[0], corners[1], corners[2]);
    const double limit = radius * std::sqrt(dot(towards, towards)) * (1.0 + slack);
    bool is_beyond = true;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const double x = towards.x * corners[i].x, y = towards.y * corners[i].y, z = towards.z * corners[i].z;
        is_beyond = is_beyond && x + y + z - (std::abs(x) + std::abs(y) + std::abs(z)) * slack > limit;
    }
    return !is_beyond && decide_exactly(sphere, points);
}

} // namespace tactus
