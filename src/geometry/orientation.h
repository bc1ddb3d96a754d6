// SPDX-License-Identifier: MIT
// Signs of determinants of float coordinates, always the mathematical ones. Doubles decide first, by a bound on what
// rounding can have done; what they leave open is computed exactly (expansion.h). No float is too large or too small.
#pragma once

#include <cmath>

#include "base/check.h"
#include "base/planted_fault.h"
#include "geometry/double_vector.h"
#include "geometry/expansion.h"

namespace tactus {

/// A point of one of the coordinate planes.
struct Vec2 {
    float x;
    float y;
};

/// The point without its coordinate number `axis`; the remaining two in cyclic order.
TACTUS_FORCE_INLINE Vec2 project(Vec3 point, int axis)
{
    switch (axis) {
    case 0:
        return {point.y, point.z};
    case 1:
        return {point.z, point.x};
    default:
        return {point.x, point.y};
    }
}

namespace detail {

/// A difference of two floats, exactly: value + error.
struct ExactVector {
    Rounded x;
    Rounded y;
    Rounded z;
};

TACTUS_FORCE_INLINE Rounded float_difference(float a, float b)
{
    return exact_difference(static_cast<double>(a), static_cast<double>(b));
}

TACTUS_FORCE_INLINE ExactVector exact_vector(Vec3 a, Vec3 b)
{
    return {float_difference(a.x, b.x), float_difference(a.y, b.y), float_difference(a.z, b.z)};
}

TACTUS_FORCE_INLINE ExactVector exact_vector(Vec3 a) { return {{a.x, 0.0}, {a.y, 0.0}, {a.z, 0.0}}; }

/// The determinant with the given rows, by expansions: its very sign, and its size up to a few units in the last place.
double exact_determinant(const ExactVector& u, const ExactVector& v, const ExactVector& w);

/// The same for left_a * left_b - right_a * right_b.
double exact_minor(Rounded left_a, Rounded left_b, Rounded right_a, Rounded right_b);

TACTUS_FORCE_INLINE int sign(double value) { return (value > 0.0 ? 1 : 0) - (value < 0.0 ? 1 : 0); }

/// What the rounding of a determinant of doubles can amount to, as a multiple of its computed permanent.
///
/// Let e = 2^-53. Each of the six products of the determinant passes through at most eight roundings: three
/// differences of coordinates, the inner product, the subtraction in the minor, the outer product, and two sums. So
/// it is off by a factor within (1 +- e)^8, and the computed determinant differs from the true one by at most
/// ((1 + e)^8 - 1) P <= 8.001 e P, with P the sum of the products' true magnitudes. The computed permanent passes
/// through as many roundings, so it is at least (1 - e)^8 P. The bound, rounded once itself, is therefore safe with
/// 9 e. Nothing underflows (expansion.h), and a computed permanent of zero means that every product is zero.
constexpr double determinant_error = 9.0 * 0x1p-53;

/// The same for a 2 x 2 determinant: two differences, a product and a subtraction, four roundings.
constexpr double minor_error = 5.0 * 0x1p-53;

TACTUS_FORCE_INLINE DoubleVector double_difference(Vec3 a, Vec3 b) { return to_double(a) - to_double(b); }

/// The sign of a computed determinant, or `undecided` where rounding may have changed it.
constexpr int undecided = 2;

TACTUS_FORCE_INLINE int filtered_sign(double determinant, double permanent, double relative_error)
{
    const double error = TACTUS_FAULT(2) ? 0.0 : relative_error * permanent;
    // Which side it is comes without a branch: nobody can predict it.
    const int sign = (determinant > error ? 1 : 0) - (determinant < -error ? 1 : 0);
    return sign == 0 && permanent != 0.0 ? undecided : sign;
}

/// The minors of two vectors, and the sums of the magnitudes of their products.
struct Minors {
    DoubleVector value;
    DoubleVector permanent;
};

TACTUS_FORCE_INLINE Minors minors(DoubleVector u, DoubleVector v)
{
    const double yz = u.y * v.z;
    const double zy = u.z * v.y;
    const double zx = u.z * v.x;
    const double xz = u.x * v.z;
    const double xy = u.x * v.y;
    const double yx = u.y * v.x;
    return {
        {yz - zy, zx - xz, xy - yx},
        {std::fabs(yz) + std::fabs(zy), std::fabs(zx) + std::fabs(xz), std::fabs(xy) + std::fabs(yx)}};
}

/// Sign of the determinant with rows u, v and w, m being the minors of u and v; each row off by one rounding at most.
TACTUS_FORCE_INLINE int filtered_determinant_sign(const Minors& m, DoubleVector w)
{
    const double determinant = m.value.x * w.x + m.value.y * w.y + m.value.z * w.z;
    const double permanent =
        m.permanent.x * std::fabs(w.x) + m.permanent.y * std::fabs(w.y) + m.permanent.z * std::fabs(w.z);
    return filtered_sign(determinant, permanent, determinant_error);
}

} // namespace detail

/// The plane through three points, for asking on which side of it others lie. The points must be finite.
class OrientedPlane {
public:
    TACTUS_FORCE_INLINE OrientedPlane(Vec3 a, Vec3 b, Vec3 c)
        : a_(a), b_(b), c_(c), minors_(detail::minors(detail::double_difference(b, a), detail::double_difference(c, a)))
    {
    }

    /// +1 where the point lies on the side that the normal (b - a) x (c - a) points to, -1 on the other side, 0 in the
    /// plane, and for every point where a, b, c lie on one line.
    TACTUS_FORCE_INLINE int side(Vec3 point) const
    {
        const int sign = detail::filtered_determinant_sign(minors_, detail::double_difference(point, a_));
        if (sign != detail::undecided) [[likely]]
            return sign;
        return detail::sign(detail::exact_determinant(
            detail::exact_vector(b_, a_), detail::exact_vector(c_, a_), detail::exact_vector(point, a_)));
    }

private:
    Vec3 a_;
    Vec3 b_;
    Vec3 c_;
    detail::Minors minors_;
};

/// Sign of det(b - a, c - a, d - a): the side of d on the plane through a, b, c. Swapping two points changes the sign.
/// All coordinates must be finite.
TACTUS_INLINE int orient3d(Vec3 a, Vec3 b, Vec3 c, Vec3 d)
{
    TACTUS_CHECK(is_finite(a) && is_finite(b) && is_finite(c) && is_finite(d));
    return OrientedPlane(a, b, c).side(d);
}

/// The line through two points of a plane, for asking on which side of it others lie. The points must be finite.
class OrientedLine {
public:
    TACTUS_FORCE_INLINE OrientedLine(Vec2 a, Vec2 b)
        : a_(a), b_(b), x_(static_cast<double>(b.x) - static_cast<double>(a.x)),
          y_(static_cast<double>(b.y) - static_cast<double>(a.y))
    {
    }

    /// +1 where the point lies to the left of the way from a to b, -1 to the right, 0 on the line, and for every point
    /// where a and b are the same.
    TACTUS_FORCE_INLINE int side(Vec2 point) const
    {
        const double left = x_ * (static_cast<double>(point.y) - static_cast<double>(a_.y));
        const double right = y_ * (static_cast<double>(point.x) - static_cast<double>(a_.x));
        const int sign = detail::filtered_sign(left - right, std::fabs(left) + std::fabs(right), detail::minor_error);
        if (sign != detail::undecided) [[likely]]
            return sign;
        return detail::sign(detail::exact_minor(
            detail::float_difference(b_.x, a_.x), detail::float_difference(point.y, a_.y),
            detail::float_difference(b_.y, a_.y), detail::float_difference(point.x, a_.x)));
    }

private:
    Vec2 a_;
    Vec2 b_;
    double x_;
    double y_;
};

/// Sign of det(b - a, c - a): +1 where a, b, c turn left, 0 where they lie on one line. All coordinates must be finite.
TACTUS_INLINE int orient2d(Vec2 a, Vec2 b, Vec2 c) { return OrientedLine(a, b).side(c); }

/// The same for points without their coordinate number `axis`.
inline int projected_orientation(Vec3 a, Vec3 b, Vec3 c, int axis)
{
    return orient2d(project(a, axis), project(b, axis), project(c, axis));
}

/// Sign of det(direction, point - origin): on which side of a line of a plane a point lies. All numbers must be finite.
TACTUS_INLINE int direction_side(Vec2 origin, Vec2 direction, Vec2 point)
{
    const double left =
        static_cast<double>(direction.x) * (static_cast<double>(point.y) - static_cast<double>(origin.y));
    const double right =
        static_cast<double>(direction.y) * (static_cast<double>(point.x) - static_cast<double>(origin.x));
    const int sign = detail::filtered_sign(left - right, std::fabs(left) + std::fabs(right), detail::minor_error);
    if (sign != detail::undecided) [[likely]]
        return sign;
    return detail::sign(detail::exact_minor(
        {direction.x, 0.0}, detail::float_difference(point.y, origin.y), {direction.y, 0.0},
        detail::float_difference(point.x, origin.x)));
}

/// Sign of det(a - origin, b - origin, direction): on which side of the edge from a to b the line passes. Antisymmetric
/// in a and b, so two triangles never disagree about the edge they share. All coordinates must be finite.
TACTUS_INLINE int line_side(Vec3 origin, Vec3 direction, Vec3 a, Vec3 b)
{
    const int sign = detail::filtered_determinant_sign(
        detail::minors(detail::double_difference(a, origin), detail::double_difference(b, origin)),
        to_double(direction));
    if (sign != detail::undecided) [[likely]]
        return sign;
    return detail::sign(detail::exact_determinant(
        detail::exact_vector(a, origin), detail::exact_vector(b, origin), detail::exact_vector(direction)));
}

} // namespace tactus
