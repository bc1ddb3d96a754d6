// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "geometry/box.h"

namespace tactus {

/// What one look at new positions tells.
struct StreamedPositions {
    Box box;
    /// The most that any coordinate differs from the older positions, if there were any. Infinite or nan if a
    /// difference overflows.
    float travel = 0.0f;
    /// False if a coordinate is nan or infinite; also, rarely, if many huge ones add up to more than a float holds.
    bool surely_finite = true;
};

/// Copies `count` vertices of packed floats, and compares them with older ones unless `older` is null.
StreamedPositions stream_positions(const float* given, const float* older, float* copy, std::size_t count);

} // namespace tactus
