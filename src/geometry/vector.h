// SPDX-License-Identifier: MIT
#pragma once

#include <tactus/geometry.h>

#include "base/inline.h"

namespace tactus {

TACTUS_INLINE constexpr Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
TACTUS_INLINE constexpr Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
TACTUS_INLINE constexpr Vec3 operator-(Vec3 a) { return {-a.x, -a.y, -a.z}; }
TACTUS_INLINE constexpr Vec3 operator*(Vec3 a, float scale) { return {a.x * scale, a.y * scale, a.z * scale}; }
TACTUS_INLINE constexpr Vec3 operator*(float scale, Vec3 a) { return a * scale; }

TACTUS_INLINE constexpr float dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

TACTUS_INLINE constexpr Vec3 cross(Vec3 a, Vec3 b)
{
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

TACTUS_INLINE constexpr float squared_norm(Vec3 a) { return dot(a, a); }

namespace detail {

TACTUS_INLINE constexpr float lesser(float a, float b)
{
#if defined(__aarch64__) && defined(__GNUC__) && !defined(__clang__)
    // Here gcc makes a branch of the comparison below, and one instruction of this.
    return __builtin_fminf(a, b);
#else
    return b < a ? b : a;
#endif
}

TACTUS_INLINE constexpr float greater(float a, float b)
{
#if defined(__aarch64__) && defined(__GNUC__) && !defined(__clang__)
    return __builtin_fmaxf(a, b);
#else
    return a < b ? b : a;
#endif
}

} // namespace detail

/// Component by component. What comes of a nan is not promised.
TACTUS_INLINE constexpr Vec3 min(Vec3 a, Vec3 b)
{
    return {detail::lesser(a.x, b.x), detail::lesser(a.y, b.y), detail::lesser(a.z, b.z)};
}

TACTUS_INLINE constexpr Vec3 max(Vec3 a, Vec3 b)
{
    return {detail::greater(a.x, b.x), detail::greater(a.y, b.y), detail::greater(a.z, b.z)};
}

/// Whether no component is nan or infinite.
TACTUS_INLINE constexpr bool is_finite(Vec3 a)
{
    // Zero times a finite number is zero, times any other nan; and one branch is enough.
    return a.x * 0.0f + a.y * 0.0f + a.z * 0.0f == 0.0f;
}

/// Order by x, then y, then z. Along a line this is the order of the points on it.
TACTUS_INLINE constexpr bool lexicographically_less(Vec3 a, Vec3 b)
{
    if (a.x != b.x)
        return a.x < b.x;
    if (a.y != b.y)
        return a.y < b.y;
    return a.z < b.z;
}

} // namespace tactus
