// SPDX-License-Identifier: MIT
#include "geometry/simplices/foot_sides.h"

#include <cmath>

#include "geometry/double_vector.h"
#include "geometry/exact/exact_integer.h"

namespace tactus {
namespace {

// Differences of floats, their products and sums are off by less than this part of their magnitudes' product.
constexpr double certain = 0x1p-46;

int sign_of(double value) { return value > 0.0 ? 1 : value < 0.0 ? -1 : 0; }

} // namespace

int side_of_foot(Vec3 point, const Segment& line, Vec3 toward)
{
    // The foot is begin + d (d . (point - begin)) / d . d.
    {
        const DoubleVector d = to_double(line.end) - to_double(line.begin);
        const DoubleVector from = to_double(line.begin) - to_double(point);
        const DoubleVector way = to_double(toward) - to_double(point);
        const double value = dot(from, way) * dot(d, d) - dot(d, way) * dot(d, from);
        if (std::fabs(value) > certain * length(from) * length(way) * dot(d, d))
            return sign_of(value);
    }
    const detail::FinestBit unit(point, line.begin, line.end, toward);
    const detail::ExactIntegerVector at(point, unit), begin(line.begin, unit);
    const detail::ExactIntegerVector d = detail::ExactIntegerVector(line.end, unit) - begin;
    const detail::ExactIntegerVector from = begin - at, way = detail::ExactIntegerVector(toward, unit) - at;
    return (dot(from, way) * dot(d, d) - dot(d, way) * dot(d, from)).sign();
}

int side_of_foot(Vec3 point, const Triangle& plane, Vec3 toward)
{
    // The way to the foot is n (n . (a - point)) / n . n.
    {
        const DoubleVector a = to_double(plane.a), at = to_double(point);
        const DoubleVector b = to_double(plane.b) - a, c = to_double(plane.c) - a, normal = cross(b, c);
        const DoubleVector from = a - at, way = to_double(toward) - at;
        const double height = dot(normal, from), along = dot(normal, way);
        const double doubt = certain * length(b) * length(c);
        if (std::fabs(height) > doubt * length(from) && std::fabs(along) > doubt * length(way))
            return sign_of(height) * sign_of(along);
    }
    const detail::FinestBit unit(point, plane.a, plane.b, plane.c, toward);
    const detail::ExactIntegerVector a(plane.a, unit), at(point, unit);
    const detail::ExactIntegerVector normal =
        cross(detail::ExactIntegerVector(plane.b, unit) - a, detail::ExactIntegerVector(plane.c, unit) - a);
    return dot(normal, a - at).sign() * dot(normal, detail::ExactIntegerVector(toward, unit) - at).sign();
}

} // namespace tactus
