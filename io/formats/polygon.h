// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <tactus/geometry.h>

namespace tactus::io {

/// The triangles of a polygon of at least three corners, each with the polygon's own sense of rotation, two fewer than
/// corners. A convex one is a fan from its first corner. Of others ears are cut off, one after the other, seen along
/// the polygon's mean normal; where that finds no ear, as if the sides cross, and for more than 1000 corners, a fan is
/// left. All corners must be vertices that are there.
std::vector<TriangleIndices> split_polygon(std::span<const Vec3> positions, std::span<const std::uint32_t> corners);

} // namespace tactus::io
