// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

#include <tactus/geometry.h>

namespace tactus {

/// Edges that are not used as often in one direction as in the other.
std::size_t count_uneven_edges(std::span<const TriangleIndices> triangles);

/// Whether there are triangles, and every edge is used as often in one direction as in the other: only then is there an
/// inside. An edge from a vertex to itself does not count.
bool is_closed_surface(std::span<const TriangleIndices> triangles);

} // namespace tactus
