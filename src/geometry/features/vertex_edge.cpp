// SPDX-License-Identifier: MIT
#include "geometry/features/vertex_edge.h"

#include <algorithm>

#include "geometry/exact/distance_filter.h"
#include "geometry/exact/exact_distance.h"
#include "geometry/orientation.h"

namespace tactus {

namespace {

using detail::double_difference;
using detail::Reach;

} // namespace

bool within(Vec3 a, Vec3 b, float distance)
{
    if (!(distance >= 0.0f))
        return false;
    const DoubleVector apart = double_difference(b, a);
    const double squared = dot(apart, apart);
    const double limit = static_cast<double>(distance) * static_cast<double>(distance);
    // The square of a float is a double. The sum of squares passes through at most five roundings, and nothing
    // underflows: differences of floats are multiples of 2^-149.
    constexpr double error = 6.0 * 0x1p-53;
    if (squared + squared * error <= limit)
        return true;
    if (squared - squared * error > limit)
        return false;
    return detail::exactly_within(a, b, distance);
}

bool within(Vec3 point, const Segment& segment, float distance)
{
    if (!(distance >= 0.0f))
        return false;
    const DoubleVector to_begin = double_difference(segment.begin, point);
    const DoubleVector to_end = double_difference(segment.end, point);
    const DoubleVector along = double_difference(segment.end, segment.begin);
    const double parameter = detail::fraction(-dot(to_begin, along), dot(along, along));
    const DoubleVector offset = to_begin + along * parameter;
    const double least = std::min(dot(offset, to_begin), dot(offset, to_end));
    const double size = detail::sum_norm(to_begin) + detail::sum_norm(along);
    const Reach reach = detail::reach_of(dot(offset, offset), least, size, distance);
    if (reach != Reach::open) [[likely]]
        return reach == Reach::within;
    return detail::exactly_within(point, segment, distance);
}

VertexEdgeClosest closest(Vec3 point, const Segment& segment)
{
    const DoubleVector to_begin = double_difference(segment.begin, point);
    const DoubleVector along = double_difference(segment.end, segment.begin);
    VertexEdgeClosest result;
    result.parameter = detail::fraction(-dot(to_begin, along), dot(along, along));
    result.on_edge = to_double(segment.begin) + along * result.parameter;
    result.offset =
        result.parameter == 1.0 ? double_difference(segment.end, point) : to_begin + along * result.parameter;
    result.distance = std::sqrt(dot(result.offset, result.offset));
    return result;
}

} // namespace tactus
