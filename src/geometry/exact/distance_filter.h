// SPDX-License-Identifier: MIT
// Whether two convex features are within a distance, as far as doubles can tell.
//
// Let x be the corners of the features' difference: a corner of the second minus one of the first. Any direction w
// shows that the features are no nearer than the least w . x / |w|, since the plane across w comes between them. An
// offset w from a point of the first to a point of the second shows that they are no further apart than |w|. So no case
// of an approximate closest-point computation has to be right for its answer to be certain: where it is wrong, the two
// bounds are far apart, and nothing is decided.
//
// Let e = 2^-53, and let `size` be the sum of the magnitudes of all components of the rounded differences of corners
// that lead from a corner of the first feature to all others. Then |x|, and the length of an offset, are at most
// size (1 + 16 e).
// - An offset is a sum of up to three such differences, times weights in [0, 1] or a pair of weights with a sum of at
//   most 1 + 4 e. With all roundings on the way it is off by at most 12 e size from one between points of the features.
// - w . x passes through at most four roundings per term, so `least`, even if it is a difference of two such values, is
//   off by at most 10.1 e |w| size. What w itself has been through does not matter.
// - The squared length is off by a factor within 1 +- 3.1 e. With the roundings of the comparisons below, the squares
//   that are compared are off by a factor within 1 +- 9 e, and their roots by 1 +- 4.6 e. Where the outcome is in doubt
//   at all, the distance is at most size (1 + 64 e), so this comes to less than 5 e size.
// Together these stay below the 32 e size that `slack` allows for.
//
// Nothing overflows, floats being below 2^128: the largest product is that of the squared length of a cross product and
// a squared distance, below 2^800. Differences of floats are multiples of 2^-149, so a size other than zero makes a
// slack of at least 2^-197, which is squared and multiplied by a squared length of at least 2^-600: nothing that counts
// underflows. The squared length of a cross product is never between 0 and 2^-600.
#pragma once

#include <cmath>

#include "geometry/double_vector.h"

namespace tactus::detail {

enum class Reach { within, apart, open };

constexpr double slack_per_size = 32.0 * 0x1p-53;

/// Whether a direction w of this squared length, with `least` the least w . x, shows the features to be further apart
/// than the distance.
TACTUS_FORCE_INLINE bool is_apart(double squared_length, double least, double size, double distance)
{
    const double further = distance + slack_per_size * size;
    return least > 0.0 && least * least > further * further * squared_length && squared_length > 0x1p-600;
}

/// What an offset w of this squared length shows, with `least` the least w . x.
TACTUS_FORCE_INLINE Reach reach_of(double squared_length, double least, double size, double distance)
{
    const double nearer = distance - slack_per_size * size;
    if (nearer >= 0.0 && squared_length <= nearer * nearer)
        return Reach::within;
    return is_apart(squared_length, least, size, distance) ? Reach::apart : Reach::open;
}

/// Sum of the magnitudes of the components.
TACTUS_FORCE_INLINE double sum_norm(DoubleVector a) { return std::fabs(a.x) + std::fabs(a.y) + std::fabs(a.z); }

/// part / whole between 0 and 1; 0 where the part is nothing.
TACTUS_FORCE_INLINE double fraction(double part, double whole)
{
    if (!(part > 0.0))
        return 0.0;
    return part < whole ? part / whole : 1.0;
}

} // namespace tactus::detail
