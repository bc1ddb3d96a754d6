// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

#include <tactus/geometry.h>

#include "geometry/box.h"

namespace tactus {

/// The smallest float that is not below a number of at least zero.
TACTUS_INLINE float rounded_up(double value)
{
    const auto nearest = static_cast<float>(value);
    if (static_cast<double>(nearest) >= value || nearest == std::numeric_limits<float>::infinity())
        return nearest;
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(nearest) + 1);
}

/// Rounded outwards, and finite.
inline Box box_of(const Sphere& sphere) { return widened_by(sphere.radius, Box{sphere.centre, sphere.centre}); }

} // namespace tactus
