// SPDX-License-Identifier: MIT
#pragma once

#include "geometry/triangle.h"

namespace tactus {

/// Whether two closed triangles have a point in common, as exact arithmetic on these floats decides it. Touching
/// counts, coplanar or not; a triangle of zero area is the segment or point it has become. False if a coordinate is nan
/// or infinite. Needs the default floating-point environment: round to nearest, subnormal numbers kept.
bool triangles_intersect(const Triangle& a, const Triangle& b);

} // namespace tactus
