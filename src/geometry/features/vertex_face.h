// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "geometry/double_vector.h"
#include "geometry/triangle.h"

namespace tactus {

/// Whether a point is at most `distance` metres from a closed triangle, as exact arithmetic on these floats decides it.
/// A triangle of zero area is the segment or point it has become. False if the distance is negative or nan; all
/// coordinates must be finite. With a radius for the distance, whether the closed ball around the point meets the face.
bool within(Vec3 point, const Triangle& triangle, float distance);

/// The point of a triangle that is closest to another point, up to the rounding of double arithmetic.
struct VertexFaceClosest {
    DoubleVector on_face;
    std::array<double, 3> weights{}; ///< of the corners; in [0, 1], with a sum of 1 up to rounding
    DoubleVector offset;             ///< from the point to on_face; has more digits than their difference
    double distance = 0.0;
};

/// All coordinates must be finite.
VertexFaceClosest closest(Vec3 point, const Triangle& triangle);

} // namespace tactus
