// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "geometry/triangle_neighbours.h"
#include "geometry/triangle_triangle.h"
#include "tree/triangle_list.h"

namespace tactus {

/// Whether two triangles of one body count as a pair, by their places. Those that share a vertex count only if
/// `neighbours` are asked for, and if they meet in more than what they share.
inline bool own_triangles_meet(const TriangleList& list, std::size_t i, std::size_t j, bool neighbours)
{
    const TriangleIndices& a = list.indices[i];
    const TriangleIndices& b = list.indices[j];
    return share_vertex(a, b) ? neighbours && neighbours_intersect(list[i], list[j], a, b)
                              : triangles_intersect(list[i], list[j]);
}

} // namespace tactus
