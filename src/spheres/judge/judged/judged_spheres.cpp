// SPDX-License-Identifier: MIT
#include "spheres/judge/judged/judged_spheres.h"

#include <limits>

namespace tactus::sphere_check {

JudgedSpheres::JudgedSpheres(std::span<const Sphere> spheres)
{
    std::vector<PointBox> boxes;
    for (const Sphere& sphere : spheres) {
        const Ball ball{widen(sphere.centre), sphere.radius};
        balls_.push_back(ball);
        // Wider than rounding, so that no box is smaller than its sphere.
        const double reach = (ball.radius + largest_coordinate(ball.centre)) * (4.0 * half_ulp) + ball.radius;
        const Point half{reach, reach, reach};
        boxes.push_back({ball.centre - half, ball.centre + half});
        extent_ = std::max({extent_, largest_coordinate(boxes.back().lower), largest_coordinate(boxes.back().upper)});
    }
    tree_ = BoxTree(boxes);
}

std::uint32_t JudgedSpheres::nearest(const Point& point) const
{
    double distance = std::numeric_limits<double>::infinity();
    return tree_.nearest(point, distance, 0, [&](std::uint32_t sphere) { return gap(point, sphere); });
}

} // namespace tactus::sphere_check
