// SPDX-License-Identifier: MIT
#include "mesh/closed_surface.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

#include "mesh/removed_triangle.h"

namespace tactus {

std::size_t count_uneven_edges(std::span<const TriangleIndices> triangles)
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
    std::sort(upwards.begin(), upwards.end());
    std::sort(downwards.begin(), downwards.end());
    std::vector<std::uint64_t> uneven;
    std::set_symmetric_difference(
        upwards.begin(), upwards.end(), downwards.begin(), downwards.end(), std::back_inserter(uneven));
    uneven.erase(std::unique(uneven.begin(), uneven.end()), uneven.end());
    return uneven.size();
}

bool is_closed_surface(std::span<const TriangleIndices> triangles)
{
    return count_uneven_edges(triangles) == 0 && !std::all_of(triangles.begin(), triangles.end(), is_removed);
}

} // namespace tactus
