// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>

#include "geometry/vector.h"

namespace tactus {

/// A point or direction in double, for what is computed from float coordinates.
using DoubleVector = DoubleVec3;

TACTUS_INLINE constexpr DoubleVector to_double(Vec3 a)
{
    return {static_cast<double>(a.x), static_cast<double>(a.y), static_cast<double>(a.z)};
}

TACTUS_INLINE constexpr Vec3 to_float(DoubleVector a)
{
    return {static_cast<float>(a.x), static_cast<float>(a.y), static_cast<float>(a.z)};
}

TACTUS_INLINE constexpr DoubleVector operator+(DoubleVector a, DoubleVector b)
{
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}

TACTUS_INLINE constexpr DoubleVector operator-(DoubleVector a, DoubleVector b)
{
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}

TACTUS_INLINE constexpr DoubleVector operator*(DoubleVector a, double scale)
{
    return {a.x * scale, a.y * scale, a.z * scale};
}

TACTUS_INLINE constexpr double dot(DoubleVector a, DoubleVector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

TACTUS_INLINE constexpr DoubleVector cross(DoubleVector a, DoubleVector b)
{
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// Component by component.
inline DoubleVector min(DoubleVector a, DoubleVector b)
{
    return {std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)};
}
inline DoubleVector max(DoubleVector a, DoubleVector b)
{
    return {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)};
}
inline DoubleVector magnitudes(DoubleVector a) { return {std::abs(a.x), std::abs(a.y), std::abs(a.z)}; }

inline double largest_component(DoubleVector a) { return std::max({std::abs(a.x), std::abs(a.y), std::abs(a.z)}); }

inline double length(DoubleVector a) { return std::sqrt(dot(a, a)); }

/// The vector made one unit long; zero if it has no direction.
inline DoubleVector unit(DoubleVector a)
{
    // The largest first: squares of the rest can then neither overflow nor vanish.
    const double largest = largest_component(a);
    if (!(largest > 0.0))
        return {};
    a = a * (1.0 / largest);
    return a * (1.0 / length(a));
}

/// Some direction across a given one; zero if that has none.
inline DoubleVector direction_across(DoubleVector along)
{
    const DoubleVector size = magnitudes(along);
    const DoubleVector axis = size.x <= size.y && size.x <= size.z ? DoubleVector{1.0, 0.0, 0.0}
                              : size.y <= size.z                   ? DoubleVector{0.0, 1.0, 0.0}
                                                                   : DoubleVector{0.0, 0.0, 1.0};
    return cross(along, axis);
}

inline bool has_direction(DoubleVector a) { return a.x != 0.0 || a.y != 0.0 || a.z != 0.0; }

} // namespace tactus
