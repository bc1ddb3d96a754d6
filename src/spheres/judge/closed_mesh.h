// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include <tactus/geometry.h>

namespace tactus::sphere_check {

/// Whether every edge is used as often in one direction as in the other. Vertices at the same place are the same one.
bool is_closed(std::span<const TriangleIndices> triangles, std::span<const Vec3> positions);

} // namespace tactus::sphere_check
