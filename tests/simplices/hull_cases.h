// SPDX-License-Identifier: MIT
// Seeded hulls of one to four points and triangles beside them, of every kind that predicates may get wrong, and
// lengths that tell right from wrong.
#pragma once

#include <cmath>
#include <ostream>
#include <vector>

#include "geometry/exact/length_sum.h"
#include "geometry/simplices/simplex.h"
#include "geometry/triangle_cases.h"

namespace tactus {

inline void PrintTo(const Simplex& hull, std::ostream* out)
{
    *out << std::hexfloat;
    for (int i = 0; i < hull.count; ++i) {
        const Vec3 p = hull.corners[static_cast<std::size_t>(i)];
        *out << "(" << p.x << ", " << p.y << ", " << p.z << ") ";
    }
    *out << std::defaultfloat;
}

inline void PrintTo(const LengthSum& length, std::ostream* out)
{
    *out << std::hexfloat << length.a << " + " << length.b << " + " << length.c << std::defaultfloat;
}

namespace cases {

struct HullCase {
    Simplex hull;
    Triangle triangle;
};

/// A tetrahedron of large whole numbers, and a small triangle near its middle.
inline HullCase triangle_inside(Random& random)
{
    HullCase found;
    const float size = static_cast<float>(8 + random.below(9));
    found.hull.corners = {Vec3{-size, -size, -size}, {size, size, -size}, {size, -size, size}, {-size, size, size}};
    found.hull.count = 4;
    const auto corner = [&] { return random.grid_point(5) - Vec3{2, 2, 2}; };
    found.triangle = {corner(), corner(), corner()};
    return found;
}

/// In planes, and on lines, across (2, 3, 6), which has length 7, so that many distances are whole numbers.
inline HullCase in_parallel_planes(Random& random)
{
    const auto in_plane = [&] {
        return Vec3{3, -2, 0} * static_cast<float>(random.below(7) - 3)
               + Vec3{0, 2, -1} * static_cast<float>(random.below(7) - 3);
    };
    const Vec3 up = Vec3{2, 3, 6} * static_cast<float>(random.below(3));
    HullCase found;
    found.hull.count = 1 + random.below(4);
    for (Vec3& corner : found.hull.corners)
        corner = in_plane() + up + (random.below(4) == 0 ? up : Vec3{});
    found.triangle = {in_plane(), in_plane(), in_plane()};
    return found;
}

/// The number-th case of a seed's sequence.
inline HullCase hull_case(std::uint64_t seed, std::uint64_t number)
{
    Random random(seed * 0x9e3779b97f4a7c15u + number);
    if (number % 12 == 0)
        return triangle_inside(random);
    if (number % 12 < 4)
        return in_parallel_planes(random);
    const TrianglePairCase pair = triangle_pair(seed, number / 12 * 8 + number % 8);
    HullCase found;
    found.triangle = pair.b;
    found.hull = Simplex(pair.a);
    found.hull.count = 1 + random.below(4);
    Vec3& last = found.hull.corners[3];
    switch (random.below(6)) {
    case 0: // the same point again
        last = found.hull.corners[static_cast<std::size_t>(random.below(3))];
        break;
    case 1: // on an edge, to rounding
        last = pair.a.a * 0.5f + pair.a.b * 0.5f;
        break;
    case 2: // in the plane, to rounding
        last = pair.a.b + (pair.a.c - pair.a.a);
        break;
    case 3: // a corner of the triangle
        last = pair.b.a;
        break;
    case 4:
        last = random.grid_point(5);
        break;
    default: // beyond the triangle
        last = pair.b.a + (pair.b.b - pair.a.c);
        break;
    }
    if (!is_finite(last))
        last = {};
    return found;
}

/// Lengths to try where the root of the squared distance is about this: nothing, everything, any, the floats around it,
/// and sums around it that are no floats.
inline std::vector<LengthSum> telling_lengths(double root, Random& random)
{
    const float nearest = root < 0x1p127 ? static_cast<float>(root) : 0x1p127f;
    const float below = std::fabs(nudged(nearest, -1)), above = nudged(nearest, 1);
    const float step = nearest - below;
    std::vector<LengthSum> lengths = {
        {},
        {nearest, 0.0f, 0.0f},
        {below, 0.0f, 0.0f},
        {above, 0.0f, 0.0f},
        {0.0f, nearest, 0x1p-149f},
        {below, step * 0.5f, 0.0f},
        {0.25f * nearest, 0.5f * nearest, 0.25f * nearest},
        {std::fabs(random.unit()), 0.0f, 0.0f}};
    if (below < nearest)
        lengths.push_back({step * 0.5f, below, step * 0.5f});
    if (random.below(4) == 0)
        lengths.push_back({std::fabs(random.any_float()), 3e38f, 3e38f});
    return lengths;
}

} // namespace cases
} // namespace tactus
