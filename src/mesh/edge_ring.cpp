// SPDX-License-Identifier: MIT
#include "mesh/edge_ring.h"

#include <algorithm>

namespace tactus {
namespace {

/// A triangle's edge, filed under its lower vertex.
struct FiledEdge {
    std::uint32_t upper_vertex;
    std::uint32_t edge; // 3 * triangle + k

    friend bool operator<(const FiledEdge& a, const FiledEdge& b)
    {
        return a.upper_vertex != b.upper_vertex ? a.upper_vertex < b.upper_vertex : a.edge < b.edge;
    }
};

} // namespace

EdgeRing make_edge_ring(std::span<const TriangleIndices> triangles, std::size_t vertex_count)
{
    std::vector<std::uint32_t> begin(vertex_count + 1, 0);
    for (const TriangleIndices& t : triangles)
        for (int k = 0; k < 3; ++k)
            ++begin[std::min(t[k], t[(k + 1) % 3]) + 1];
    for (std::size_t v = 0; v < vertex_count; ++v)
        begin[v + 1] += begin[v];

    std::vector<FiledEdge> filed(3 * triangles.size());
    std::vector<std::uint32_t> end(begin.begin(), begin.end() - 1);
    for (std::size_t t = 0; t < triangles.size(); ++t)
        for (std::uint32_t k = 0; k < 3; ++k) {
            const std::uint32_t a = triangles[t][k], b = triangles[t][(k + 1) % 3];
            filed[end[std::min(a, b)]++] = {std::max(a, b), static_cast<std::uint32_t>(3 * t + k)};
        }

    EdgeRing ring(triangles.size());
    for (std::size_t v = 0; v < vertex_count; ++v) {
        const auto first = filed.begin() + begin[v], last = filed.begin() + begin[v + 1];
        std::sort(first, last);
        for (auto group = first; group != last;) {
            auto group_end = group;
            while (group_end != last && group_end->upper_vertex == group->upper_vertex)
                ++group_end;
            for (auto at = group; at != group_end; ++at) {
                const auto next = at + 1 == group_end ? group : at + 1;
                ring[at->edge / 3][at->edge % 3] = next->edge / 3;
            }
            group = group_end;
        }
    }
    return ring;
}

} // namespace tactus
