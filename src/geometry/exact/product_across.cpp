// SPDX-License-Identifier: MIT
#include "geometry/exact/product_across.h"

#include <cmath>

#include "geometry/exact/exact_integer.h"
#include "geometry/orientation.h"

namespace tactus {

using detail::double_difference;

// (e x u) . (e x w) is (u.w)(e.e) - (u.e)(w.e), with e along the axis.
int product_across(const Segment& axis, const Segment& u_segment, const Segment& w_segment)
{
    const DoubleVector e = double_difference(axis.end, axis.begin),
                       u = double_difference(u_segment.end, u_segment.begin),
                       w = double_difference(w_segment.end, w_segment.begin);
    const auto magnitude = [](DoubleVector a, DoubleVector b) {
        return std::fabs(a.x * b.x) + std::fabs(a.y * b.y) + std::fabs(a.z * b.z);
    };
    const double value = dot(u, w) * dot(e, e) - dot(u, e) * dot(w, e);
    const double size = magnitude(u, w) * dot(e, e) + magnitude(u, e) * magnitude(w, e);
    // At most twelve roundings to a term, and as many for its size.
    if (std::fabs(value) > size * (32.0 * 0x1p-53)) [[likely]]
        return value > 0.0 ? 1 : -1;
    const detail::FinestBit unit(axis.begin, axis.end, u_segment.begin, u_segment.end, w_segment.begin, w_segment.end);
    const auto along = [&](const Segment& segment) {
        return detail::ExactIntegerVector(segment.end, unit) - detail::ExactIntegerVector(segment.begin, unit);
    };
    const detail::ExactIntegerVector exact_e = along(axis), exact_u = along(u_segment), exact_w = along(w_segment);
    return (dot(exact_u, exact_w) * dot(exact_e, exact_e) - dot(exact_u, exact_e) * dot(exact_w, exact_e)).sign();
}

int side_along_normal(const Segment& a, const Segment& b, Vec3 from, Vec3 to)
{
    const int sign = detail::filtered_determinant_sign(
        detail::minors(double_difference(a.end, a.begin), double_difference(b.end, b.begin)),
        double_difference(to, from));
    if (sign != detail::undecided) [[likely]]
        return sign;
    return detail::sign(detail::exact_determinant(
        detail::exact_vector(a.end, a.begin), detail::exact_vector(b.end, b.begin), detail::exact_vector(to, from)));
}

} // namespace tactus
