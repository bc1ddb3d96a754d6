// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <tactus/geometry.h>

namespace tactus {

/// Eight boxes side by side in the 16-bit coordinates of a BoxGrid: the one node layout of every tree.
/// A box with lower > upper is an empty place and overlaps nothing.
struct alignas(32) BoxBlock {
    std::int16_t lower[3][8];
    std::int16_t upper[3][8];
};
static_assert(sizeof(BoxBlock) == 96);

/// One box for comparing with a block: lower corner, a lane that means nothing, upper corner, another such lane.
struct alignas(16) BlockBox {
    std::int16_t lanes[8];
};

/// A box on its way into a block: lower corner, a lane that means nothing, the complement of the upper corner, another
/// such lane. The complement turns round the order, so that one minimum joins two boxes.
struct alignas(16) PackedBox {
    std::int16_t lanes[8];
};

/// The map from metres to the 16-bit coordinates of one query.
/// Subtracting, scaling, truncating and saturating are all monotone, in floats too, so boxes that overlap still
/// overlap after it, whatever was rounded; what lies outside the region saturates.
struct BoxGrid {
    Vec3 origin;
    Vec3 scale;
    std::int16_t widening[3] = {}; ///< cells by which boxes are made larger on every side

    static constexpr float limit = 32767.0f;
};

} // namespace tactus
