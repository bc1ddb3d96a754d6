// SPDX-License-Identifier: MIT
// Two triangles are closest at a corner of one, at an edge of each, or, where they intersect, on an edge of one inside
// the other. The cases are those of C. Ericson, "Real-Time Collision Detection", 2005, sections 5.1.5 and 5.1.9.
#include "geometry/triangle_pairs/triangle_distance.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "geometry/triangle_pairs/triangle_triangle.h"

namespace tactus {

namespace {

struct Candidate {
    double squared_distance = std::numeric_limits<double>::infinity();
    DoubleVector on_a;
    DoubleVector on_b;

    void take(DoubleVector p, DoubleVector q)
    {
        const DoubleVector apart = p - q;
        const double squared = dot(apart, apart);
        if (squared < squared_distance) {
            squared_distance = squared;
            on_a = p;
            on_b = q;
        }
    }
};

double clamped_fraction(double part, double whole) { return whole > 0.0 ? std::clamp(part / whole, 0.0, 1.0) : 0.0; }

// The point of a triangle closest to p. Where the triangle has no area, or rounding hides it, a point of its edges.
DoubleVector closest_on_triangle(DoubleVector p, const DoubleCorners& t)
{
    const DoubleVector ab = t[1] - t[0];
    const DoubleVector ac = t[2] - t[0];
    const DoubleVector ap = p - t[0];
    const double d1 = dot(ab, ap);
    const double d2 = dot(ac, ap);
    if (d1 <= 0.0 && d2 <= 0.0)
        return t[0];
    const DoubleVector bp = p - t[1];
    const double d3 = dot(ab, bp);
    const double d4 = dot(ac, bp);
    if (d3 >= 0.0 && d4 <= d3)
        return t[1];
    const double vc = d1 * d4 - d3 * d2;
    if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0)
        return t[0] + ab * clamped_fraction(d1, d1 - d3);
    const DoubleVector cp = p - t[2];
    const double d5 = dot(ab, cp);
    const double d6 = dot(ac, cp);
    if (d6 >= 0.0 && d5 <= d6)
        return t[2];
    const double vb = d5 * d2 - d1 * d6;
    if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0)
        return t[0] + ac * clamped_fraction(d2, d2 - d6);
    const double va = d3 * d6 - d5 * d4;
    if (va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0)
        return t[1] + (t[2] - t[1]) * clamped_fraction(d4 - d3, (d4 - d3) + (d5 - d6));
    const double total = va + vb + vc;
    if (!(total > 0.0))
        return t[0];
    return t[0] + ab * (vb / total) + ac * (vc / total);
}

void take_edges(Candidate& best, DoubleVector p1, DoubleVector q1, DoubleVector p2, DoubleVector q2)
{
    const DoubleVector d1 = q1 - p1;
    const DoubleVector d2 = q2 - p2;
    const DoubleVector r = p1 - p2;
    const double a = dot(d1, d1);
    const double e = dot(d2, d2);
    const double b = dot(d1, d2);
    const double c = dot(d1, r);
    const double f = dot(d2, r);
    double s = clamped_fraction(b * f - c * e, a * e - b * b);
    double t = clamped_fraction(b * s + f, e);
    // The clamp of t may have moved it away from the best s.
    s = clamped_fraction(b * t - c, a);
    t = clamped_fraction(b * s + f, e);
    best.take(p1 + d1 * s, p2 + d2 * t);
}

// Where the edge from p to q of one triangle passes through the other's plane.
bool crosses_plane(DoubleVector p, DoubleVector q, const DoubleCorners& t, DoubleVector& at)
{
    const DoubleVector normal = cross(t[1] - t[0], t[2] - t[0]);
    const double side_p = dot(normal, p - t[0]);
    const double side_q = dot(normal, q - t[0]);
    if (side_p * side_q > 0.0 || side_p == side_q)
        return false;
    at = p + (q - p) * std::clamp(side_p / (side_p - side_q), 0.0, 1.0);
    return true;
}

Candidate closest_features(const DoubleCorners& a, const DoubleCorners& b)
{
    Candidate best;
    for (int i = 0; i < 3; ++i) {
        best.take(a[i], closest_on_triangle(a[i], b));
        best.take(closest_on_triangle(b[i], a), b[i]);
        for (int j = 0; j < 3; ++j)
            take_edges(best, a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3]);
    }
    return best;
}

// The same where the triangles may intersect: the best approximation of a common point too.
Candidate closest_or_common(const DoubleCorners& a, const DoubleCorners& b)
{
    Candidate best = closest_features(a, b);
    DoubleVector at;
    for (int i = 0; i < 3; ++i) {
        if (crosses_plane(a[i], a[(i + 1) % 3], b, at))
            best.take(at, closest_on_triangle(at, b));
        if (crosses_plane(b[i], b[(i + 1) % 3], a, at))
            best.take(closest_on_triangle(at, a), at);
    }
    return best;
}

} // namespace

TriangleDistance triangle_distance(const Triangle& a, const Triangle& b)
{
    // Seen from a corner of a, so that triangles far from the origin lose nothing.
    const DoubleVector origin = to_double(a.a);
    const DoubleCorners from_a = {to_double(a.a) - origin, to_double(a.b) - origin, to_double(a.c) - origin};
    const DoubleCorners from_b = {to_double(b.a) - origin, to_double(b.b) - origin, to_double(b.c) - origin};
    if (triangles_intersect(a, b)) {
        const Candidate common = closest_or_common(from_a, from_b);
        const DoubleVector point = (common.on_a + common.on_b) * 0.5 + origin;
        return {0.0, point, point};
    }
    const Candidate best = closest_features(from_a, from_b);
    // Apart by less than rounding is still apart.
    const double distance = std::max(std::sqrt(best.squared_distance), std::numeric_limits<double>::min());
    return {distance, best.on_a + origin, best.on_b + origin};
}

TriangleDistance triangle_distance(const DoubleCorners& a, const DoubleCorners& b)
{
    const Candidate best = closest_or_common(a, b);
    return {std::sqrt(best.squared_distance), best.on_a, best.on_b};
}

double segment_distance(DoubleVector begin, DoubleVector end, const DoubleCorners& triangle)
{
    Candidate best;
    best.take(begin, closest_on_triangle(begin, triangle));
    const DoubleVector ab = triangle[1] - triangle[0], ac = triangle[2] - triangle[0], normal = cross(ab, ac);
    // Where a triangle is hardly more than its edges, these say where a point is nearest.
    if (begin == end && dot(normal, normal) > 1e-12 * dot(ab, ab) * dot(ac, ac))
        return std::sqrt(best.squared_distance);
    best.take(end, closest_on_triangle(end, triangle));
    for (int i = 0; i < 3; ++i)
        take_edges(best, begin, end, triangle[i], triangle[(i + 1) % 3]);
    if (DoubleVector at; crosses_plane(begin, end, triangle, at))
        best.take(at, closest_on_triangle(at, triangle));
    return std::sqrt(best.squared_distance);
}

} // namespace tactus
