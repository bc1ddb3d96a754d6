// SPDX-License-Identifier: MIT
#pragma once

#include "grid_mesh.h"

namespace tactus::fuzz::edges {

/// Two plates or sheets whose edges cross at 90 degrees down to about half of one. Their flat sides are at angles to
/// the other's edges with sines about 1/32, or to the planes through their own edges across the way with sines about
/// 1/4, and their other sides with sines about 1/2. Whole numbers never make a sine of exactly 1/32 or 1/4: to an edge,
/// the product of the face's normal and the edge would have a square that is 1023 or 15 times a square, and to a plane,
/// 1023 or 15 times the square of the face's edge would be one. But 1023 or 15 times a square is no sum of three
/// squares.
std::vector<GridMesh> crossed_plates(Random& random);

} // namespace tactus::fuzz::edges
