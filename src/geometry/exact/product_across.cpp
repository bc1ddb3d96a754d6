// SPDX-License-Identifier: MIT
#include "geometry/exact/product_across.h"

#include <array>
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

namespace {

// The sign of the product of the way from one point to another with the common normal of two edges.
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

// Whether products of up to eight lengths with such squares can neither overflow nor vanish.
bool is_sound(double squared) { return squared > 0x1p-240 && squared < 0x1p240; }

} // namespace

// How sure doubles are of what follows. Let e = 2^-53, and let u and v lead along the edges, and w from the begin of
// one of them to a point. Their computed components are off by factors within 1 +- e.
// - The product of two of them is off by less than 6 e of the product of their lengths, and (u.u)(v.v) - (u.v)^2 by
// less
//   than 25 e (u.u)(v.v). So is the squared area of a face, with w in the place of v, and the square of u x v.
// - The volume (u x v) . w is off by less than 8.1 e times the sum of the magnitudes that it is made of
// (orientation.h),
//   which is at most sqrt(3) |u||v||w|: by less than 15 e |u||v||w|.
// Products of up to six differences of floats never underflow, for these are multiples of 2^-149.

EdgePair::EdgePair(const Segment& a, const Segment& b)
    : a_(a), b_(b), u_(double_difference(a.end, a.begin)), v_(double_difference(b.end, b.begin)),
      w_(double_difference(b.begin, a.begin)), normal_(cross(u_, v_)), uu_(dot(u_, u_)), vv_(dot(v_, v_)),
      normal_squared_(dot(normal_, normal_)), is_sound_(is_sound(uu_) && is_sound(vv_))
{
}

bool EdgePair::are_nearest_between_ends() const
{
    // Where on a line the point is that is nearest to the other line, as a part of `whole`. Either part is the
    // difference of two products of products, off by less than 14 e of the mean of the squares of two lengths, times a
    // third square, and what is left of the whole by 25 e more. The doubt is 128 e of twice as much.
    const double uv = dot(u_, v_), wu = dot(w_, u_), wv = dot(w_, v_), ww = dot(w_, w_);
    const double whole = uu_ * vv_ - uv * uv;
    const double part_a = wu * vv_ - wv * uv, least_a = std::fmin(part_a, whole - part_a);
    const double part_b = wu * uv - wv * uu_, least_b = std::fmin(part_b, whole - part_b);
    const double doubt_a = (ww + uu_) * vv_ * 0x1p-46, doubt_b = (ww + vv_) * uu_ * 0x1p-46;
    if (least_a > doubt_a && least_b > doubt_b) [[likely]]
        return true;
    if (least_a < -doubt_a || least_b < -doubt_b) [[likely]]
        return false;
    return product_across(b_, {b_.begin, a_.begin}, a_) < 0 && product_across(b_, {b_.begin, a_.end}, a_) > 0
           && product_across(a_, {a_.begin, b_.begin}, b_) < 0 && product_across(a_, {a_.begin, b_.end}, b_) > 0;
}

int EdgePair::side() const { return side_of({dot(normal_, w_), uu_ * vv_ * dot(w_, w_)}, a_.begin, b_.begin); }

int EdgePair::side_of(const Volume& volume, Vec3 from, Vec3 to) const
{
    // 32 e of the lengths' product.
    if (volume.value * volume.value > volume.squared_size * 0x1p-96) [[likely]]
        return volume.value > 0.0 ? 1 : -1;
    return side_along_normal(a_, b_, from, to);
}

FaceAtEdge::FaceAtEdge(const EdgePair& edges, bool is_at_a, Vec3 corner)
    : edges_(edges), is_at_a_(is_at_a), corner_(corner)
{
    const DoubleVector w = double_difference(corner, edge().begin);
    const double ee = edge_squared(), ww = dot(w, w), ew = dot(is_at_a ? edges.u_ : edges.v_, w);
    volume_ = {dot(edges.normal_, w), edges.uu_ * edges.vv_ * ww};
    squared_area_ = ee * ww - ew * ew;
    is_sound_ = edges.is_sound_ && is_sound(ww);
}

int FaceAtEdge::side() const { return edges_.side_of(volume_, edge().begin, corner_); }

// With n the inverse sine, n^2 d^2 is off by less than 33 n^2 e of the product of the squared lengths, and what it is
// compared with by less than 60 e of it. The doubt is 2^17 e.

bool FaceAtEdge::is_steeper(int inverse_sine) const
{
    const double ee = edge_squared(), multiple = inverse_sine * volume_.value;
    const double excess = multiple * multiple * ee - edges_.normal_squared_ * squared_area_;
    if (is_sound_ && std::fabs(excess) > volume_.squared_size * ee * 0x1p-36) [[likely]]
        return excess > 0.0;
    return is_above_exactly(Sine::of_planes, edge(), other(), corner_, inverse_sine);
}

bool FaceAtEdge::rises_more(int inverse_sine) const
{
    const double multiple = inverse_sine * volume_.value;
    const double excess = multiple * multiple - (is_at_a_ ? edges_.vv_ : edges_.uu_) * squared_area_;
    if (is_sound_ && std::fabs(excess) > volume_.squared_size * 0x1p-36) [[likely]]
        return excess > 0.0;
    return is_above_exactly(Sine::of_segment_and_plane, edge(), other(), corner_, inverse_sine);
}

} // namespace tactus
