// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

#include <tactus/geometry.h>

#include "mesh/edge_sides.h"

namespace tactus {

/// Edges that are not used as often in one direction as in the other, by the sides of the triangles.
std::size_t count_uneven_edges(std::span<const TriangleIndices> triangles, const EdgeSides& sides);

/// Whether there are triangles, and every edge is used as often in one direction as in the other: only then is there an
/// inside. An edge from a vertex to itself does not count.
bool is_closed_surface(std::span<const TriangleIndices> triangles, std::size_t vertex_count);

} // namespace tactus
