// SPDX-License-Identifier: MIT
#pragma once

#include "geometry/triangle.h"

namespace tactus {

/// Whether a triangle has a point in a box, faces included: always the mathematical answer, also for triangles that
/// have collapsed. Coordinates must be finite.
bool box_meets_triangle(const Box& box, const Triangle& triangle);

} // namespace tactus
