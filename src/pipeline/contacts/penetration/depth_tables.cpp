// SPDX-License-Identifier: MIT
#include "pipeline/contacts/penetration/depth_tables.h"

#include <algorithm>
#include <iterator>

#include "mesh/removed_triangle.h"

namespace tactus {
namespace {

/// Edges that are not used as often in one direction as in the other.
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

void find_shells(std::span<const TriangleIndices> triangles, std::size_t vertex_count, DepthTables& tables)
{
    tables.shells.clear();
    tables.shell_of_vertex.assign(vertex_count, UINT32_MAX);
    std::vector<std::uint32_t> queue;
    for (std::uint32_t start = 0; start < vertex_count; ++start) {
        if (tables.stars[start].empty() || tables.shell_of_vertex[start] != UINT32_MAX)
            continue;
        const auto shell = static_cast<std::uint32_t>(tables.shells.size());
        tables.shells.push_back(start);
        tables.shell_of_vertex[start] = shell;
        queue.assign(1, start);
        while (!queue.empty()) {
            const std::uint32_t vertex = queue.back();
            queue.pop_back();
            for (const std::uint32_t triangle : tables.stars[vertex])
                for (const std::uint32_t corner : triangles[triangle])
                    if (tables.shell_of_vertex[corner] == UINT32_MAX) {
                        tables.shell_of_vertex[corner] = shell;
                        queue.push_back(corner);
                    }
        }
    }
}

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

} // namespace

DepthTables make_depth_tables(std::span<const TriangleIndices> triangles, std::size_t vertex_count)
{
    DepthTables tables{
        .stars = VertexStars(triangles, vertex_count, [&](std::size_t t) { return is_removed(triangles[t]); }),
        .shells = {},
        .shell_of_vertex = {},
        .place_of_triangle = {},
        .is_closed = false,
        .uneven_edges = count_uneven_edges(triangles)};
    tables.is_closed = tables.uneven_edges == 0 && !std::all_of(triangles.begin(), triangles.end(), is_removed);
    find_shells(triangles, vertex_count, tables);
    return tables;
}

void edit_depth_tables(
    std::span<const TriangleIndices> triangles, std::size_t vertex_count, std::span<const TriangleIndices> removed,
    std::span<const std::uint32_t> removed_numbers, std::uint32_t first_added, DepthTables& tables)
{
    const std::span<const TriangleIndices> added = triangles.subspan(first_added);
    const std::vector<std::uint64_t> edges = edges_of(removed, added);
    tables.stars.resize(vertex_count);
    // In between, what is removed counts by how it was used: the triangles themselves are what they are now.
    std::vector<int> before;
    for (const std::uint64_t edge : edges)
        before.push_back(unevenness(triangles, tables.stars[edge >> 32], edge));
    for (std::size_t k = 0; k < removed.size(); ++k) {
        tables.stars.remove(removed_numbers[k], removed[k]);
        for (std::size_t side = 0; side < 3; ++side)
            if (const std::uint64_t from = removed[k][side], to = removed[k][(side + 1) % 3]; from != to) {
                const auto place = std::lower_bound(edges.begin(), edges.end(), std::min(from, to) << 32 | std::max(from, to));
                before[static_cast<std::size_t>(place - edges.begin())] += from < to ? 1 : -1;
            }
    }
    for (std::uint32_t triangle = first_added; triangle < triangles.size(); ++triangle)
        tables.stars.add(triangle, triangles[triangle]);
    for (std::size_t k = 0; k < edges.size(); ++k) {
        const bool is_uneven = unevenness(triangles, tables.stars[edges[k] >> 32], edges[k]) != 0;
        tables.uneven_edges += is_uneven ? 1 : 0;
        tables.uneven_edges -= before[k] != 0 ? 1 : 0;
    }
    tables.is_closed = tables.uneven_edges == 0 && !std::all_of(triangles.begin(), triangles.end(), is_removed);
    tables.shells.clear();
    if (tables.is_closed)
        find_shells(triangles, vertex_count, tables);
}

} // namespace tactus
