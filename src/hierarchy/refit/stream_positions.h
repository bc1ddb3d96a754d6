// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "geometry/box.h"

namespace tactus {

/// What a first look at new positions tells.
struct ScannedPositions {
    Box box;
    /// False if a coordinate is nan or infinite; also, rarely, if many huge ones add up to more than a float holds.
    bool surely_finite = true;
};

/// Looks at `count` vertices of packed floats.
ScannedPositions scan_positions(const float* given, std::size_t count);

/// Puts `count` vertices of packed floats in the place of older ones, and gives the most that any coordinate changed.
/// Infinite or nan if a difference overflows.
float replace_positions(const float* given, float* positions, std::size_t count);

} // namespace tactus
