// SPDX-License-Identifier: MIT
#include "geometry/exact/product_across.h"

#include <algorithm>
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

namespace {

// Let e lead along the segment, v along the other and w to the corner. With d = (e x v) . w, the sine of the angle
// between the triangle and the plane is d |e| / |e x v| |e x w|. That of the angle between the triangle and the other
// segment is d / |v| |e x w|.
enum class Sine { of_planes, of_segment_and_plane };

bool is_above_exactly(Sine which, const Segment& segment, const Segment& other, Vec3 corner, int inverse_sine)
{
    const detail::FinestBit unit(segment.begin, segment.end, other.begin, other.end, corner);
    const auto along = [&](Vec3 to, Vec3 from) {
        return detail::ExactIntegerVector(to, unit) - detail::ExactIntegerVector(from, unit);
    };
    const detail::ExactIntegerVector e = along(segment.end, segment.begin), v = along(other.end, other.begin),
                                     w = along(corner, segment.begin), normal = cross(e, v), face = cross(e, w);
    const detail::ExactInteger volume = dot(normal, w);
    detail::ExactInteger volumes;
    for (int k = 0; k < inverse_sine; ++k)
        volumes = volumes + volume;
    const detail::ExactInteger squared = volumes * volumes;
    return which == Sine::of_planes ? compare(squared * dot(e, e), dot(normal, normal) * dot(face, face)) > 0
                                    : compare(squared, dot(v, v) * dot(face, face)) > 0;
}

} // namespace

bool EdgePair::are_nearest_between_ends() const
{
    // Where on each line the point is that is nearest to the other line, as a part of `whole`. With e as in the header,
    // a part is off by less than 25 e of the product of two lengths, no larger than the mean of their squares, and of
    // a third square; the whole by less than 25 e of two squares. The doubt is 128 e of all of them.
    const double uv = dot(u_, v_), wu = dot(w_, u_), wv = dot(w_, v_), ww = dot(w_, w_);
    const double whole = uu_ * vv_ - uv * uv;
    const double part_a = wu * vv_ - wv * uv, least_a = std::min(part_a, whole - part_a);
    const double part_b = wu * uv - wv * uu_, least_b = std::min(part_b, whole - part_b);
    const double doubt_a = (ww + uu_) * vv_ * 0x1p-46, doubt_b = (ww + vv_) * uu_ * 0x1p-46;
    if (least_a > doubt_a && least_b > doubt_b) [[likely]]
        return true;
    if (least_a < -doubt_a || least_b < -doubt_b) [[likely]]
        return false;
    return product_across(b_, {b_.begin, a_.begin}, a_) < 0 && product_across(b_, {b_.begin, a_.end}, a_) > 0
           && product_across(a_, {a_.begin, b_.begin}, b_) < 0 && product_across(a_, {a_.begin, b_.end}, b_) > 0;
}

int EdgePair::exact_side(Vec3 from, Vec3 to) const
{
    const int sign = detail::filtered_determinant_sign(detail::minors(u_, v_), double_difference(to, from));
    if (sign != detail::undecided) [[likely]]
        return sign;
    return detail::sign(detail::exact_determinant(
        detail::exact_vector(a_.end, a_.begin), detail::exact_vector(b_.end, b_.begin),
        detail::exact_vector(to, from)));
}

bool FaceAtEdge::is_steeper_exactly(int inverse_sine) const
{
    return is_above_exactly(Sine::of_planes, edge(), other(), corner_, inverse_sine);
}

bool FaceAtEdge::rises_more_exactly(int inverse_sine) const
{
    return is_above_exactly(Sine::of_segment_and_plane, edge(), other(), corner_, inverse_sine);
}

} // namespace tactus
