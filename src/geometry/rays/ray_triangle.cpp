// SPDX-License-Identifier: MIT
// In the manner of S. Woop, C. Benthin and I. Wald, "Watertight Ray/Triangle Intersection", 2013: each edge is judged
// alone, by a sign that its other triangle sees mirrored. We differ in that the signs are exact.
#include "geometry/rays/ray_triangle.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "geometry/orientation.h"
#include "geometry/triangle_pairs/triangle_triangle.h"

namespace tactus {

namespace {

using Corners = std::array<Vec3, 3>;
using Weights = std::array<double, 3>;

RayTriangleHit hit_at(const Ray& ray, const Corners& t, const Weights& weights)
{
    const DoubleVector from_origin = detail::double_difference(t[0], ray.origin) * weights[0]
                                     + detail::double_difference(t[1], ray.origin) * weights[1]
                                     + detail::double_difference(t[2], ray.origin) * weights[2];
    const DoubleVector direction = to_double(ray.direction);
    return {std::max(0.0, dot(from_origin, direction) / dot(direction, direction)), weights[1], weights[2]};
}

// Whether rounding leaves the first twelve digits of a sum of products: it is not much smaller than they are.
// are.
bool is_accurate(double value, double permanent) { return std::fabs(value) >= 0x1p-10 * permanent; }

// det(a - origin, b - origin, direction), up to a small part of itself.
double line_side_size(const Ray& ray, Vec3 a, Vec3 b)
{
    const detail::Minors m =
        detail::minors(detail::double_difference(a, ray.origin), detail::double_difference(b, ray.origin));
    const DoubleVector d = to_double(ray.direction);
    const double value = dot(m.value, d);
    const double permanent =
        m.permanent.x * std::fabs(d.x) + m.permanent.y * std::fabs(d.y) + m.permanent.z * std::fabs(d.z);
    if (is_accurate(value, permanent)) [[likely]]
        return std::fabs(value);
    return std::fabs(detail::exact_determinant(
        detail::exact_vector(a, ray.origin), detail::exact_vector(b, ray.origin), detail::exact_vector(ray.direction)));
}

// The line passes through the triangle, on the same side of all edges or through some of them: how far from each is the
// weight of the corner opposite. A ray almost in the plane has sides that are nearly zero, and weights all the same.
Weights weights_of_crossing(const Ray& ray, const Corners& t)
{
    Weights weights;
    for (int i = 0; i < 3; ++i)
        weights[i] = line_side_size(ray, t[(i + 1) % 3], t[(i + 2) % 3]);
    const double total = weights[0] + weights[1] + weights[2];
    for (double& weight : weights)
        weight /= total;
    return weights;
}

// Weights of the point of the triangle that is nearest to the ray's origin, which lies in the triangle.
Weights weights_of_point(const Corners& t, Vec3 point)
{
    const DoubleVector normal = cross(detail::double_difference(t[1], t[0]), detail::double_difference(t[2], t[0]));
    const double area = dot(normal, normal);
    if (area > 0.0) {
        const DoubleVector p = detail::double_difference(point, t[0]);
        const double u = std::clamp(dot(cross(p, detail::double_difference(t[2], t[0])), normal) / area, 0.0, 1.0);
        const double v = std::clamp(dot(cross(detail::double_difference(t[1], t[0]), p), normal) / area, 0.0, 1.0 - u);
        return {1.0 - u - v, u, v};
    }
    // A segment or point: along its longest edge.
    int longest = 0;
    double longest_squared = -1.0;
    for (int i = 0; i < 3; ++i) {
        const DoubleVector edge = detail::double_difference(t[(i + 1) % 3], t[i]);
        if (dot(edge, edge) > longest_squared) {
            longest = i;
            longest_squared = dot(edge, edge);
        }
    }
    Weights weights{};
    const DoubleVector edge = detail::double_difference(t[(longest + 1) % 3], t[longest]);
    const double along =
        longest_squared > 0.0
            ? std::clamp(dot(detail::double_difference(point, t[longest]), edge) / longest_squared, 0.0, 1.0)
            : 0.0;
    weights[longest] = 1.0 - along;
    weights[(longest + 1) % 3] = along;
    return weights;
}

// det(direction, point - origin), up to a small part of itself.
double direction_side_size(Vec2 origin, Vec2 direction, Vec2 point)
{
    const double left =
        static_cast<double>(direction.x) * (static_cast<double>(point.y) - static_cast<double>(origin.y));
    const double right =
        static_cast<double>(direction.y) * (static_cast<double>(point.x) - static_cast<double>(origin.x));
    if (is_accurate(left - right, std::fabs(left) + std::fabs(right)))
        return std::fabs(left - right);
    return std::fabs(detail::exact_minor(
        {direction.x, 0.0}, detail::float_difference(point.y, origin.y), {direction.y, 0.0},
        detail::float_difference(point.x, origin.x)));
}

// Whether a point of the ray's line lies ahead of the origin, on any axis along which the ray moves.
bool is_ahead(const Ray& ray, Vec3 point)
{
    if (ray.direction.x != 0.0f)
        return (point.x > ray.origin.x) == (ray.direction.x > 0.0f) && point.x != ray.origin.x;
    if (ray.direction.y != 0.0f)
        return (point.y > ray.origin.y) == (ray.direction.y > 0.0f) && point.y != ray.origin.y;
    return (point.z > ray.origin.z) == (ray.direction.z > 0.0f) && point.z != ray.origin.z;
}

// An axis along which ray and triangle, which lie in one plane, do not all project onto the ray's line; -1 where all
// lies on that line in space.
int projection_axis(const Ray& ray, const Corners& t)
{
    for (int axis = 2; axis >= 0; --axis)
        for (const Vec3 corner : t)
            if (direction_side(project(ray.origin, axis), project(ray.direction, axis), project(corner, axis)) != 0)
                return axis;
    return -1;
}

// The ray lies in the triangle's plane, or the triangle has no area: the first of the edges on the way is hit.
std::optional<RayTriangleHit> flat_hit(const Ray& ray, const Corners& t)
{
    if (triangles_intersect(Triangle{ray.origin, ray.origin, ray.origin}, Triangle{t[0], t[1], t[2]})) {
        RayTriangleHit hit = hit_at(ray, t, weights_of_point(t, ray.origin));
        hit.t = 0.0;
        return hit;
    }
    std::optional<RayTriangleHit> first;
    const auto keep_first = [&](const RayTriangleHit& hit) {
        if (!first || hit.t < first->t)
            first = hit;
    };
    const int axis = projection_axis(ray, t);
    const Vec2 origin = project(ray.origin, axis);
    const Vec2 direction = project(ray.direction, axis);
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3;
        const Vec2 begin = project(t[i], axis);
        const Vec2 end = project(t[j], axis);
        const int side_begin = axis < 0 ? 0 : direction_side(origin, direction, begin);
        const int side_end = axis < 0 ? 0 : direction_side(origin, direction, end);
        Weights weights{};
        if (side_begin == 0 && side_end == 0) {
            // Along the ray's line: the nearer end comes first, and each end takes its turn as a beginning.
            weights[i] = 1.0;
            if (is_ahead(ray, t[i]))
                keep_first(hit_at(ray, t, weights));
        } else if (side_begin * side_end <= 0 && orient2d(origin, begin, end) == (side_end > side_begin ? 1 : -1)) {
            const double below = direction_side_size(origin, direction, begin);
            const double above = direction_side_size(origin, direction, end);
            const double along = below / (below + above);
            weights[i] = 1.0 - along;
            weights[j] = along;
            keep_first(hit_at(ray, t, weights));
        }
    }
    return first;
}

} // namespace

std::optional<RayTriangleHit> ray_triangle_hit(const Ray& ray, const Triangle& triangle)
{
    if (!is_finite(triangle) || !is_finite(ray.origin) || !is_finite(ray.direction) || ray.direction == Vec3{})
        return std::nullopt;
    const Corners t = {triangle.a, triangle.b, triangle.c};
    int lowest = 0;
    int highest = 0;
    for (int i = 0; i < 3; ++i) {
        const int side = line_side(ray.origin, ray.direction, t[i], t[(i + 1) % 3]);
        lowest = std::min(lowest, side);
        highest = std::max(highest, side);
    }
    if (lowest < 0 && highest > 0)
        return std::nullopt;
    if (lowest == 0 && highest == 0)
        return flat_hit(ray, t);
    // The sides add up to normal . direction, so their common sign is its sign, and the origin must be on the other
    // side.
    const int side = lowest + highest;
    const int side_of_origin = orient3d(t[0], t[1], t[2], ray.origin);
    if (side_of_origin == side)
        return std::nullopt;
    RayTriangleHit hit = hit_at(ray, t, weights_of_crossing(ray, t));
    if (side_of_origin == 0)
        hit.t = 0.0;
    return hit;
}

} // namespace tactus
