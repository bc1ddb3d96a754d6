// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/number_map.h"
#include "contacts/depths/depth_tables.h"
#include "mesh/removed_triangle.h"

namespace tactus {
namespace {

/// How often an edge is used upwards, less how often downwards.
int unevenness(std::span<const TriangleIndices> triangles, std::span<const std::uint32_t> star, std::uint64_t edge)
{
    const auto lower = static_cast<std::uint32_t>(edge >> 32), upper = static_cast<std::uint32_t>(edge);
    int sum = 0;
    for (const std::uint32_t triangle : star)
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t from = triangles[triangle][k], to = triangles[triangle][(k + 1) % 3];
            sum += (from == lower && to == upper ? 1 : 0) - (from == upper && to == lower ? 1 : 0);
        }
    return sum;
}

/// The edges of triangles, each once.
std::vector<std::uint64_t> edges_of(std::span<const TriangleIndices> first, std::span<const TriangleIndices> second)
{
    std::vector<std::uint64_t> edges;
    for (const std::span<const TriangleIndices> triangles : {first, second})
        for (const TriangleIndices& t : triangles)
            for (std::size_t k = 0; k < 3; ++k)
                if (const std::uint64_t a = t[k], b = t[(k + 1) % 3]; a != b)
                    edges.push_back(std::min(a, b) << 32 | std::max(a, b));
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    return edges;
}

/// The vertices of some triangles and of others, in ascending order, each once.
std::vector<std::uint32_t> corners_of(std::span<const TriangleIndices> first, std::span<const TriangleIndices> second)
{
    std::vector<std::uint32_t> vertices;
    for (const std::span<const TriangleIndices> some : {first, second})
        for (const TriangleIndices& corners : some)
            vertices.insert(vertices.end(), corners.begin(), corners.end());
    std::sort(vertices.begin(), vertices.end());
    vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
    return vertices;
}

/// Sets of vertices that hang together.
class Pieces {
public:
    std::uint32_t find(std::uint32_t vertex)
    {
        std::uint32_t top = parents_.find_or_put(vertex, vertex);
        for (std::uint32_t above = parents_.find(top); above != top; above = parents_.find(top))
            top = above;
        parents_.put(vertex, top);
        return top;
    }
    void join(const TriangleIndices& corners)
    {
        for (const std::uint32_t corner : corners)
            parents_.put(find(corner), find(corners[0]));
    }

private:
    NumberMap parents_;
};

/// Leaves the shells as they are, but for vertices that are new in them or gone, all of them touched, where that is
/// plain to see from the triangles around what has changed: what removed triangles held together still hangs together
/// there, and nothing else does that did not. False if it is not.
bool keep_shells(
    std::span<const TriangleIndices> triangles, std::size_t vertex_count, std::span<const TriangleIndices> removed,
    std::span<const std::uint32_t> touched, DepthTables& tables)
{
    std::vector<std::uint32_t>& shell_of = tables.shell_of_vertex;
    shell_of.resize(vertex_count, UINT32_MAX);
    Pieces before, after;
    for (const TriangleIndices& corners : removed)
        before.join(corners);
    for (const std::uint32_t vertex : touched)
        for (const std::uint32_t triangle : tables.stars[vertex])
            after.join(triangles[triangle]);

    NumberMap piece_of, shell_of_piece;
    for (const std::uint32_t vertex : touched) {
        const std::uint32_t shell = shell_of[vertex];
        if (tables.stars[vertex].empty()) {
            // A shell is known by its lowest vertex.
            if (shell != UINT32_MAX && tables.shells[shell] == vertex)
                return false;
            continue;
        }
        const std::uint32_t piece = after.find(vertex);
        if (piece_of.find_or_put(before.find(vertex), piece) != piece)
            return false;
        if (shell != UINT32_MAX && shell_of_piece.find_or_put(piece, shell) != shell)
            return false;
    }
    for (const std::uint32_t vertex : touched) {
        if (tables.stars[vertex].empty()) {
            shell_of[vertex] = UINT32_MAX;
            continue;
        }
        const std::uint32_t shell = shell_of_piece.find(after.find(vertex));
        if (shell == NumberMap::none || vertex < tables.shells[shell])
            return false;
        shell_of[vertex] = shell;
    }
    return true;
}

} // namespace

void edit_depth_tables(
    std::span<const TriangleIndices> triangles, std::size_t vertex_count, std::span<const TriangleIndices> removed,
    std::span<const std::uint32_t> removed_numbers, std::uint32_t first_added, DepthTables& tables)
{
    const std::span<const TriangleIndices> added = triangles.subspan(first_added);
    const std::vector<std::uint64_t> edges = edges_of(removed, added);
    const std::vector<std::uint32_t> touched = corners_of(removed, added);
    tables.stars.resize(vertex_count);
    const auto count_used = [&] {
        return std::count_if(
            touched.begin(), touched.end(), [&](std::uint32_t vertex) { return !tables.stars[vertex].empty(); });
    };
    tables.used_vertices -= static_cast<std::size_t>(count_used());
    // In between, what is removed counts by how it was used: the triangles themselves are what they are now.
    std::vector<int> before;
    before.reserve(edges.size());
    for (const std::uint64_t edge : edges)
        before.push_back(unevenness(triangles, tables.stars[edge >> 32], edge));
    for (std::size_t k = 0; k < removed.size(); ++k) {
        tables.stars.remove(removed_numbers[k], removed[k]);
        for (std::size_t side = 0; side < 3; ++side)
            if (const std::uint64_t from = removed[k][side], to = removed[k][(side + 1) % 3]; from != to) {
                const auto place =
                    std::lower_bound(edges.begin(), edges.end(), std::min(from, to) << 32 | std::max(from, to));
                before[static_cast<std::size_t>(place - edges.begin())] += from < to ? 1 : -1;
            }
    }
    for (std::uint32_t triangle = first_added; triangle < triangles.size(); ++triangle)
        tables.stars.add(triangle, triangles[triangle]);
    tables.used_vertices += static_cast<std::size_t>(count_used());
    for (std::size_t k = 0; k < edges.size(); ++k) {
        const bool is_uneven = unevenness(triangles, tables.stars[edges[k] >> 32], edges[k]) != 0;
        tables.uneven_edges += is_uneven ? 1 : 0;
        tables.uneven_edges -= before[k] != 0 ? 1 : 0;
    }
    tables.is_closed = tables.uneven_edges == 0 && !std::all_of(triangles.begin(), triangles.end(), is_removed);
    if (!keep_shells(triangles, vertex_count, removed, touched, tables))
        find_shells(triangles, vertex_count, tables);
}

} // namespace tactus
