// SPDX-License-Identifier: MIT
#include <algorithm>

#include "mesh/feature_owners.h"

namespace tactus {

/// The first triangle of a vertex's star, in the owners' order, owns it by its first corner there.
void FeatureOwners::find_owner(
    std::span<const TriangleIndices> triangles, std::span<const std::uint32_t> star, std::uint32_t vertex)
{
    for (const std::uint32_t triangle : star)
        for (std::size_t k = 0; k < 3; ++k)
            if (triangles[triangle][k] == vertex)
                owned_[triangle] &= static_cast<std::uint8_t>(~(1u << k));
    if (star.empty())
        return;
    const std::uint32_t owner = *std::min_element(star.begin(), star.end(), goes_before);
    const auto k = std::find(triangles[owner].begin(), triangles[owner].end(), vertex) - triangles[owner].begin();
    owned_[owner] |= static_cast<std::uint8_t>(1u << k);
}

/// Likewise for an edge, which gets a number if none of its triangles has one for it.
void FeatureOwners::find_owner_of_edge(
    std::span<const TriangleIndices> triangles, std::span<const std::uint32_t> star, std::uint32_t from,
    std::uint32_t to)
{
    const std::array<std::uint32_t, 2> vertices = {std::min(from, to), std::max(from, to)};
    std::uint32_t number = no_edge;
    const auto for_each_side = [&](auto visit) {
        for (const std::uint32_t triangle : star)
            for (std::uint32_t k = 0; k < 3; ++k) {
                const std::uint32_t begin = triangles[triangle][k], end = triangles[triangle][(k + 1) % 3];
                if (std::min(begin, end) == vertices[0] && std::max(begin, end) == vertices[1])
                    visit(triangle, k);
            }
    };
    std::uint32_t thirds[2] = {no_vertex, no_vertex}; // of the first two
    std::uint32_t owner[2] = {};                      // and the side by which it owns the edge
    std::uint32_t seen = 0;
    for_each_side([&](std::uint32_t triangle, std::uint32_t k) {
        number = std::min(number, edges_of_triangle_[triangle][k]);
        if (seen < 2)
            thirds[seen] = triangles[triangle][(k + 2) % 3];
        if (seen == 0 || goes_before(triangle, owner[0])) {
            owner[0] = triangle;
            owner[1] = k;
        }
        ++seen;
    });
    has_crowded_edges_ = has_crowded_edges_ || seen > 2;
    bool is_first = true;
    for_each_side([&](std::uint32_t triangle, std::uint32_t k) {
        across_[triangle][k] = thirds[is_first ? 1 : 0];
        if (number == no_edge) {
            number = static_cast<std::uint32_t>(edges_.size());
            edges_.push_back(vertices);
        }
        edges_of_triangle_[triangle][k] = number;
        const auto bit = static_cast<std::uint8_t>(8u << k);
        const bool owns = triangle == owner[0] && k == owner[1];
        owned_[triangle] = static_cast<std::uint8_t>(owns ? owned_[triangle] | bit : owned_[triangle] & ~bit);
        is_first = false;
    });
}

void FeatureOwners::edit(
    std::span<const TriangleIndices> triangles, const VertexStars& stars, std::span<const TriangleIndices> removed,
    std::span<const std::uint32_t> removed_numbers, std::uint32_t first_added)
{
    edges_of_triangle_.resize(triangles.size(), {no_edge, no_edge, no_edge});
    across_.resize(triangles.size(), {no_vertex, no_vertex, no_vertex});
    owned_.resize(triangles.size(), 0);
    for (const std::uint32_t triangle : removed_numbers) {
        edges_of_triangle_[triangle] = {no_edge, no_edge, no_edge};
        across_[triangle] = {no_vertex, no_vertex, no_vertex};
        owned_[triangle] = 0;
    }
    for (std::size_t triangle = first_added; triangle < triangles.size(); ++triangle)
        for (std::size_t k = 0; k < 3; ++k) {
            const TriangleIndices& corners = triangles[triangle];
            const std::uint32_t from = corners[k], to = corners[(k + 1) % 3];
            find_owner(triangles, stars[from], from);
            names_twice_ = names_twice_ || from == to;
            // Its number says that another triangle has come by already.
            if (from != to && edges_of_triangle_[triangle][k] == no_edge)
                find_owner_of_edge(triangles, stars[from], from, to);
        }
    // What new triangles have in common with removed ones is settled: they are the last of every star.
    const auto has_new = [&](std::uint32_t vertex) {
        return !stars[vertex].empty() && stars[vertex].back() >= first_added;
    };
    for (const TriangleIndices& corners : removed)
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t from = corners[k], to = corners[(k + 1) % 3];
            if (!has_new(from))
                find_owner(triangles, stars[from], from);
            if (from != to)
                find_owner_of_edge(triangles, stars[from], from, to);
        }
}

} // namespace tactus
