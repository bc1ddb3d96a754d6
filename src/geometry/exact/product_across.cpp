// SPDX-License-Identifier: MIT
#include "geometry/exact/product_across.h"

#include <array>
#include <cmath>

#include "geometry/exact/exact_integer.h"

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

int CommonNormal::side(Vec3 from, Vec3 to) const
{
    const int sign = detail::filtered_determinant_sign(minors_, double_difference(to, from));
    if (sign != detail::undecided) [[likely]]
        return sign;
    return detail::sign(detail::exact_determinant(
        detail::exact_vector(a_.end, a_.begin), detail::exact_vector(b_.end, b_.begin),
        detail::exact_vector(to, from)));
}

namespace {

// Let e lead along the segment, v along the other and w to the corner. With d = (e x v) . w, the sine of the angle
// between the triangle and the plane is d |e| / |e x v| |e x w|. That of the angle between the triangle and the other
// segment is d / |v| |e x w|.
enum class Sine { of_planes, of_segment_and_plane };

// The square of the sine's numerator times inverse_sine, and of its denominator.
template <Sine which, class Vector, class Number>
std::array<Number, 2>
squares(const Vector& e, const Vector& v, const Vector& normal, const Vector& face, const Number& volume)
{
    const Number squared = volume * volume;
    if constexpr (which == Sine::of_planes)
        return {squared * dot(e, e), dot(normal, normal) * dot(face, face)};
    else
        return {squared, dot(v, v) * dot(face, face)};
}

template <Sine which>
bool is_above(const Segment& segment, const Segment& other, Vec3 corner, int inverse_sine)
{
    const DoubleVector e = double_difference(segment.end, segment.begin), v = double_difference(other.end, other.begin),
                       w = double_difference(corner, segment.begin), normal = cross(e, v), face = cross(e, w);
    const auto [sine, one] = squares<which>(e, v, normal, face, inverse_sine * dot(normal, w));
    // What they would be if nothing cancelled. At most forty roundings to a term, and as many for its size.
    const auto sizes = [](DoubleVector a, DoubleVector b) {
        const auto size = [](double p, double q, double r, double s) { return std::fabs(p * q) + std::fabs(r * s); };
        return DoubleVector{size(a.y, b.z, a.z, b.y), size(a.z, b.x, a.x, b.z), size(a.x, b.y, a.y, b.x)};
    };
    const DoubleVector normal_size = sizes(e, v), face_size = sizes(e, w);
    const double volume_size =
        normal_size.x * std::fabs(w.x) + normal_size.y * std::fabs(w.y) + normal_size.z * std::fabs(w.z);
    const auto [sine_size, one_size] = squares<which>(e, v, normal_size, face_size, inverse_sine * volume_size);
    // What has underflown is far below this.
    const double error = std::fmax((sine_size + one_size) * (128.0 * 0x1p-53), 0x1p-900);
    if (std::fabs(sine - one) > error) [[likely]]
        return sine > one;
    const detail::FinestBit unit(segment.begin, segment.end, other.begin, other.end, corner);
    const auto along = [&](Vec3 to, Vec3 from) {
        return detail::ExactIntegerVector(to, unit) - detail::ExactIntegerVector(from, unit);
    };
    const detail::ExactIntegerVector exact_e = along(segment.end, segment.begin),
                                     exact_v = along(other.end, other.begin), exact_w = along(corner, segment.begin),
                                     exact_normal = cross(exact_e, exact_v);
    const detail::ExactInteger volume = dot(exact_normal, exact_w);
    detail::ExactInteger volumes;
    for (int k = 0; k < inverse_sine; ++k)
        volumes = volumes + volume;
    const auto [exact_sine, exact_one] =
        squares<which>(exact_e, exact_v, exact_normal, cross(exact_e, exact_w), volumes);
    return compare(exact_sine, exact_one) > 0;
}

} // namespace

bool is_steeper(const Segment& segment, const Segment& other, Vec3 corner, int inverse_sine)
{
    return is_above<Sine::of_planes>(segment, other, corner, inverse_sine);
}

bool rises_more(const Segment& segment, const Segment& other, Vec3 corner, int inverse_sine)
{
    return is_above<Sine::of_segment_and_plane>(segment, other, corner, inverse_sine);
}

} // namespace tactus
