// SPDX-License-Identifier: MIT
// Distances compared in whole numbers, without a division or a root: what the filters of doubles leave open.
#pragma once

#include "geometry/exact/exact_integer.h"
#include "geometry/triangle.h"

namespace tactus::detail {

/// The sign of the squared distance between two points less a square, all in the same unit.
int compare_points(const ExactIntegerVector& a, const ExactIntegerVector& b, const ExactInteger& square);
/// The sign of the squared distance between a point and a closed segment, which may be of no length, less a square.
int compare_segment(
    const ExactIntegerVector& point, const ExactIntegerVector& begin, const ExactIntegerVector& end,
    const ExactInteger& square);
/// The sign of the squared distance between a point and a closed triangle, which may be of zero area, less a square.
int compare_triangle(
    const ExactIntegerVector& point, const ExactIntegerVector& a, const ExactIntegerVector& b,
    const ExactIntegerVector& c, const ExactInteger& square);
/// The sign of the squared distance between two closed segments, from a to b and from c to d, less a square.
int compare_segments(
    const ExactIntegerVector& a, const ExactIntegerVector& b, const ExactIntegerVector& c, const ExactIntegerVector& d,
    const ExactInteger& square);

/// Whether the distance between the two is at most `distance`, which must be finite and not negative. False if a
/// coordinate is nan or infinite.
bool exactly_within(Vec3 a, Vec3 b, float distance);
bool exactly_within(Vec3 point, const Segment& segment, float distance);
bool exactly_within(Vec3 point, const Triangle& triangle, float distance);
bool exactly_within(const Segment& a, const Segment& b, float distance);

} // namespace tactus::detail
