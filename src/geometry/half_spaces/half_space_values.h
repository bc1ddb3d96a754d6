// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "geometry/box.h"
#include "geometry/exact/exact_integer.h"
#include "geometry/expansion.h"
#include "geometry/half_spaces/plane.h"

namespace tactus::detail {

/// A double, and how far the number that it stands for can be from it at the most.
struct BoundedDouble {
    static constexpr int unknown = 2;

    double value = 0.0;
    double error = 0.0;

    /// -1, 0 or +1, or unknown where rounding may have changed it.
    int sign() const
    {
        if (value > error)
            return 1;
        if (value < -error)
            return -1;
        return value == 0.0 && error == 0.0 ? 0 : unknown;
    }

    bool is_zero() const { return value == 0.0 && error == 0.0; }

    friend BoundedDouble operator+(BoundedDouble a, BoundedDouble b)
    {
        const double sum = a.value + b.value;
        return {sum, (a.error + b.error + std::fabs(sum) * half_step) * more};
    }
    friend BoundedDouble operator-(BoundedDouble a, BoundedDouble b) { return a + BoundedDouble{-b.value, b.error}; }
    friend BoundedDouble operator*(BoundedDouble a, BoundedDouble b)
    {
        if (a.is_zero() || b.is_zero())
            return {};
        const double product = a.value * b.value;
        const double off = std::fabs(a.value) * b.error + std::fabs(b.value) * a.error + a.error * b.error;
        return {product, (off + std::fabs(product) * half_step) * more + underflow};
    }

private:
    static constexpr double half_step = 0x1p-53;
    static constexpr double more = 1.0 + 0x1p-49; ///< For what the sums of errors are rounded by.
    static constexpr double underflow = 0x1p-1070;
};

using Whole = ExactInteger;

/// The corner of a box that goes least along a half-space's normal.
inline Vec3 lowest_corner(const Plane& space, const Box& box)
{
    return {
        space.normal.x > 0.0f ? box.lower.x : box.upper.x, space.normal.y > 0.0f ? box.lower.y : box.upper.y,
        space.normal.z > 0.0f ? box.lower.z : box.upper.z};
}

/// The value of a half-space's function at a point, above zero outside. Products of two floats are doubles without
/// rounding.
inline BoundedDouble value_at(const Plane& space, Vec3 point)
{
    const auto exactly = [](float a, float b) { return BoundedDouble{double(a) * double(b), 0.0}; };
    return (exactly(space.normal.x, point.x) + exactly(space.normal.y, point.y))
           + (exactly(space.normal.z, point.z) + BoundedDouble{-double(space.offset), 0.0});
}

/// The same without rounding.
inline auto exact_value_at(const Plane& space, Vec3 point)
{
    const double x = double(space.normal.x) * double(point.x), y = double(space.normal.y) * double(point.y),
                 z = double(space.normal.z) * double(point.z);
    return sum(expand(exact_sum(x, y)), expand(exact_sum(z, -double(space.offset))));
}

/// The sign of it, exactly.
inline int sign_at(const Plane& space, Vec3 point)
{
    if (const int sign = value_at(space, point).sign(); sign != BoundedDouble::unknown)
        return sign;
    return sign(exact_value_at(space, point));
}

/// The value rounded to a double once or twice, whatever cancels in it. Its sign is exact.
inline double rounded_value_at(const Plane& space, Vec3 point) { return to_double(exact_value_at(space, point)); }

inline Whole power_of_two(int exponent)
{
    const FinestBit one(1.0f);
    Whole power(1.0f, one);
    for (; exponent > 0; exponent -= 100)
        power = power * Whole(std::ldexp(1.0f, std::min(exponent, 100)), one);
    return power;
}

/// Whole numbers for the values of half-spaces at points, in one unit for all of them.
class WholeValues {
public:
    void see(const Plane& space)
    {
        normals_.see(space.normal);
        offsets_.see(space.offset);
    }
    void see(Vec3 point) { points_.see(point); }
    void see(float length) { points_.see(length); }
    /// When all have been seen.
    void begin()
    {
        const int products = normals_.exponent() + points_.exponent();
        const int unit = std::min(products, offsets_.exponent());
        of_products_ = power_of_two(products - unit);
        of_offsets_ = power_of_two(offsets_.exponent() - unit);
    }

    ExactIntegerVector normal(const Plane& space) const { return {space.normal, normals_}; }
    Whole value(const Plane& space, Vec3 point) const
    {
        return dot(normal(space), ExactIntegerVector(point, points_)) * of_products_
               - Whole(space.offset, offsets_) * of_offsets_;
    }
    /// A length such that its product with that of a normal is a value.
    Whole length(float metres) const { return Whole(metres, points_) * of_products_; }

private:
    FinestBit normals_;
    FinestBit points_;
    FinestBit offsets_;
    Whole of_products_;
    Whole of_offsets_;
};

template <class N>
using Row = std::array<N, 3>;

template <class N>
N determinant(const Row<N>& a, const Row<N>& b, const Row<N>& c)
{
    return (a[1] * b[2] - a[2] * b[1]) * c[0] + (a[2] * b[0] - a[0] * b[2]) * c[1] + (a[0] * b[1] - a[1] * b[0]) * c[2];
}

} // namespace tactus::detail
