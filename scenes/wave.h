// SPDX-License-Identifier: MIT
// Sine and cosine of our own: the C library's differ in the last bit between machines, and with them every hash.
#pragma once

#include <cmath>

namespace tactus::scenes {

namespace detail {

// Taylor series for up to an eighth of a turn: the first terms left out are below 5e-17.
inline double sine_of_small(double x)
{
    const double q = x * x;
    double sum = -7.647163731819816476e-13;
    sum = sum * q + 1.605904383682161460e-10;
    sum = sum * q - 2.505210838544171878e-8;
    sum = sum * q + 2.755731922398589065e-6;
    sum = sum * q - 1.984126984126984127e-4;
    sum = sum * q + 8.333333333333333333e-3;
    sum = sum * q - 1.666666666666666667e-1;
    return x + x * q * sum;
}

inline double cosine_of_small(double x)
{
    const double q = x * x;
    double sum = 4.779477332387385297e-14;
    sum = sum * q - 1.147074559772972471e-11;
    sum = sum * q + 2.087675698786809898e-9;
    sum = sum * q - 2.755731922398589065e-7;
    sum = sum * q + 2.480158730158730159e-5;
    sum = sum * q - 1.388888888888888889e-3;
    sum = sum * q + 4.166666666666666667e-2;
    sum = sum * q - 0.5;
    return 1.0 + q * sum;
}

} // namespace detail

/// The sine of an angle given in full turns, within 1e-15 for moderate angles and exact at whole quarters.
/// The same bits on every machine: only additions, multiplications and an exact floor.
inline double sine_of_turns(double turns)
{
    constexpr double full_turn = 6.283185307179586476925;
    const double r = turns - std::floor(turns + 0.5);
    const double size = r < 0.0 ? -r : r;
    const double folded = size > 0.25 ? 0.5 - size : size;
    const double sine = folded <= 0.125 ? detail::sine_of_small(folded * full_turn)
                                        : detail::cosine_of_small((0.25 - folded) * full_turn);
    return r < 0.0 ? -sine : sine;
}

inline double cosine_of_turns(double turns) { return sine_of_turns(turns + 0.25); }

/// Rises from 0 to 1 over the unit interval, level at both ends and beyond.
inline double smooth_step(double t)
{
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    return t * t * (3.0 - 2.0 * t);
}

} // namespace tactus::scenes
