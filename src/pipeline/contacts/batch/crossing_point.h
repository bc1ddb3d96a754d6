// SPDX-License-Identifier: MIT
#pragma once

#include "geometry/double_vector.h"
#include "geometry/features/crossing.h"

namespace tactus {

/// The mean of the points where edges of one triangle go through the plane of the other.
DoubleVector crossing_point(const Triangle& a, const Triangle& b, EdgeSets piercing);

} // namespace tactus
