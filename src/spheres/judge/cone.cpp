// SPDX-License-Identifier: MIT
#include "spheres/judge/cone.h"

#include <limits>

namespace tactus::sphere_check {

Cone::Cone(const Point& apex, const std::array<Point, 3>& directions, double margin, double reach) : apex_(apex)
{
    const Point sum = directions[0] + directions[1] + directions[2];
    middle_ = sum * (1.0 / norm(sum));
    for (int i = 0; i < 3; ++i) {
        const Point normal = cross(directions[i], directions[(i + 1) % 3]);
        const double length = norm(normal);
        inwards_[i] = normal * ((dot(normal, sum) < 0.0 ? -1.0 : 1.0) / length);
        // The closer two directions are, the less is known about the plane through them.
        margins_[i] = margin + 32.0 * half_ulp * reach / length;
    }
}

bool Cone::misses(const PointBox& box) const
{
    for (int i = 0; i < 3; ++i) {
        const Point& inwards = inwards_[i];
        const Point farthest{
            inwards.x > 0.0 ? box.upper.x : box.lower.x, inwards.y > 0.0 ? box.upper.y : box.lower.y,
            inwards.z > 0.0 ? box.upper.z : box.lower.z};
        if (dot(farthest - apex_, inwards) < -margins_[i])
            return true;
    }
    return false;
}

double Cone::least_along(const std::array<Point, 3>& triangle) const
{
    // The triangle is clipped by the three planes. What is left is nowhere nearer than its nearest corner is along the
    // cone's middle, because that is linear.
    std::array<Point, 8> corners, clipped;
    std::size_t count = 3;
    for (std::size_t i = 0; i < 3; ++i)
        corners[i] = triangle[i] - apex_;
    for (std::size_t plane = 0; plane < 3; ++plane) {
        const Point& inwards = inwards_[plane];
        std::size_t kept = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const Point& from = corners[i];
            const Point& to = corners[i + 1 < count ? i + 1 : 0];
            const double at_from = dot(from, inwards) + margins_[plane], at_to = dot(to, inwards) + margins_[plane];
            if (at_from >= 0.0)
                clipped[kept++] = from;
            if ((at_from >= 0.0) != (at_to >= 0.0))
                clipped[kept++] = from + (to - from) * (at_from / (at_from - at_to));
        }
        count = kept;
        corners = clipped;
    }
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < count; ++i)
        least = std::min(least, dot(corners[i], middle_));
    return least;
}

} // namespace tactus::sphere_check
