// SPDX-License-Identifier: MIT
#include "mesh/feature_owners.h"

#include <algorithm>

#include "base/planted_fault.h"
#include "mesh/removed_triangle.h"

namespace tactus {

FeatureOwners::FeatureOwners(std::span<const TriangleIndices> triangles, std::size_t vertex_count)
    : edges_of_triangle_(triangles.size(), {no_edge, no_edge, no_edge}),
      across_(triangles.size(), {no_vertex, no_vertex, no_vertex}), owned_(triangles.size(), 0)
{
    struct Side {
        std::array<std::uint32_t, 2> vertices;
        std::uint32_t triangle;
        std::uint32_t k;
    };
    std::vector<Side> sides;
    sides.reserve(3 * triangles.size());
    std::vector<bool> has_owner(vertex_count, false);
    for (std::uint32_t t = 0; t < triangles.size(); ++t)
        for (std::uint32_t k = 0; k < 3 && !is_removed(triangles[t]); ++k) {
            const std::uint32_t begin = triangles[t][k], end = triangles[t][(k + 1) % 3];
            if (!has_owner[begin] && !(TACTUS_FAULT(43) && t == 0))
                owned_[t] |= static_cast<std::uint8_t>(1u << k);
            has_owner[begin] = true;
            names_twice_ = names_twice_ || begin == end;
            if (begin != end)
                sides.push_back({{std::min(begin, end), std::max(begin, end)}, t, k});
        }
    // Stable: of equal ones the lowest numbered triangle stays first, and so owns the edge.
    std::stable_sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) { return a.vertices < b.vertices; });
    const Side* first = nullptr; // of those with one edge
    for (const Side& side : sides) {
        if (edges_.empty() || edges_.back() != side.vertices) {
            edges_.push_back(side.vertices);
            owned_[side.triangle] |= static_cast<std::uint8_t>(8u << side.k);
            first = &side;
        } else {
            across_[side.triangle][side.k] = triangles[first->triangle][(first->k + 2) % 3];
            std::uint32_t& of_first = across_[first->triangle][first->k];
            if (of_first == no_vertex)
                of_first = triangles[side.triangle][(side.k + 2) % 3];
        }
        edges_of_triangle_[side.triangle][side.k] = static_cast<std::uint32_t>(edges_.size() - 1);
    }
    edges_.shrink_to_fit();
}

std::size_t FeatureOwners::bytes() const
{
    return edges_.capacity() * sizeof(edges_[0]) + edges_of_triangle_.capacity() * sizeof(edges_of_triangle_[0])
           + across_.capacity() * sizeof(across_[0]) + owned_.capacity();
}

} // namespace tactus
