// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include <tactus/geometry.h>

namespace tactus {

/// Where new vertices of a body that has deformed might have been when it was at rest: beside the vertices that they
/// share new triangles with, as they lie beside them now. Those that nothing leads to from old vertices stay where they
/// are. `rest` and `now` are of the old ones, whose numbers come first.
std::vector<Vec3> rest_of_new_vertices(
    std::span<const Vec3> rest, std::span<const Vec3> now, std::span<const Vec3> new_vertices,
    std::span<const TriangleIndices> added);

} // namespace tactus
