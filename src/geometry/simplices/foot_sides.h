// SPDX-License-Identifier: MIT
// On which side of a point its foot on a line or a plane lies, decided exactly on the given floats.
#pragma once

#include "geometry/triangle.h"

namespace tactus {

/// The sign of (foot - point) . (toward - point) for the foot of a point on the line of a segment: +1 if the way from
/// the point to its foot leads to the side of `toward`. The segment must have a length, and all numbers must be finite.
int side_of_foot(Vec3 point, const Segment& line, Vec3 toward);

/// The same for the foot on the plane of a triangle, which must have an area.
int side_of_foot(Vec3 point, const Triangle& plane, Vec3 toward);

} // namespace tactus
