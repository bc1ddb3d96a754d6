// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <gmpxx.h>

#include "crowd.h"

namespace tactus::fuzz::crowds {

/// A distance as a fraction of whole numbers and a square root of one: sqrt(squared) - less, and 0 where that is below
/// 0.
struct TrueGap {
    mpf_class metres;
    bool is_zero = false; ///< Decided exactly.
};

/// How far two members are apart, each triangle of the one compared with each of the other in rational arithmetic. A
/// tool counts as its axis, a ball and a ground as all that is in them, and a convex set as its surface, with these
/// corners. None if one of them has no triangles, or both are grounds.
std::optional<TrueGap>
true_gap(const Member& a, const std::vector<Vec3>& corners_a, const Member& b, const std::vector<Vec3>& corners_b);

/// How far a point is from a member's triangle, axis or, of a ball and a ground, from all that is in them; metres,
/// rounded.
double distance_to(const Member& member, const std::vector<Vec3>& corners, std::uint32_t triangle, const Vec3& point);

} // namespace tactus::fuzz::crowds
