// SPDX-License-Identifier: MIT
// Exact arithmetic on sums of doubles, after J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast
// Robust Geometric Predicates", 1997. We differ in keeping zero terms out everywhere, so that lengths follow the
// numbers and not the worst case.
//
// Nothing here may overflow or lose a bit to underflow. Every value made by the predicates is a polynomial of degree
// three in differences of floats. Floats are multiples of 2^-149 below 2^128, so such a polynomial's terms are
// multiples of 2^-447 below 2^387, and a sum of at most 2^8 of them stays below 2^395. Doubles hold multiples of
// 2^-1074 below 2^1024: the rounding error of any operation is again a multiple of 2^-447, hence exactly a double.
#pragma once

#include <cmath>

#include "base/inline.h"

namespace tactus {

/// value + error is the exact result of the operation; |error| is at most half a unit in the last place of value.
struct Rounded {
    double value;
    double error;
};

TACTUS_FORCE_INLINE Rounded exact_sum(double a, double b)
{
    const double sum = a + b;
    const double b_part = sum - a;
    const double a_part = sum - b_part;
    return {sum, (a - a_part) + (b - b_part)};
}

/// As exact_sum, for |a| >= |b|, or a == 0.
TACTUS_FORCE_INLINE Rounded exact_sum_ordered(double a, double b)
{
    const double sum = a + b;
    return {sum, b - (sum - a)};
}

TACTUS_FORCE_INLINE Rounded exact_difference(double a, double b)
{
    const double difference = a - b;
    const double b_part = a - difference;
    const double a_part = difference + b_part;
    return {difference, (a - a_part) + (b_part - b)};
}

TACTUS_FORCE_INLINE Rounded exact_product(double a, double b)
{
    const double product = a * b;
#if defined(__aarch64__) || defined(__FMA__) || defined(__CUDA_ARCH__)
    return {product, std::fma(a, b, -product)};
#else
    // Dekker's splitting into halves of 26 bits gives the same error term without a fused multiply-add. Nothing
    // overflows: factors stay below 2^395.
    constexpr double splitter = 134217729.0; // 2^27 + 1
    const double a_scaled = splitter * a;
    const double a_high = a_scaled - (a_scaled - a);
    const double a_low = a - a_high;
    const double b_scaled = splitter * b;
    const double b_high = b_scaled - (b_scaled - b);
    const double b_low = b - b_high;
    return {product, a_low * b_low - (((product - a_high * b_high) - a_low * b_high) - a_high * b_low)};
#endif
}

/// An exact number: the sum of its terms, which are non-zero, do not overlap and grow in magnitude.
template <int Capacity>
struct Expansion {
    int size = 0;
    double term[Capacity];

    TACTUS_FORCE_INLINE void append(double value)
    {
        if (value != 0.0)
            term[size++] = value;
    }
};

/// The exact number that a rounded result and its error stand for.
TACTUS_FORCE_INLINE Expansion<2> expand(Rounded rounded)
{
    Expansion<2> result;
    result.append(rounded.error);
    result.append(rounded.value);
    return result;
}

template <int Capacity>
TACTUS_INLINE int sign(const Expansion<Capacity>& number)
{
    if (number.size == 0)
        return 0;
    // The largest term outweighs all others together.
    return number.term[number.size - 1] > 0.0 ? 1 : -1;
}

/// The number as a double: of its very sign, and off by a few units in the last place at most.
template <int Capacity>
TACTUS_INLINE double to_double(const Expansion<Capacity>& number)
{
    // From the smallest to the largest term, which outweighs all others together.
    double total = 0.0;
    for (int i = 0; i < number.size; ++i)
        total += number.term[i];
    return total;
}

template <int Capacity>
TACTUS_INLINE Expansion<Capacity> negated(const Expansion<Capacity>& number)
{
    Expansion<Capacity> result;
    result.size = number.size;
    for (int i = 0; i < number.size; ++i)
        result.term[i] = -number.term[i];
    return result;
}

/// Shewchuk's fast expansion sum with zero elimination.
template <int CapacityA, int CapacityB>
TACTUS_INLINE Expansion<CapacityA + CapacityB> sum(const Expansion<CapacityA>& a, const Expansion<CapacityB>& b)
{
    Expansion<CapacityA + CapacityB> result;
    const int total = a.size + b.size;
    int i = 0;
    int j = 0;
    const auto next = [&] {
        if (j == b.size || (i != a.size && std::fabs(a.term[i]) < std::fabs(b.term[j])))
            return a.term[i++];
        return b.term[j++];
    };
    if (total == 0)
        return result;
    double carried = next();
    for (int k = 1; k < total; ++k) {
        const Rounded partial = exact_sum(carried, next());
        carried = partial.value;
        result.append(partial.error);
    }
    result.append(carried);
    return result;
}

template <int CapacityA, int CapacityB>
TACTUS_INLINE Expansion<CapacityA + CapacityB> difference(const Expansion<CapacityA>& a, const Expansion<CapacityB>& b)
{
    return sum(a, negated(b));
}

/// Shewchuk's scale expansion with zero elimination.
template <int Capacity>
TACTUS_INLINE Expansion<2 * Capacity> scaled(const Expansion<Capacity>& a, double factor)
{
    Expansion<2 * Capacity> result;
    if (a.size == 0)
        return result;
    const Rounded first = exact_product(a.term[0], factor);
    result.append(first.error);
    double carried = first.value;
    for (int i = 1; i < a.size; ++i) {
        const Rounded product = exact_product(a.term[i], factor);
        const Rounded low = exact_sum(carried, product.error);
        result.append(low.error);
        const Rounded high = exact_sum_ordered(product.value, low.value);
        result.append(high.error);
        carried = high.value;
    }
    result.append(carried);
    return result;
}

/// The exact product with a number of two terms.
template <int Capacity>
TACTUS_INLINE Expansion<4 * Capacity> product(const Expansion<Capacity>& a, const Expansion<2>& b)
{
    Expansion<4 * Capacity> result;
    if (b.size == 0)
        return result;
    const Expansion<2 * Capacity> low = scaled(a, b.term[0]);
    if (b.size == 2)
        return sum(low, scaled(a, b.term[1]));
    result.size = low.size;
    for (int i = 0; i < low.size; ++i)
        result.term[i] = low.term[i];
    return result;
}

} // namespace tactus
