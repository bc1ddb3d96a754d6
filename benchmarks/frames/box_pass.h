// SPDX-License-Identifier: MIT
// The floor of an update: the box of a body's positions, read once.
#pragma once

#include <span>

#include <tactus/geometry.h>

namespace tactus::frames {

struct PositionsBox {
    Vec3 lower;
    Vec3 upper;
};

/// By the loop that everyone writes. The positions are not empty.
PositionsBox plain_box(std::span<const Vec3> positions);
/// By vector instructions of four floats, which every machine has.
PositionsBox vector_box(std::span<const Vec3> positions);

} // namespace tactus::frames
