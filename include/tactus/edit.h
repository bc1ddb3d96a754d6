// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <tactus/body.h>
#include <tactus/views.h>

namespace tactus {

/// A change of one body's mesh: what is cut, torn or grown together between two frames.
///
/// Numbers are never used again and never change: removed triangles leave gaps, and new triangles and vertices get the
/// numbers after the highest that the body ever had. Steps are taken in this order: join, remove, add, split.
struct BodyEdit {
    BodyId body;
    /// A body that becomes part of this one, as they lie now, and is no more. Its vertices and triangles get the
    /// numbers after this one's, in their order. Both then lie where they are by their own coordinates, as after
    /// set_positions.
    BodyId join = {};
    std::span<const std::uint32_t> remove_triangles = {};
    /// New vertices, in the body's own coordinates. From the next set_positions on they come after the others.
    PositionsView add_vertices = {};
    TrianglesView add_triangles = {}; ///< on old or new vertices
    /// What is not connected any more becomes bodies of its own. The piece with most triangles stays this body.
    bool split = false;
};

/// A piece that came off a body, with numbers of its own from 0.
struct BodyPiece {
    BodyId body;
    std::vector<std::uint32_t> triangle_of; ///< per triangle, its number in the body that it came from
    std::vector<std::uint32_t> vertex_of;   ///< per vertex, likewise
};

/// What became of one body of a batch.
struct EditedBody {
    BodyId body;
    std::uint32_t first_joined_triangle = 0; ///< the numbers of what was joined begin here
    std::uint32_t first_joined_vertex = 0;
    std::uint32_t first_added_triangle = 0; ///< and those of what was added here
    std::uint32_t first_added_vertex = 0;
    std::vector<BodyPiece> pieces; ///< that came off it, the largest first
};

/// What a batch of edits did, and what it cost.
struct EditReport {
    std::vector<EditedBody> bodies; ///< one for each edit, in their order
    std::size_t triangles_removed = 0;
    std::size_t triangles_added = 0;
    std::size_t triangles_rebuilt = 0; ///< that stand in what was made anew of a structure, with those added
    /// Nodes of spherical octrees and of sphere trees on demand that were changed or made.
    std::size_t nodes_changed = 0;
    double seconds = 0.0; ///< wall time
};

} // namespace tactus
