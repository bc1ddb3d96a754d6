// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "geometry/box.h"

namespace tactus {

/// What one pass over new positions finds out.
struct StreamedPositions {
    Box box;
    /// No coordinate changed by more than this; 0 where there was nothing to compare with.
    float travel = 0.0f;
    /// False if a coordinate is nan or infinite; also, rarely, if many huge ones add up to more than a float holds.
    bool surely_finite = true;
};

/// Copies `count` vertices of packed floats and compares them with the ones before, in one pass from front to back.
/// `given` may be `copy`, and `before` null.
StreamedPositions stream_positions(const float* given, const float* before, float* copy, std::size_t count);

} // namespace tactus
