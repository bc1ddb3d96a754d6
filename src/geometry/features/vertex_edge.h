// SPDX-License-Identifier: MIT
#pragma once

#include "geometry/double_vector.h"
#include "geometry/triangle.h"

namespace tactus {

/// Whether two points are at most `distance` metres apart, as exact arithmetic on these floats decides it. False if the
/// distance is negative or nan; all coordinates must be finite. With a radius for the distance, whether the closed ball
/// around the one holds the other.
bool within(Vec3 a, Vec3 b, float distance);

/// The same for a point and a closed segment, which may be of no length.
bool within(Vec3 point, const Segment& segment, float distance);

/// The point of a segment that is closest to another point, up to the rounding of double arithmetic.
struct VertexEdgeClosest {
    DoubleVector on_edge;
    double parameter = 0.0; ///< on_edge = begin + parameter * (end - begin), in [0, 1]
    DoubleVector offset;    ///< from the point to on_edge; has more digits than their difference
    double distance = 0.0;
};

/// All coordinates must be finite. A segment of no length is its begin.
VertexEdgeClosest closest(Vec3 point, const Segment& segment);

} // namespace tactus
