// SPDX-License-Identifier: MIT
// How points lie to the plane of a half-space, as docs/contacts.md says it: "A ground".
#pragma once

#include <tactus/tactus.h>

namespace tactus::fuzz {

/// Whether a ball is below a plane in part, or at most a distance above it: whether `normal . centre - offset` is at
/// most the radius and the distance together times the normal's length, in exact arithmetic.
bool reaches_down_to(const HalfSpace& plane, const Vec3& centre, float radius, float distance);

/// How many metres a point is above a plane, negative below, rounded once.
double height_above(const HalfSpace& plane, const Vec3& p);

} // namespace tactus::fuzz
