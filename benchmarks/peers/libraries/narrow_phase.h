// SPDX-License-Identifier: MIT
// P. Guigue, O. Devillers: Fast and Robust Triangle-Triangle Overlap Test Using Orientation Predicates, 2003.
// The test that users of a library without its own triangle test write after it: plain double arithmetic, no filter,
// no exact fallback. Where rounding decides, and on triangles of zero area, it may differ from the exact answer.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

#include <tactus/geometry.h>

namespace tactus::peers {

struct DoublePoint {
    double x, y, z;

    friend DoublePoint operator-(DoublePoint a, DoublePoint b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
};

inline double dot(DoublePoint a, DoublePoint b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

inline DoublePoint cross(DoublePoint a, DoublePoint b)
{
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// Whether two triangles share a vertex number.
inline bool share_vertex(const TriangleIndices& a, const TriangleIndices& b)
{
    // Without branches: almost every pair of boxes that overlap in one mesh is a pair of neighbours, in no order.
    unsigned same = 0;
    for (const std::uint32_t i : a)
        same |= unsigned(i == b[0]) | unsigned(i == b[1]) | unsigned(i == b[2]);
    return same != 0;
}

namespace detail {

/// How to turn a triangle so that its first vertex stands alone on the positive side of the other's plane.
struct Turn {
    int first;
    bool swap_other;
};

inline Turn turn_by_sides(double s0, double s1, double s2)
{
    if (s0 > 0)
        return s1 > 0 ? Turn{2, true} : s2 > 0 ? Turn{1, true} : Turn{0, false};
    if (s0 < 0)
        return s1 < 0 ? Turn{2, false} : s2 < 0 ? Turn{1, false} : Turn{0, true};
    if (s1 < 0)
        return s2 >= 0 ? Turn{1, true} : Turn{0, false};
    if (s1 > 0)
        return s2 > 0 ? Turn{0, true} : Turn{1, false};
    return s2 > 0 ? Turn{2, false} : Turn{2, true};
}

struct DoublePoint2 {
    double x, y;
};

inline double turn_2d(DoublePoint2 a, DoublePoint2 b, DoublePoint2 c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// Whether an edge of a has all of b strictly on its outer side. a turns counter-clockwise.
inline bool an_edge_separates(const std::array<DoublePoint2, 3>& a, const std::array<DoublePoint2, 3>& b)
{
    for (int k = 0; k < 3; ++k) {
        const DoublePoint2 from = a[k], to = a[(k + 1) % 3];
        if (turn_2d(from, to, b[0]) < 0 && turn_2d(from, to, b[1]) < 0 && turn_2d(from, to, b[2]) < 0)
            return true;
    }
    return false;
}

inline bool coplanar_triangles_intersect(
    const std::array<DoublePoint, 3>& p, const std::array<DoublePoint, 3>& q, DoublePoint normal)
{
    const double x = std::abs(normal.x), y = std::abs(normal.y), z = std::abs(normal.z);
    const auto flat = [&](const std::array<DoublePoint, 3>& triangle) {
        std::array<DoublePoint2, 3> result;
        for (int k = 0; k < 3; ++k) {
            const DoublePoint v = triangle[k];
            result[k] = z >= x && z >= y ? DoublePoint2{v.x, v.y}
                        : y >= x         ? DoublePoint2{v.z, v.x}
                                         : DoublePoint2{v.y, v.z};
        }
        if (turn_2d(result[0], result[1], result[2]) < 0)
            std::swap(result[1], result[2]);
        return result;
    };
    const auto a = flat(p), b = flat(q);
    return !an_edge_separates(a, b) && !an_edge_separates(b, a);
}

} // namespace detail

/// Whether two closed triangles have a point in common. Touching counts, as far as rounding lets it.
inline bool triangles_intersect_in_double(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b)
{
    const auto widen = [](Vec3 v) { return DoublePoint{v.x, v.y, v.z}; };
    std::array<DoublePoint, 3> p{widen(a[0]), widen(a[1]), widen(a[2])};
    std::array<DoublePoint, 3> q{widen(b[0]), widen(b[1]), widen(b[2])};

    const DoublePoint normal_q = cross(q[0] - q[2], q[1] - q[2]);
    const std::array<double, 3> side_p{
        dot(p[0] - q[2], normal_q), dot(p[1] - q[2], normal_q), dot(p[2] - q[2], normal_q)};
    if ((side_p[0] > 0 && side_p[1] > 0 && side_p[2] > 0) || (side_p[0] < 0 && side_p[1] < 0 && side_p[2] < 0))
        return false;
    const DoublePoint normal_p = cross(p[1] - p[0], p[2] - p[0]);
    std::array<double, 3> side_q{dot(q[0] - p[2], normal_p), dot(q[1] - p[2], normal_p), dot(q[2] - p[2], normal_p)};
    if ((side_q[0] > 0 && side_q[1] > 0 && side_q[2] > 0) || (side_q[0] < 0 && side_q[1] < 0 && side_q[2] < 0))
        return false;
    if ((side_p[0] == 0 && side_p[1] == 0 && side_p[2] == 0) || (side_q[0] == 0 && side_q[1] == 0 && side_q[2] == 0))
        return detail::coplanar_triangles_intersect(p, q, normal_p);

    const detail::Turn turn_p = detail::turn_by_sides(side_p[0], side_p[1], side_p[2]);
    p = {p[turn_p.first], p[(turn_p.first + 1) % 3], p[(turn_p.first + 2) % 3]};
    if (turn_p.swap_other) {
        std::swap(q[1], q[2]);
        std::swap(side_q[1], side_q[2]);
    }
    const detail::Turn turn_q = detail::turn_by_sides(side_q[0], side_q[1], side_q[2]);
    q = {q[turn_q.first], q[(turn_q.first + 1) % 3], q[(turn_q.first + 2) % 3]};
    if (turn_q.swap_other)
        std::swap(p[1], p[2]);

    return dot(q[1] - p[1], cross(q[0] - p[1], p[0] - p[1])) <= 0
           && dot(q[2] - p[0], cross(q[0] - p[0], p[2] - p[0])) <= 0;
}

/// The corners of one triangle.
inline std::array<Vec3, 3> corners(const TriangleIndices& triangle, const Vec3* positions)
{
    return {positions[triangle[0]], positions[triangle[1]], positions[triangle[2]]};
}

} // namespace tactus::peers
