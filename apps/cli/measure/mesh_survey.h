// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

#include <tactus/geometry.h>

namespace tactus::cli {

/// What kind of surface a mesh is. Every count may be anything; none of it is a reason to refuse a mesh.
struct MeshSurvey {
    std::size_t border_edges = 0;          ///< edges of one triangle
    std::size_t non_manifold_edges = 0;    ///< edges of three triangles or more
    std::size_t non_manifold_vertices = 0; ///< vertices where parts of the surface meet in this point alone
    std::size_t flipped_edges = 0;         ///< edges whose two triangles are wound against each other
    std::size_t degenerate_faces = 0;      ///< triangles of exactly no area
    std::size_t duplicate_faces = 0;       ///< triangles whose three vertices an earlier one has, whichever way round
    std::size_t unused_vertices = 0;
    std::size_t components = 0; ///< pieces that share no vertex
    Vec3 lower_corner;
    Vec3 upper_corner;

    bool closed() const { return border_edges == 0; }
    bool manifold() const { return non_manifold_edges == 0 && non_manifold_vertices == 0; }
};

/// Looks at a mesh of at least one triangle whose indices are in range.
MeshSurvey survey_mesh(std::span<const TriangleIndices> triangles, std::span<const Vec3> positions);

/// Whether the three points lie on one line, in exact arithmetic.
bool is_degenerate(const Vec3& a, const Vec3& b, const Vec3& c);

} // namespace tactus::cli
