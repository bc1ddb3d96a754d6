// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

#include <tactus/geometry.h>

namespace tactus::peers {

// One instruction each on their machines. std::min makes a branch here, which the order of three corners mispredicts:
// it cost Embree's refit more than Embree's own part of it.
#ifdef __aarch64__
inline float lesser(float a, float b) { return std::fmin(a, b); }
inline float greater(float a, float b) { return std::fmax(a, b); }
#else
inline float lesser(float a, float b) { return a < b ? a : b; }
inline float greater(float a, float b) { return a > b ? a : b; }
#endif

struct TriangleBox {
    Vec3 lower;
    Vec3 upper;
};

/// The box of a triangle. Exact: the corners' own coordinates.
inline TriangleBox box_of_triangle(const TriangleIndices& triangle, const Vec3* positions)
{
    const Vec3 &a = positions[triangle[0]], &b = positions[triangle[1]], &c = positions[triangle[2]];
    return {
        {lesser(lesser(a.x, b.x), c.x), lesser(lesser(a.y, b.y), c.y), lesser(lesser(a.z, b.z), c.z)},
        {greater(greater(a.x, b.x), c.x), greater(greater(a.y, b.y), c.y), greater(greater(a.z, b.z), c.z)}};
}

} // namespace tactus::peers
