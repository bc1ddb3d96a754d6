// SPDX-License-Identifier: MIT
#include "mesh/closed_surface.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "mesh/removed_triangle.h"

namespace tactus {

bool is_closed_surface(std::span<const TriangleIndices> triangles)
{
    // The two vertices, the smaller one first, and last the direction.
    std::vector<std::uint64_t> edges[2];
    bool has_triangles = false;
    for (const TriangleIndices& t : triangles) {
        if (is_removed(t))
            continue;
        has_triangles = true;
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint64_t from = t[k], to = t[(k + 1) % 3];
            if (from != to)
                edges[from < to ? 0 : 1].push_back(std::min(from, to) << 32 | std::max(from, to));
        }
    }
    for (std::vector<std::uint64_t>& list : edges)
        std::sort(list.begin(), list.end());
    return has_triangles && edges[0] == edges[1];
}

} // namespace tactus
