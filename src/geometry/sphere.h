// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

#include <tactus/geometry.h>

#include "geometry/box.h"
#include "geometry/double_vector.h"

namespace tactus {

/// The smallest float that is not below a number of at least zero.
TACTUS_INLINE float rounded_up(double value)
{
    const auto nearest = static_cast<float>(value);
    if (static_cast<double>(nearest) >= value || nearest == std::numeric_limits<float>::infinity())
        return nearest;
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(nearest) + 1);
}

/// The sphere through the corners of a box, rounded outwards. Of an empty one a point.
inline Sphere sphere_around(const Box& box)
{
    if (is_empty(box))
        return {};
    const DoubleVector lower = to_double(box.lower), upper = to_double(box.upper);
    const Vec3 centre = to_float((lower + upper) * 0.5);
    const DoubleVector farthest = max(magnitudes(to_double(centre) - lower), magnitudes(upper - to_double(centre)));
    return {centre, rounded_up(length(farthest) * (1.0 + 0x1p-40))};
}

/// False only if nothing in one sphere is within `distance` metres of anything in the other.
inline bool may_touch(const Sphere& a, const Sphere& b, float distance)
{
    const DoubleVector way = to_double(b.centre) - to_double(a.centre);
    const double reach = double(a.radius) + double(b.radius) + double(distance);
    return dot(way, way) <= reach * reach * (1.0 + 0x1p-40);
}

/// Rounded outwards, and finite.
inline Box box_of(const Sphere& sphere) { return widened_by(sphere.radius, Box{sphere.centre, sphere.centre}); }

} // namespace tactus
