// SPDX-License-Identifier: MIT
#include "mesh/feature_owners.h"

#include <algorithm>

#include "base/planted_fault.h"
#include "mesh/removed_triangle.h"

namespace tactus {

FeatureOwners::FeatureOwners(
    std::span<const TriangleIndices> triangles, std::size_t vertex_count, const EdgeSides& sides)
    : edges_of_triangle_(triangles.size(), {no_edge, no_edge, no_edge}),
      across_(triangles.size(), {no_vertex, no_vertex, no_vertex}), owned_(triangles.size(), 0)
{
    std::vector<bool> has_owner(vertex_count, false);
    for (std::uint32_t t = 0; t < triangles.size(); ++t)
        for (std::uint32_t k = 0; k < 3 && !is_removed(triangles[t]); ++k) {
            const std::uint32_t corner = triangles[t][k];
            if (!has_owner[corner] && !(TACTUS_FAULT(43) && t == 0))
                owned_[t] |= static_cast<std::uint8_t>(1u << k);
            has_owner[corner] = true;
        }
    edges_.reserve(sides.size() / 2 + 1);
    const auto third_corner = [&](const EdgeSide& side) { return triangles[side.triangle()][(side.k() + 2) % 3]; };
    // The lowest numbered triangle comes first, and so owns the edge.
    sides.for_each_edge([&](std::array<std::uint32_t, 2> vertices, std::span<const EdgeSide> of_edge) {
        if (vertices[0] == vertices[1]) {
            names_twice_ = true;
            return;
        }
        const EdgeSide& first = of_edge.front();
        owned_[first.triangle()] |= static_cast<std::uint8_t>(8u << first.k());
        for (const EdgeSide& side : of_edge) {
            edges_of_triangle_[side.triangle()][side.k()] = static_cast<std::uint32_t>(edges_.size());
            across_[side.triangle()][side.k()] = third_corner(first);
        }
        across_[first.triangle()][first.k()] = of_edge.size() > 1 ? third_corner(of_edge[1]) : no_vertex;
        edges_.push_back(vertices);
    });
    edges_.shrink_to_fit();
}

std::size_t FeatureOwners::bytes() const
{
    return edges_.capacity() * sizeof(edges_[0]) + edges_of_triangle_.capacity() * sizeof(edges_of_triangle_[0])
           + across_.capacity() * sizeof(across_[0]) + owned_.capacity();
}

} // namespace tactus
