// SPDX-License-Identifier: MIT
#include "mesh/closed_surface.h"

#include <algorithm>

#include "mesh/removed_triangle.h"

namespace tactus {

bool is_closed_surface(std::span<const TriangleIndices> triangles, std::size_t vertex_count)
{
    const EdgeSides sides(triangles, vertex_count);
    UnevenEdges uneven;
    for (std::size_t k = 0; k < sides.size(); ++k)
        uneven.add(triangles[sides[k].triangle()], sides[k]);
    return uneven.count() == 0 && !std::all_of(triangles.begin(), triangles.end(), is_removed);
}

} // namespace tactus
