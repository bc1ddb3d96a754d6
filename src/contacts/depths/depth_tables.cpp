// SPDX-License-Identifier: MIT
#include "contacts/depths/depth_tables.h"

#include <algorithm>

#include "mesh/closed_surface.h"
#include "mesh/removed_triangle.h"

namespace tactus {

void find_shells(std::span<const TriangleIndices> triangles, std::size_t vertex_count, DepthTables& tables)
{
    tables.shells.clear();
    tables.shell_of_vertex.assign(vertex_count, UINT32_MAX);
    std::vector<std::uint32_t> queue;
    for (std::uint32_t start = 0; start < vertex_count; ++start) {
        if (tables.stars[start].empty() || tables.shell_of_vertex[start] != UINT32_MAX)
            continue;
        const auto shell = static_cast<std::uint32_t>(tables.shells.size());
        tables.shells.push_back(start);
        tables.shell_of_vertex[start] = shell;
        queue.assign(1, start);
        while (!queue.empty()) {
            const std::uint32_t vertex = queue.back();
            queue.pop_back();
            for (const std::uint32_t triangle : tables.stars[vertex])
                for (const std::uint32_t corner : triangles[triangle])
                    if (tables.shell_of_vertex[corner] == UINT32_MAX) {
                        tables.shell_of_vertex[corner] = shell;
                        queue.push_back(corner);
                    }
        }
    }
}

DepthTables
make_depth_tables(std::span<const TriangleIndices> triangles, std::size_t vertex_count, const EdgeSides& sides)
{
    DepthTables tables{
        .stars = VertexStars(triangles, vertex_count, [&](std::size_t t) { return is_removed(triangles[t]); }),
        .shells = {},
        .shell_of_vertex = {},
        .place_of_triangle = {},
        .is_closed = false,
        .uneven_edges = count_uneven_edges(triangles, sides),
        .used_vertices = 0};
    for (std::size_t vertex = 0; vertex < vertex_count; ++vertex)
        tables.used_vertices += tables.stars[vertex].empty() ? 0 : 1;
    tables.is_closed = tables.uneven_edges == 0 && !std::all_of(triangles.begin(), triangles.end(), is_removed);
    find_shells(triangles, vertex_count, tables);
    return tables;
}

} // namespace tactus
