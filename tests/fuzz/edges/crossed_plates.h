// SPDX-License-Identifier: MIT
#pragma once

#include "grid_mesh.h"

namespace tactus::fuzz::edges {

/// Two plates or sheets across each other, with flat sides that are tilted against each other by sines about 1/32, and
/// sides about as steep as a sine of 1/2. Whole numbers never make a sine of exactly 1/32: its tangent squared is
/// 1/1023, so 1023 times the square of the edge would be a square, and 1023 times a square is no sum of three squares.
std::vector<GridMesh> crossed_plates(Random& random);

} // namespace tactus::fuzz::edges
