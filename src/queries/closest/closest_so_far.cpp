// SPDX-License-Identifier: MIT
#include "queries/closest/closest_so_far.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "geometry/triangle_pairs/triangle_triangle.h"

namespace tactus {
namespace {

constexpr double nothing_yet = std::numeric_limits<double>::infinity();
// Points of triangles are computed with errors of a few units in the last place of the space that holds both bodies.
// This is far more than all of them add up to.
constexpr double space_rounding = 0x1p-46;

DoubleVector unit_or_zero(DoubleVector vector)
{
    const double length = std::sqrt(dot(vector, vector));
    return length > 0.0 ? vector * (1.0 / length) : DoubleVector{};
}

/// How far b lies beyond a along a direction, seen from an origin.
double gap_between(const Triangle& a, const Triangle& b, DoubleVector origin, DoubleVector direction)
{
    const auto along = [&](Vec3 corner) { return dot(to_double(corner) - origin, direction); };
    return std::min({along(b.a), along(b.b), along(b.c)}) - std::max({along(a.a), along(a.b), along(a.c)});
}

/// Whether a triangle's normal shows that another one is farther away than this. False says nothing. Any vector would
/// do, so it does not matter what rounding makes of the normal.
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

} // namespace

void ClosestSoFar::begin(
    const TriangleList& a, const TriangleList& b, DoubleVector origin, double size, double max_distance)
{
    a_ = a;
    b_ = b;
    origin_ = origin;
    max_distance_ = max_distance;
    slack_ = size * space_rounding;
    last_between_ = direction_ = {};
    take({{nothing_yet, {}, {}}, UINT32_MAX, UINT32_MAX, 0, 0});
}

void ClosestSoFar::take(const ClosestTriangles& better)
{
    best_ = better;
    direction_ = last_between_;
    // What comes next must be able to be as close, since a tie goes to the smaller triangles.
    limit_ = std::min(best_.apart.distance, max_distance_) + slack_;
}

bool ClosestSoFar::are_smaller(std::uint32_t triangle_a, std::uint32_t triangle_b) const
{
    return std::tie(triangle_a, triangle_b) < std::tie(best_.triangle_a, best_.triangle_b);
}

std::optional<ClosestTriangles> ClosestSoFar::within() const
{
    const bool is_any = std::isfinite(best_.apart.distance) && best_.apart.distance <= max_distance_;
    return is_any ? std::optional(best_) : std::nullopt;
}

/// Whether two triangles lie farther apart than the closest along some direction.
bool ClosestSoFar::is_separated(const Triangle& a, const Triangle& b) const
{
    return gap_between(a, b, origin_, last_between_) > limit_ || normal_separates(a, b, limit_)
           || normal_separates(b, a, limit_);
}

bool ClosestSoFar::measure(std::uint32_t place_a, std::uint32_t place_b)
{
    const std::uint32_t number_a = a_.number(place_a), number_b = b_.number(place_b);
    const Triangle a = a_[place_a], b = b_[place_b];
    const bool is_smaller = are_smaller(number_a, number_b);
    if (best_.apart.distance == 0.0) {
        if (!is_smaller || !triangles_intersect(a, b))
            return false;
    } else if (is_separated(a, b)) {
        return false;
    }
    const TriangleDistance apart = triangle_distance(a_.given(place_a), b_.given(place_b));
    last_between_ = unit_or_zero(apart.point_b - apart.point_a);
    if (apart.distance > best_.apart.distance || (apart.distance == best_.apart.distance && !is_smaller))
        return false;
    take({apart, number_a, number_b, place_a, place_b});
    return true;
}

} // namespace tactus
