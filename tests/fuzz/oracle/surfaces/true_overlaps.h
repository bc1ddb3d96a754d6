// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "surface.h"

namespace tactus::fuzz {

/// Every part that has a point in all of the half-spaces, by place and number. A sphere has all points within its
/// radius.
std::vector<TriangleRef>
true_overlaps(const std::vector<SurfacePart>& parts, std::span<const HalfSpace> half_spaces, std::uint32_t mask);
/// Every part that has a point in a ball.
std::vector<TriangleRef> true_overlaps(const std::vector<SurfacePart>& parts, const Sphere& ball, std::uint32_t mask);

} // namespace tactus::fuzz
