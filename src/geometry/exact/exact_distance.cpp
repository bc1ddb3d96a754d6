// SPDX-License-Identifier: MIT
#include "geometry/exact/exact_distance.h"

#include <algorithm>

namespace tactus::detail {

namespace {

using Integer = ExactInteger;
using Vector = ExactIntegerVector;

bool at_most(const Integer& a, const Integer& b) { return compare(a, b) <= 0; }

bool is_between(const Integer& value, const Integer& upper) { return value.sign() >= 0 && at_most(value, upper); }

} // namespace

// Degree two.
int compare_points(const Vector& a, const Vector& b, const Integer& square)
{
    const Vector apart = a - b;
    return compare(dot(apart, apart), square);
}

// Degree four: off the ends, the squared distance to the line is (|r|^2 |u|^2 - (r . u)^2) / |u|^2.
int compare_segment(const Vector& point, const Vector& begin, const Vector& end, const Integer& square)
{
    const Vector from_begin = point - begin;
    const Vector along = end - begin;
    const Integer part = dot(from_begin, along);
    if (part.sign() <= 0)
        return compare(dot(from_begin, from_begin), square);
    const Integer whole = dot(along, along);
    if (at_most(whole, part))
        return compare_points(point, end, square);
    return compare((dot(from_begin, from_begin) - square) * whole, part * part);
}

// Where the point's foot on the plane lies in the triangle, it is the closest point, and the squared distance to it is
// (n . r)^2 / |n|^2, of degree six over four. Otherwise the closest point is on an edge.
int compare_triangle(const Vector& p, const Vector& a, const Vector& b, const Vector& c, const Integer& square)
{
    const Vector ab = b - a;
    const Vector ac = c - a;
    const Vector ap = p - a;
    const Vector normal = cross(ab, ac);
    const Integer area = dot(normal, normal);
    if (area.sign() > 0) {
        const Integer weight_b = dot(cross(ap, ac), normal);
        const Integer weight_c = dot(cross(ab, ap), normal);
        if (weight_b.sign() >= 0 && weight_c.sign() >= 0 && at_most(weight_b + weight_c, area)) {
            const Integer height = dot(normal, ap);
            return compare(height * height, square * area);
        }
    }
    return std::min(
        {compare_segment(p, a, b, square), compare_segment(p, b, c, square), compare_segment(p, c, a, square)});
}

// Where both lines are closest to each other within the segments, the squared distance is (n . r)^2 / |n|^2.
// Otherwise, and between parallels, an end of one of the segments is among the closest points.
int compare_segments(const Vector& a, const Vector& b, const Vector& c, const Vector& d, const Integer& square)
{
    const Vector ab = b - a;
    const Vector cd = d - c;
    const Vector ac = c - a;
    const Vector normal = cross(ab, cd);
    const Integer whole = dot(normal, normal);
    if (whole.sign() > 0 && is_between(dot(cross(ac, cd), normal), whole)
        && is_between(dot(cross(ac, ab), normal), whole)) {
        const Integer height = dot(normal, ac);
        return compare(height * height, square * whole);
    }
    return std::min(
        {compare_segment(a, c, d, square), compare_segment(b, c, d, square), compare_segment(c, a, b, square),
         compare_segment(d, a, b, square)});
}

bool exactly_within(Vec3 a, Vec3 b, float distance)
{
    if (!is_finite(a) || !is_finite(b))
        return false;
    const FinestBit unit(a, b, distance);
    const Integer limit(distance, unit);
    return compare_points(Vector(a, unit), Vector(b, unit), limit * limit) <= 0;
}

bool exactly_within(Vec3 point, const Segment& segment, float distance)
{
    if (!is_finite(point) || !is_finite(segment.begin) || !is_finite(segment.end))
        return false;
    const FinestBit unit(point, segment.begin, segment.end, distance);
    const Integer limit(distance, unit);
    return compare_segment(Vector(point, unit), Vector(segment.begin, unit), Vector(segment.end, unit), limit * limit)
           <= 0;
}

bool exactly_within(Vec3 point, const Triangle& triangle, float distance)
{
    if (!is_finite(point) || !is_finite(triangle))
        return false;
    const FinestBit unit(point, triangle.a, triangle.b, triangle.c, distance);
    const Integer limit(distance, unit);
    return compare_triangle(
               Vector(point, unit), Vector(triangle.a, unit), Vector(triangle.b, unit), Vector(triangle.c, unit),
               limit * limit)
           <= 0;
}

bool exactly_within(const Segment& first, const Segment& second, float distance)
{
    if (!is_finite(first.begin) || !is_finite(first.end) || !is_finite(second.begin) || !is_finite(second.end))
        return false;
    const FinestBit unit(first.begin, first.end, second.begin, second.end, distance);
    const Integer limit(distance, unit);
    return compare_segments(
               Vector(first.begin, unit), Vector(first.end, unit), Vector(second.begin, unit), Vector(second.end, unit),
               limit * limit)
           <= 0;
}

} // namespace tactus::detail
