// SPDX-License-Identifier: MIT
#pragma once

#include "geometry/double_vector.h"
#include "geometry/exact/length_sum.h"
#include "geometry/triangle.h"

namespace tactus {

/// Whether two closed segments are at most `distance` metres apart, as exact arithmetic on these floats decides it.
/// Either may be of no length. False if the distance is negative or nan; all coordinates must be finite.
bool within(const Segment& a, const Segment& b, float distance);

/// The sign of the distance between two closed segments, either of which may be of no length, less a length, as exact
/// arithmetic on these floats decides it. All numbers must be finite.
int compare_distance(const Segment& a, const Segment& b, const LengthSum& length);

/// Points where two segments are closest, up to the rounding of double arithmetic. Between parallels there are many;
/// one pair of them is chosen, the same whichever segment comes first.
struct EdgeEdgeClosest {
    DoubleVector on_a;
    DoubleVector on_b;
    double parameter_a = 0.0; ///< on_a = begin + parameter_a * (end - begin), in [0, 1]
    double parameter_b = 0.0;
    DoubleVector offset; ///< from on_a to on_b; has more digits than their difference
    double distance = 0.0;
};

/// All coordinates must be finite.
EdgeEdgeClosest closest(const Segment& a, const Segment& b);

} // namespace tactus
