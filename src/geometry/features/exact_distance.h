// SPDX-License-Identifier: MIT
// Distances compared in whole numbers, without a division or a root: what the filters of doubles leave open.
#pragma once

#include "geometry/features/segment.h"
#include "geometry/triangle.h"

namespace tactus::detail {

/// Whether the distance between the two is at most `distance`, which must be finite and not negative. False if a
/// coordinate is nan or infinite.
bool exactly_within(Vec3 a, Vec3 b, float distance);
bool exactly_within(Vec3 point, const Segment& segment, float distance);
bool exactly_within(Vec3 point, const Triangle& triangle, float distance);
bool exactly_within(const Segment& a, const Segment& b, float distance);

} // namespace tactus::detail
