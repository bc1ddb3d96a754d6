// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

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
        const double error = std::fabs(a.value) * b.error + std::fabs(b.value) * a.error + a.error * b.error;
        return {product, (error + std::fabs(product) * half_step) * more + underflow};
    }

private:
    static constexpr double half_step = 0x1p-53;
    static constexpr double more = 1.0 + 0x1p-49; ///< For what the sums of errors are rounded by.
    static constexpr double underflow = 0x1p-1070;
};

} // namespace tactus::detail
