// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "scenes/bodies/shape.h"

namespace tactus::scenes {

/// Which cubes of a three-dimensional chess board.
enum class LatticeColour { all, white, black };

/// Unit cubes of 12 triangles and 8 vertices of their own, at whole-number places from the origin, `side` in
/// each direction: neighbours touch exactly, in faces, edges and corners.
Shape cube_lattice(std::uint32_t side, LatticeColour colour);

/// The smallest side whose cube holds at least `count` cells.
std::uint32_t lattice_side(std::uint64_t count);

} // namespace tactus::scenes
