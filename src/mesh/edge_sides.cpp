// SPDX-License-Identifier: MIT
#include "mesh/edge_sides.h"

#include <algorithm>

#include "mesh/removed_triangle.h"

namespace tactus {

EdgeSides::EdgeSides(std::span<const TriangleIndices> triangles, std::size_t vertex_count)
{
    const auto for_each_side = [&](auto visit) {
        for (std::uint32_t t = 0; t < triangles.size(); ++t)
            for (std::uint32_t k = 0; k < 3 && !is_removed(triangles[t]); ++k) {
                const std::uint32_t a = triangles[t][k], b = triangles[t][k == 2 ? 0 : k + 1];
                visit(std::min(a, b), EdgeSide{std::max(a, b), 3 * t + k});
            }
    };
    // Every side is counted two places further on, so that placing them moves each beginning to where it belongs.
    std::vector<std::uint32_t> next(vertex_count + 2, 0);
    for_each_side([&](std::uint32_t lower, const EdgeSide&) { ++next[lower + 2]; });
    for (std::size_t v = 2; v < next.size(); ++v)
        next[v] += next[v - 1];
    sides_.resize(next.back());
    for_each_side([&](std::uint32_t lower, const EdgeSide& side) { sides_[next[lower + 1]++] = side; });
    next.pop_back();
    begin_ = std::move(next);
    for (std::size_t v = 0; v < vertex_count; ++v)
        std::sort(
            sides_.begin() + begin_[v], sides_.begin() + begin_[v + 1],
            [](const EdgeSide& left, const EdgeSide& right) {
                return left.upper_vertex != right.upper_vertex ? left.upper_vertex < right.upper_vertex
                                                               : left.number < right.number;
            });
}

} // namespace tactus
