// SPDX-License-Identifier: MIT
#include "geometry/features/sphere_features.h"

#include <algorithm>

#include "geometry/exact/distance_filter.h"
#include "geometry/exact/exact_distance.h"
#include "geometry/exact/product_across.h"
#include "geometry/features/vertex_edge.h"
#include "geometry/features/vertex_face.h"
#include "geometry/orientation.h"

namespace tactus {
namespace {

using detail::compare_segment;
using detail::double_difference;
using detail::ExactLength;
using detail::filtered_comparison;
using detail::LengthBracket;

} // namespace

int compare_distance(Vec3 point, Vec3 vertex, const LengthSum& length)
{
    const DoubleVector offset = double_difference(vertex, point);
    const double squared = dot(offset, offset);
    if (const int sign = filtered_comparison(squared, squared, detail::sum_norm(offset), LengthBracket(length));
        sign != 0) [[likely]]
        return sign;
    const ExactLength exactly(length, point, vertex);
    return detail::compare_points(exactly(point), exactly(vertex), exactly.squared());
}

int compare_distance(Vec3 point, const Segment& segment, const LengthSum& length)
{
    const DoubleVector to_begin = double_difference(segment.begin, point);
    const DoubleVector to_end = double_difference(segment.end, point);
    const DoubleVector along = double_difference(segment.end, segment.begin);
    const DoubleVector offset = to_begin + along * detail::fraction(-dot(to_begin, along), dot(along, along));
    const double least = std::min(dot(offset, to_begin), dot(offset, to_end));
    const double size = detail::sum_norm(to_begin) + detail::sum_norm(along);
    if (const int sign = filtered_comparison(dot(offset, offset), least, size, LengthBracket(length)); sign != 0)
        [[likely]]
        return sign;
    const ExactLength exactly(length, point, segment.begin, segment.end);
    return compare_segment(exactly(point), exactly(segment.begin), exactly(segment.end), exactly.squared());
}

int compare_distance(Vec3 point, const Triangle& t, const LengthSum& length)
{
    const DoubleVector to_a = double_difference(t.a, point), to_b = double_difference(t.b, point),
                       to_c = double_difference(t.c, point), ab = double_difference(t.b, t.a),
                       ac = double_difference(t.c, t.a);
    const double size = detail::sum_norm(to_a) + detail::sum_norm(ab) + detail::sum_norm(ac);
    const LengthBracket bracket(length);
    const DoubleVector normal = cross(ab, ac);
    const double a = dot(normal, to_a), b = dot(normal, to_b), c = dot(normal, to_c);
    const double height = std::max(std::min(std::min(a, b), c), -std::max(std::max(a, b), c));
    // Most points that are too far away are too far from the plane.
    if (detail::is_apart(dot(normal, normal), height, size, bracket.upper))
        return 1;
    const VertexFaceClosest foot = closest(point, t);
    const DoubleVector offset = to_a + ab * foot.weights[1] + ac * foot.weights[2];
    const double least = std::min(std::min(dot(offset, to_a), dot(offset, to_b)), dot(offset, to_c));
    if (const int sign = filtered_comparison(dot(offset, offset), least, size, bracket); sign != 0) [[likely]]
        return sign;

    const ExactLength exactly(length, point, t.a, t.b, t.c);
    return detail::compare_triangle(exactly(point), exactly(t.a), exactly(t.b), exactly(t.c), exactly.squared());
}

int side_of_vertex(Vec3 point, Vec3 vertex, Vec3 toward)
{
    const DoubleVector u = double_difference(point, vertex), w = double_difference(toward, vertex);
    const double value = dot(u, w);
    const double size = std::fabs(u.x * w.x) + std::fabs(u.y * w.y) + std::fabs(u.z * w.z);
    // Two differences, a product and two sums: at most five roundings to a term. Products of multiples of 2^-149 do not
    // underflow.
    if (std::fabs(value) > size * (8.0 * 0x1p-53)) [[likely]]
        return value > 0.0 ? 1 : -1;
    const ExactLength exactly({}, point, vertex, toward);
    return dot(exactly(point) - exactly(vertex), exactly(toward) - exactly(vertex)).sign();
}

int side_of_edge(Vec3 point, const Segment& edge, Vec3 toward)
{
    return product_across(edge, {edge.begin, point}, {edge.begin, toward});
}

} // namespace tactus
