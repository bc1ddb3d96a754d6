// SPDX-License-Identifier: MIT
#pragma once

#include "geometry/box.h"
#include "geometry/double_vector.h"

namespace tactus {

/// The closed segment between two points, or the point it has collapsed to.
struct Segment {
    Vec3 begin;
    Vec3 end;

    friend constexpr bool operator==(const Segment&, const Segment&) = default;
};

/// The closed convex hull of three points: a triangle, or the segment or point it has collapsed to.
struct Triangle {
    Vec3 a;
    Vec3 b;
    Vec3 c;

    friend constexpr bool operator==(const Triangle&, const Triangle&) = default;
};

TACTUS_INLINE constexpr Box box_of(const Triangle& triangle)
{
    return {min(min(triangle.a, triangle.b), triangle.c), max(max(triangle.a, triangle.b), triangle.c)};
}

TACTUS_INLINE constexpr bool is_finite(const Triangle& triangle)
{
    return is_finite(triangle.a * 0.0f + triangle.b * 0.0f + triangle.c * 0.0f);
}

/// Twice as long as the triangle's area, rounded; zero where there is none.
TACTUS_INLINE DoubleVector normal_of(const Triangle& triangle)
{
    const DoubleVector a = to_double(triangle.a);
    return cross(to_double(triangle.b) - a, to_double(triangle.c) - a);
}

} // namespace tactus
