// SPDX-License-Identifier: MIT
// Distances to surfaces in double, for depths: these are rounded in the library too, and are compared with a tolerance.
#include <algorithm>
#include <cmath>
#include <limits>

#include "inside.h"

namespace tactus::fuzz {

DoublePoint to_double(const Vec3& p)
{
    return {static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)};
}

namespace {

DoublePoint minus(const DoublePoint& a, const DoublePoint& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
double inner(const DoublePoint& a, const DoublePoint& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
DoublePoint outer(const DoublePoint& a, const DoublePoint& b)
{
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

double to_segment(const DoublePoint& p, const DoublePoint& a, const DoublePoint& b)
{
    const DoublePoint d = minus(b, a), w = minus(p, a);
    const double length = inner(d, d);
    const double t = length > 0 ? std::clamp(inner(w, d) / length, 0.0, 1.0) : 0.0;
    const DoublePoint rest = {w[0] - d[0] * t, w[1] - d[1] * t, w[2] - d[2] * t};
    return std::sqrt(inner(rest, rest));
}

/// Distance to a convex polygon in space, whose normal is that of its triangle.
double to_polygon(const DoublePoint& p, const std::vector<DoublePoint>& polygon, const DoublePoint& normal)
{
    double best = std::numeric_limits<double>::infinity();
    bool within = polygon.size() > 2;
    double area = 0.0;
    for (std::size_t k = 0; k < polygon.size(); ++k) {
        const DoublePoint &a = polygon[k], &b = polygon[(k + 1) % polygon.size()];
        best = std::min(best, to_segment(p, a, b));
        within = within && inner(outer(minus(b, a), minus(p, a)), normal) >= 0;
        area += inner(outer(minus(a, polygon[0]), minus(b, polygon[0])), normal);
    }
    const double length = std::sqrt(inner(normal, normal));
    // What has been cut down to a segment has no inside.
    if (within && length > 0 && area > 1e-9 * length)
        best = std::min(best, std::fabs(inner(normal, minus(p, polygon[0]))) / length);
    return best;
}

std::array<DoublePoint, 3> corners_of(const MirrorBody& body, std::size_t t)
{
    const TriangleIndices& i = body.triangles[t];
    return {to_double(body.positions[i[0]]), to_double(body.positions[i[1]]), to_double(body.positions[i[2]])};
}

/// Keeps what of a polygon is behind a plane, or at most so many metres before it.
void keep_behind(std::vector<DoublePoint>& polygon, const DoublePoint& at, const DoublePoint& normal, double before)
{
    std::vector<DoublePoint> kept;
    const double rest = before * std::sqrt(inner(normal, normal));
    for (std::size_t k = 0; k < polygon.size(); ++k) {
        const DoublePoint &a = polygon[k], &b = polygon[(k + 1) % polygon.size()];
        const double from = inner(normal, minus(a, at)) - rest, to = inner(normal, minus(b, at)) - rest;
        if (from <= 0)
            kept.push_back(a);
        if ((from < 0 && to > 0) || (from > 0 && to < 0)) {
            const double s = from / (from - to);
            kept.push_back({a[0] + (b[0] - a[0]) * s, a[1] + (b[1] - a[1]) * s, a[2] + (b[2] - a[2]) * s});
        }
    }
    polygon = kept;
}

} // namespace

double distance_to_triangle(const MirrorBody& body, std::size_t triangle, const DoublePoint& p)
{
    const std::array<DoublePoint, 3> c = corners_of(body, triangle);
    return to_polygon(p, {c[0], c[1], c[2]}, outer(minus(c[1], c[0]), minus(c[2], c[0])));
}

double distance_to_surface(const MirrorBody& body, const DoublePoint& p)
{
    double best = std::numeric_limits<double>::infinity();
    for (std::size_t t = 0; t < body.triangles.size(); ++t)
        if (!body.removed[t])
            best = std::min(best, distance_to_triangle(body, t, p));
    return best;
}

DistanceInside distance_to_surface_inside(
    const MirrorBody& body, const std::set<std::uint32_t>& triangles, const MirrorBody& convex, const DoublePoint& p)
{
    DistanceInside best = {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    // Where a body is only touched, rounding may cut the point away that they have in common.
    for (const double before : {0.0, 1e-9, 1e-6}) {
        for (const std::uint32_t t : triangles) {
            const std::array<DoublePoint, 3> c = corners_of(body, t);
            const DoublePoint normal = outer(minus(c[1], c[0]), minus(c[2], c[0]));
            best.to_triangles = std::min(best.to_triangles, to_polygon(p, {c[0], c[1], c[2]}, normal));
            std::vector<DoublePoint> polygon = {c[0], c[1], c[2]};
            for (std::size_t f = 0; f < convex.triangles.size() && !polygon.empty(); ++f)
                if (!convex.removed[f]) {
                    const std::array<DoublePoint, 3> face = corners_of(convex, f);
                    keep_behind(polygon, face[0], outer(minus(face[1], face[0]), minus(face[2], face[0])), before);
                }
            best.to_part = std::min(best.to_part, to_polygon(p, polygon, normal));
        }
        if (!std::isinf(best.to_part))
            break;
    }
    return best;
}

} // namespace tactus::fuzz
