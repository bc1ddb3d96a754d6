// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <tactus/geometry.h>

#include "base/buffer.h"
#include "base/stages/stages.h"
#include "mesh/closed_surface.h"
#include "mesh/edge_sides.h"
#include "mesh/vertex_star.h"

namespace tactus {

/// What penetration depths need to know about a mesh, made once from its vertex numbers.
struct DepthTables {
    VertexStars stars{PackedLists()};
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

/// What may be true of any mesh: it may be closed, and of several pieces.
inline DepthTables unknown_depth_tables()
{
    DepthTables tables;
    tables.shells = {0, 0};
    tables.is_closed = true;
    return tables;
}

/// Finds the pieces of a mesh that no edge connects, in small steps.
class ShellSearch {
public:
    /// The stars of the tables are those of the mesh. Both must stay until all steps are done.
    void begin(std::span<const TriangleIndices> triangles, std::size_t vertex_count, DepthTables& tables);
    /// No more steps are needed than this; more do nothing.
    std::size_t max_steps() const { return 2 * vertex_count_ + tables_->stars.number_count(); }
    void step();
    std::size_t bytes() const { return met_.bytes(); }

private:
    void meet(std::uint32_t vertex);

    std::span<const TriangleIndices> triangles_;
    std::size_t vertex_count_ = 0;
    DepthTables* tables_ = nullptr;
    std::uint32_t next_start_ = 0;  ///< Vertices before this one are in shells.
    Buffer<std::uint32_t> met_;     ///< The vertices of the last shell.
    std::size_t looked_around_ = 0; ///< The triangles of so many of them have been looked at.
    std::size_t next_in_star_ = 0;  ///< So many triangles of the next one too.
};

/// Finds the shells of a mesh whose stars are known, in one go.
void find_shells(std::span<const TriangleIndices> triangles, std::size_t vertex_count, DepthTables& tables);

/// Makes the tables of a mesh a piece at a time, but for the places of triangles.
class DepthTableSearch {
public:
    /// Appends to the stages what makes them, by the sides of the triangles, which earlier stages may find. The mesh
    /// and the sides must stay, and this where it is, until the stages are done.
    void
    find(std::span<const TriangleIndices> triangles, std::size_t vertex_count, const EdgeSides& sides, Stages& stages);
    /// What was made, when the stages are done.
    DepthTables& tables() { return tables_; }
    std::size_t bytes() const
    {
        return tables_.bytes() + begin_.bytes() + in_stars_.bytes() + stars_.bytes() + shells_.bytes();
    }

private:
    DepthTables tables_;
    UnevenEdges uneven_;
    bool has_triangles_ = false;
    Buffer<std::uint32_t> begin_; ///< Where stars begin, by vertex.
    Buffer<std::uint32_t> in_stars_;
    PackedLists stars_;
    ShellSearch shells_;
};

DepthTables make_depth_tables(std::span<const TriangleIndices> triangles, std::size_t vertex_count);

} // namespace tactus
