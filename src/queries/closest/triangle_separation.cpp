// SPDX-License-Identifier: MIT
#include "queries/closest/triangle_separation.h"

#include <algorithm>

namespace tactus {

double gap_between(const Triangle& a, const Triangle& b, DoubleVector origin, DoubleVector direction)
{
    const auto along = [&](Vec3 corner) { return dot(to_double(corner) - origin, direction); };
    return std::min({along(b.a), along(b.b), along(b.c)}) - std::max({along(a.a), along(a.b), along(a.c)});
}

// Any vector would do, so it does not matter what rounding makes of the normal.
bool normal_separates(const Triangle& triangle, const Triangle& other, double distance)
{
    const DoubleVector origin = to_double(triangle.a);
    const DoubleVector ab = to_double(triangle.b) - origin;
    const DoubleVector ac = to_double(triangle.c) - origin;
    const DoubleVector normal = cross(ab, ac);
    const double own[2] = {dot(ab, normal), dot(ac, normal)};
    const double others[3] = {
        dot(to_double(other.a) - origin, normal), dot(to_double(other.b) - origin, normal),
        dot(to_double(other.c) - origin, normal)};
    const double above = std::min({others[0], others[1], others[2]}) - std::max({0.0, own[0], own[1]});
    const double below = std::min({0.0, own[0], own[1]}) - std::max({others[0], others[1], others[2]});
    const double gap = std::max(above, below);
    return gap > 0.0 && gap * gap > distance * distance * dot(normal, normal);
}

} // namespace tactus
