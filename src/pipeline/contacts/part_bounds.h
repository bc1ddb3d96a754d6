// SPDX-License-Identifier: MIT
#pragma once

#include <tactus/contact.h>

#include "geometry/box.h"

namespace tactus {

/// What the boxes of two parts say about contacts between them. All of it is rounded to the safe side.
struct PartBounds {
    Box region; ///< holds every contact's point
    Vec3 point; ///< the region's middle
    float point_bound = 0.0f;      ///< metres from point to anywhere in the region
    float separation_lower = 0.0f; ///< metres between the boxes; if they overlap, minus the shortest way apart
    float separation_upper = 0.0f; ///< metres between their farthest points

    /// How wrong an answer can be that says no more than this, in metres: in the place, or in the separation of what is
    /// at most `distance` apart.
    float error_bound(float distance) const;
};

/// Metres between two boxes along the axis where they are farthest apart, rounded down; negative where they overlap.
double axis_gap(const Box& a, const Box& b);

/// False if nothing in one box is within `distance` metres of anything in the other.
bool may_touch(const Box& a, const Box& b, float distance);

/// The bounds of parts in two boxes that may touch.
PartBounds bounds_of(const Box& a, const Box& b, float distance);

/// The bounds of parts that are parts of others: with what was better about the others.
PartBounds narrowed(PartBounds bounds, const PartBounds& parent);

/// Bounds that hold for what either of two holds for, and for nothing outside the parent's.
PartBounds merged(const PartBounds& a, const PartBounds& b, const PartBounds& parent);

/// The axis, as a unit vector, along which b is most easily moved away from a.
Vec3 way_apart(const Box& a, const Box& b);

} // namespace tactus
