// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <tactus/geometry.h>

#include "mesh/removed_triangle.h"

namespace tactus {

/// The vertices that a triangle uses, ascending.
inline std::vector<std::uint32_t> used_vertices(std::span<const TriangleIndices> triangles, std::size_t vertex_count)
{
    std::vector<bool> is_used(vertex_count, false);
    for (const TriangleIndices& triangle : triangles)
        if (!is_removed(triangle))
            for (const std::uint32_t vertex : triangle)
                is_used[vertex] = true;
    std::vector<std::uint32_t> used;
    for (std::uint32_t vertex = 0; vertex < vertex_count; ++vertex)
        if (is_used[vertex])
            used.push_back(vertex);
    return used;
}

} // namespace tactus
