// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <tactus/geometry.h>

#include "mesh/edge_sides.h"
#include "mesh/vertex_star.h"

namespace tactus {

/// What penetration depths need to know about a mesh, made once from its vertex numbers.
struct DepthTables {
    VertexStars stars;
    /// Pieces that no edge connects, by one vertex of each, the lowest numbered. Vertices without a triangle are in
    /// none.
    std::vector<std::uint32_t> shells;
    std::vector<std::uint32_t> shell_of_vertex; ///< undefined for vertices without a triangle
    /// Per triangle, its place in an order whose runs are compact patches of the surface. Empty: they are by their
    /// numbers.
    std::vector<std::uint32_t> place_of_triangle;
    /// There are triangles, and every edge is used as often in one direction as in the other: there may be an inside.
    bool is_closed = false;
    std::size_t uneven_edges = 0;  ///< those that are not
    std::size_t used_vertices = 0; ///< The number of vertices that have triangles.

    std::size_t bytes() const
    {
        return stars.bytes()
               + (shells.capacity() + shell_of_vertex.capacity() + place_of_triangle.capacity())
                     * sizeof(std::uint32_t);
    }
};

/// The stars without some triangles, which come with their numbers, and with others; the mesh has changed accordingly.
/// Where shells may have come apart or grown together, they are found anew.
void edit_depth_tables(
    std::span<const TriangleIndices> triangles, std::size_t vertex_count, std::span<const TriangleIndices> removed,
    std::span<const std::uint32_t> removed_numbers, std::uint32_t first_added, DepthTables& tables);

/// Of a mesh whose stars are known.
void find_shells(std::span<const TriangleIndices> triangles, std::size_t vertex_count, DepthTables& tables);

/// The sides are those of the triangles.
DepthTables
make_depth_tables(std::span<const TriangleIndices> triangles, std::size_t vertex_count, const EdgeSides& sides);
inline DepthTables make_depth_tables(std::span<const TriangleIndices> triangles, std::size_t vertex_count)
{
    return make_depth_tables(triangles, vertex_count, EdgeSides(triangles, vertex_count));
}

} // namespace tactus
