// SPDX-License-Identifier: MIT
#include "pipeline/contacts/penetration/depth_tables.h"

#include <algorithm>

#include "mesh/removed_triangle.h"

namespace tactus {
namespace {

bool is_closed(std::span<const TriangleIndices> triangles)
{
    std::vector<std::uint64_t> upwards, downwards; // by vertex number, lower vertex first in both
    for (const TriangleIndices& t : triangles)
        for (int k = 0; k < 3 && !is_removed(t); ++k) {
            const std::uint64_t from = t[k], to = t[(k + 1) % 3];
            if (from < to)
                upwards.push_back(from << 32 | to);
            else if (to < from)
                downwards.push_back(to << 32 | from);
        }
    if (upwards.size() != downwards.size() || std::all_of(triangles.begin(), triangles.end(), is_removed))
        return false;
    std::sort(upwards.begin(), upwards.end());
    std::sort(downwards.begin(), downwards.end());
    return upwards == downwards;
}

} // namespace

DepthTables make_depth_tables(std::span<const TriangleIndices> triangles, std::size_t vertex_count)
{
    DepthTables tables{
        .stars = VertexStars(triangles, vertex_count, [&](std::size_t t) { return is_removed(triangles[t]); }),
        .shells = {},
        .shell_of_vertex = std::vector<std::uint32_t>(vertex_count, UINT32_MAX),
        .place_of_triangle = {},
        .is_closed = is_closed(triangles)};
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
    return tables;
}

} // namespace tactus
