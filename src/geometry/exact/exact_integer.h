// SPDX-License-Identifier: MIT
// Whole numbers for what expansions of doubles would make long: polynomials of degree six in float coordinates. Finite
// floats are multiples of 2^-149 below 2^128, so in units of the finest bit among them they are whole numbers below
// 2^277, differences stay below 2^278, and every polynomial here below 2^1675 (exact_distance.h). Coordinates of a
// similar size need one or two limbs each, and lengths follow the numbers and not the worst case. Those of degree
// eight, about the normals of planes, stay below 2^2241 (half_spaces.h, product_across.h).
#pragma once

#include <cstdint>

#include "geometry/vector.h"

namespace tactus::detail {

/// The finest bit that is set in any of the floats it has seen.
class FinestBit {
public:
    /// Has seen these floats and points.
    template <class... Seen>
    explicit FinestBit(const Seen&... seen)
    {
        (see(seen), ...);
    }

    /// The float must be finite.
    void see(float value);
    void see(Vec3 point);

    /// As a power of two. Meaningless before a float other than zero was seen.
    int exponent() const { return exponent_; }

private:
    int exponent_ = 128;
};

/// The number value * 2^exponent.
struct ScaledDouble {
    double value = 0.0;
    int exponent = 0;
};

/// An exact whole number of at most 2304 bits and a sign.
class ExactInteger {
public:
    /// Zero.
    ExactInteger() = default;
    ExactInteger(const ExactInteger& other) { *this = other; }
    ExactInteger& operator=(const ExactInteger& other);

    /// value / 2^(finest bit's exponent). The finest bit must have seen the value.
    ExactInteger(float value, FinestBit unit);

    /// -1, 0 or +1.
    int sign() const { return size_ == 0 ? 0 : sign_; }
    /// The number up to the rounding of a double, however large it is.
    ScaledDouble rounded() const;

    friend ExactInteger operator+(const ExactInteger& a, const ExactInteger& b) { return sum(a, b, b.sign_); }
    friend ExactInteger operator-(const ExactInteger& a, const ExactInteger& b) { return sum(a, b, -b.sign_); }
    friend ExactInteger operator*(const ExactInteger& a, const ExactInteger& b);

    /// Sign of a - b.
    friend int compare(const ExactInteger& a, const ExactInteger& b);

private:
    static constexpr int capacity = 72;

    static ExactInteger sum(const ExactInteger& a, const ExactInteger& b, int sign_b);
    static int compare_magnitudes(const ExactInteger& a, const ExactInteger& b);
    void add_magnitudes(const ExactInteger& a, const ExactInteger& b);
    void subtract_magnitudes(const ExactInteger& larger, const ExactInteger& smaller);

    int sign_ = 1;
    int size_ = 0;                  ///< the limb above the last one used; that one is not zero
    std::uint32_t limbs_[capacity]; ///< least significant first
};

struct ExactIntegerVector {
    ExactInteger x;
    ExactInteger y;
    ExactInteger z;

    ExactIntegerVector() = default;
    ExactIntegerVector(const ExactInteger& first, const ExactInteger& second, const ExactInteger& third)
        : x(first), y(second), z(third)
    {
    }
    ExactIntegerVector(Vec3 point, FinestBit unit) : x(point.x, unit), y(point.y, unit), z(point.z, unit) {}
};

inline ExactIntegerVector operator-(const ExactIntegerVector& a, const ExactIntegerVector& b)
{
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}

inline ExactInteger dot(const ExactIntegerVector& a, const ExactIntegerVector& b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

inline ExactIntegerVector cross(const ExactIntegerVector& a, const ExactIntegerVector& b)
{
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

} // namespace tactus::detail
