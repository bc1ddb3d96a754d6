// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/vector.h"

namespace tactus {

/// An axis-aligned box, faces included. The default is the empty box: it overlaps nothing, and including a point in
/// it gives that point's box.
struct Box {
    Vec3 lower = {
        std::numeric_limits<float>::infinity(), std::numeric_limits<float>::infinity(),
        std::numeric_limits<float>::infinity()};
    Vec3 upper = {
        -std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
        -std::numeric_limits<float>::infinity()};

    friend constexpr bool operator==(const Box&, const Box&) = default;
};

TACTUS_INLINE constexpr bool is_empty(const Box& box)
{
    return !(box.lower.x <= box.upper.x && box.lower.y <= box.upper.y && box.lower.z <= box.upper.z);
}

/// The smallest box around both.
TACTUS_INLINE constexpr Box include(const Box& box, Vec3 point)
{
    return {min(box.lower, point), max(box.upper, point)};
}

TACTUS_INLINE constexpr Box include(const Box& a, const Box& b)
{
    return {min(a.lower, b.lower), max(a.upper, b.upper)};
}

/// Whether two boxes have a point in common. Touching faces overlap; an empty box overlaps nothing.
TACTUS_INLINE constexpr bool overlap(const Box& a, const Box& b)
{
    return a.lower.x <= b.upper.x && b.lower.x <= a.upper.x && a.lower.y <= b.upper.y && b.lower.y <= a.upper.y
           && a.lower.z <= b.upper.z && b.lower.z <= a.upper.z;
}

/// The common part; empty (but not the default empty box) where the two do not overlap.
TACTUS_INLINE constexpr Box intersection(const Box& a, const Box& b)
{
    return {max(a.lower, b.lower), min(a.upper, b.upper)};
}

/// The box and everything that is at most this many metres from it along each axis: rounded outwards, and finite.
inline Box widened_by(double distance, const Box& box)
{
    constexpr double largest = std::numeric_limits<float>::max();
    const auto moved = [&](float from, double way) {
        const auto to = static_cast<float>(std::clamp(double(from) + way, -largest, largest));
        return std::nextafter(to, static_cast<float>(std::copysign(largest, way)));
    };
    return {
        {moved(box.lower.x, -distance), moved(box.lower.y, -distance), moved(box.lower.z, -distance)},
        {moved(box.upper.x, distance), moved(box.upper.y, distance), moved(box.upper.z, distance)}};
}

/// The same for a float distance that is not negative: quicker, a little wider still, and infinite where floats end.
TACTUS_INLINE Box widened_loosely_by(float distance, const Box& box)
{
    // A sum is rounded by one part in 2^24 of itself, and the distance is the other one in it.
    const float reach = distance + distance * 0x1p-21f;
    const auto more = [&](float at) { return reach + std::abs(at) * 0x1p-21f; };
    return {
        {box.lower.x - more(box.lower.x), box.lower.y - more(box.lower.y), box.lower.z - more(box.lower.z)},
        {box.upper.x + more(box.upper.x), box.upper.y + more(box.upper.y), box.upper.z + more(box.upper.z)}};
}

TACTUS_INLINE constexpr float longest_side(const Box& box)
{
    const Vec3 size = box.upper - box.lower;
    return std::max({size.x, size.y, size.z});
}

/// Half of the surface, in square metres; zero for an empty box.
TACTUS_INLINE constexpr float half_area(const Box& box)
{
    if (is_empty(box))
        return 0.0f;
    const Vec3 size = box.upper - box.lower;
    return size.x * size.y + size.y * size.z + size.z * size.x;
}

/// Metres between two boxes along each axis, rounded; negative where they overlap.
inline Vec3 gaps(const Box& a, const Box& b) { return max(b.lower - a.upper, a.lower - b.upper); }

/// False only if nothing in one box is within `distance` metres of anything in the other.
inline bool may_touch(const Box& a, const Box& b, float distance)
{
    const Vec3 gap = gaps(a, b);
    // Differences are rounded by one part in 2^24. Squares of tiny floats lose digits, so they get some of the smallest
    // floats besides; those of huge ones are infinite, and decide nothing.
    const float limit = distance + distance * 0x1p-20f;
    if (gap.x > limit || gap.y > limit || gap.z > limit)
        return false;
    const Vec3 apart = max(gap, Vec3{});
    return !(apart.x * apart.x + apart.y * apart.y + apart.z * apart.z > limit * limit * (1.0f + 0x1p-20f) + 1e-43f);
}

} // namespace tactus
