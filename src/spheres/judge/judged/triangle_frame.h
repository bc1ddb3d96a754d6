// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "spheres/judge/judged/point.h"

namespace tactus::sphere_check {

/// A triangle in coordinates of its own plane: its first corner at the origin, the second on the x axis.
///
/// The axes are orthogonal and of unit length up to rounding, also for needles, and every point of the triangle is
/// where the frame puts it up to 16 half_ulp times its longest side.
struct TriangleFrame {
    Point origin;
    Point x_axis;
    Point y_axis;
    double second_x = 0.0; ///< the length of the longest side
    PlanePoint third;

    TriangleFrame() = default;
    /// Any three corners. Sides without length get axes that are as good as any.
    TriangleFrame(const Point& a, const Point& b, const Point& c);

    double longest_side() const { return second_x; }
    double area() const { return 0.5 * second_x * third.y; }
    std::array<PlanePoint, 3> corners() const { return {PlanePoint{0.0, 0.0}, PlanePoint{second_x, 0.0}, third}; }
    Point place(const PlanePoint& p) const { return origin + x_axis * p.x + y_axis * p.y; }

    /// Of the point from the triangle, up to 64 half_ulp times its distance from the origin of the frame and the
    /// longest side together.
    double distance(const Point& point) const;
};

} // namespace tactus::sphere_check
