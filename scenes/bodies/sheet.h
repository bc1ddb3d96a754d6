// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "scenes/bodies/shape.h"

namespace tactus::scenes {

/// A rectangle in the plane z = 0 from the origin to (length, width), of right-angled triangles that are
/// about as long as wide. The number of triangles comes near the one asked for.
Shape sheet(std::uint32_t triangles, double length = 1.0, double width = 1.0);

/// The same with a given number of squares, each cut into two triangles.
Shape sheet_of_squares(std::uint32_t columns, std::uint32_t rows, double length, double width);

} // namespace tactus::scenes
