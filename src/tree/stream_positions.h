// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "geometry/box.h"

namespace tactus {

/// What one pass over new positions tells.
struct StreamedPositions {
    Box box;
    /// The most that any coordinate differs from the older positions. Infinite or nan if a difference overflows.
    float travel = 0.0f;
    /// False if a coordinate is nan or infinite; also, rarely, if many huge ones add up to more than a float holds.
    bool surely_finite = true;
};

/// Looks at `count` vertices of packed floats; there is no travel.
StreamedPositions look_at_positions(const float* given, std::size_t count);

/// Copies them as well, and compares them with older ones.
StreamedPositions take_positions(const float* given, const float* older, float* copy, std::size_t count);

} // namespace tactus
