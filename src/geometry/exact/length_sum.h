// SPDX-License-Identifier: MIT
// A length that distances are compared with, where the sum of some floats is no float itself.
#pragma once

#include "geometry/exact/distance_filter.h"
#include "geometry/exact/exact_integer.h"

namespace tactus {

/// A length that is the sum of three floats, none of them negative, and as a rule no float itself: two radii, and the
/// distance at which they count as touching.
struct LengthSum {
    float a = 0.0f;
    float b = 0.0f;
    float c = 0.0f;
};

namespace detail {

/// A length as doubles that are certainly not above and not below it.
struct LengthBracket {
    double lower;
    double upper;

    TACTUS_FORCE_INLINE explicit LengthBracket(const LengthSum& length)
    {
        const double sum = double(length.a) + double(length.b) + double(length.c);
        lower = sum * (1.0 - 0x1p-50);
        upper = sum * (1.0 + 0x1p-50);
    }
};

/// The sign of a distance less a length, by an offset between points of the two features, and the least of its products
/// with their corners' differences (distance_filter.h). 0 if that leaves it open.
TACTUS_FORCE_INLINE int
filtered_comparison(double squared_length, double least, double size, const LengthBracket& length)
{
    // Features in one point leave no room for rounding, and nothing to tell nearer from equal.
    if (!(size > 0.0))
        return 0;
    if (reach_of(squared_length, least, size, length.lower) == Reach::within)
        return -1;
    return is_apart(squared_length, least, size, length.upper) ? 1 : 0;
}

/// Whole numbers for points and a length.
class ExactLength {
public:
    template <class... Points>
    explicit ExactLength(const LengthSum& length, const Points&... points)
        : unit_(length.a, length.b, length.c, points...), length_(length)
    {
    }

    ExactIntegerVector operator()(Vec3 point) const { return {point, unit_}; }
    ExactInteger squared() const
    {
        const ExactInteger sum =
            ExactInteger(length_.a, unit_) + ExactInteger(length_.b, unit_) + ExactInteger(length_.c, unit_);
        return sum * sum;
    }

private:
    FinestBit unit_;
    LengthSum length_;
};

} // namespace detail
} // namespace tactus
