// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "geometry/double_vector.h"
#include "geometry/triangle.h"

namespace tactus {

/// How far two triangles are apart, in metres, and the points where they are closest. The distance is zero exactly if
/// triangles_intersect says so, and the points are then one common point; otherwise it is theirs, up to the rounding of
/// double arithmetic.
struct TriangleDistance {
    double distance = 0.0;
    DoubleVector point_a;
    DoubleVector point_b;
};

/// Triangles of zero area are the segments or points they have become. All coordinates must be finite.
TriangleDistance triangle_distance(const Triangle& a, const Triangle& b);

/// The corners of a triangle whose coordinates are no floats.
using DoubleCorners = std::array<DoubleVector, 3>;

/// The distance of two such triangles up to the rounding of double arithmetic, where they intersect too.
TriangleDistance triangle_distance(const DoubleCorners& a, const DoubleCorners& b);
/// The distance of a segment, which may be a point.
double segment_distance(DoubleVector begin, DoubleVector end, const DoubleCorners& triangle);

} // namespace tactus
