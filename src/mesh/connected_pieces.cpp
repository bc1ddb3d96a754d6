// SPDX-License-Identifier: MIT
#include "mesh/connected_pieces.h"

#include <algorithm>
#include <numeric>

#include "mesh/removed_triangle.h"

namespace tactus {
namespace {

/// Sets of vertices that grow together.
class VertexSets {
public:
    explicit VertexSets(std::size_t vertex_count) : parent_(vertex_count)
    {
        std::iota(parent_.begin(), parent_.end(), 0u);
    }

    std::uint32_t find(std::uint32_t vertex)
    {
        while (parent_[vertex] != vertex)
            vertex = parent_[vertex] = parent_[parent_[vertex]];
        return vertex;
    }
    void join(std::uint32_t a, std::uint32_t b) { parent_[find(a)] = find(b); }

private:
    std::vector<std::uint32_t> parent_;
};

} // namespace

std::vector<std::vector<std::uint32_t>>
connected_pieces(std::span<const TriangleIndices> triangles, std::size_t vertex_count)
{
    VertexSets sets(vertex_count);
    for (const TriangleIndices& triangle : triangles)
        if (!is_removed(triangle)) {
            sets.join(triangle[0], triangle[1]);
            sets.join(triangle[0], triangle[2]);
        }
    constexpr std::uint32_t none = UINT32_MAX;
    std::vector<std::uint32_t> piece_of(vertex_count, none);
    std::vector<std::vector<std::uint32_t>> pieces;
    for (const std::uint32_t triangle : remaining_triangles(triangles)) {
        std::uint32_t& piece = piece_of[sets.find(triangles[triangle][0])];
        if (piece == none) {
            piece = static_cast<std::uint32_t>(pieces.size());
            pieces.emplace_back();
        }
        pieces[piece].push_back(triangle);
    }
    std::stable_sort(pieces.begin(), pieces.end(), [](const auto& a, const auto& b) { return a.size() > b.size(); });
    return pieces;
}

} // namespace tactus
