// SPDX-License-Identifier: MIT
#include "mesh/closed_surface.h"

#include <algorithm>

#include "mesh/removed_triangle.h"

namespace tactus {

std::size_t count_uneven_edges(std::span<const TriangleIndices> triangles, const EdgeSides& sides)
{
    std::size_t uneven = 0;
    sides.for_each_edge([&](std::array<std::uint32_t, 2> vertices, std::span<const EdgeSide> of_edge) {
        const auto upwards = std::count_if(of_edge.begin(), of_edge.end(), [&](const EdgeSide& side) {
            return triangles[side.triangle()][side.k()] == vertices[0];
        });
        uneven += vertices[0] != vertices[1] && 2 * static_cast<std::size_t>(upwards) != of_edge.size() ? 1 : 0;
    });
    return uneven;
}

bool is_closed_surface(std::span<const TriangleIndices> triangles, std::size_t vertex_count)
{
    return count_uneven_edges(triangles, EdgeSides(triangles, vertex_count)) == 0
           && !std::all_of(triangles.begin(), triangles.end(), is_removed);
}

} // namespace tactus
