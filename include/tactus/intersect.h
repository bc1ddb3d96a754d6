// SPDX-License-Identifier: MIT
// The questions people ask without a world.
#pragma once

#include <array>
#include <vector>

#include <tactus/report.h>
#include <tactus/result.h>
#include <tactus/views.h>

namespace tactus {

/// Whether two closed triangles have a point in common, as exact arithmetic on these floats decides it.
/// Touching counts. A triangle of zero area is the segment or point it has become.
/// False if a coordinate is nan or infinite.
bool triangles_intersect(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b);

/// Every intersecting pair of triangles of two meshes, sorted.
Result<std::vector<TrianglePair>> intersecting_pairs(
    TrianglesView triangles_a, PositionsView positions_a, TrianglesView triangles_b, PositionsView positions_b);

/// Whether two meshes have an intersecting pair of triangles. Stops at the first one.
Result<bool> meshes_intersect(
    TrianglesView triangles_a, PositionsView positions_a, TrianglesView triangles_b, PositionsView positions_b);

/// Every intersecting pair of one mesh's triangles that share no vertex, sorted.
Result<std::vector<TrianglePair>> self_intersecting_pairs(TrianglesView triangles, PositionsView positions);

} // namespace tactus
