// SPDX-License-Identifier: MIT
// Signs of determinants of whole coordinates, always the mathematical ones. Points lie on a grid: their coordinates are
// whole numbers of at most 2^24 in magnitude, as doubles. Differences of two and products of two differences, and sums
// of three of these, are then doubles without any rounding.
#pragma once

#include "geometry/double_vector.h"

namespace tactus {

/// The sign of det(b - a, c - a, d - a): +1, 0 where the four points lie in a plane, or -1.
int grid_orientation(DoubleVector a, DoubleVector b, DoubleVector c, DoubleVector d);

/// +1 where e lies inside the sphere through a, b, c and d, 0 on it, -1 outside. The four points must have a positive
/// orientation.
int grid_in_sphere(DoubleVector a, DoubleVector b, DoubleVector c, DoubleVector d, DoubleVector e);

} // namespace tactus
