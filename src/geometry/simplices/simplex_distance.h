// SPDX-License-Identifier: MIT
// How far hulls of a few points are apart, decided on the given floats. A tool is all points within its radius of one.
#pragma once

#include "geometry/exact/length_sum.h"
#include "geometry/simplices/simplex.h"

namespace tactus {

/// The sign of the distance between a hull and a closed triangle less a length, as exact arithmetic on these floats
/// decides it. The distance is 0 where they have a point in common, as where a triangle lies inside a tetrahedron. The
/// triangle may be of zero area, and the hull of no extent. There must be a corner, and all numbers must be finite,
/// here and below.
int compare_distance(const Simplex& hull, const Triangle& triangle, const LengthSum& length);
/// The same for a point.
int compare_distance(const Simplex& hull, Vec3 point, const LengthSum& length);
/// The same for two hulls.
int compare_distance(const Simplex& a, const Simplex& b, const LengthSum& length);

/// Whether two closed hulls have a point in common.
bool hulls_intersect(const Simplex& a, const Simplex& b);

} // namespace tactus
