// SPDX-License-Identifier: MIT
// Where a surface is nearer to a point than all around: at a vertex or an edge whose inner points hold the nearest
// point of every triangle around it, or inside a face. Decided exactly.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "geometry/features/sphere_features.h"
#include "mesh/vertex_star.h"
#include "tree/surface.h"

namespace tactus {

inline bool has_corner(const TriangleIndices& triangle, std::uint32_t vertex)
{
    return std::find(triangle.begin(), triangle.end(), vertex) != triangle.end();
}

/// Whether a vertex is the point of a triangle around it that is nearest to a point.
inline bool is_nearest_of(const BodySurface& surface, std::uint32_t triangle, std::uint32_t vertex, Vec3 point)
{
    const TriangleIndices& corners = surface.triangles[triangle];
    return std::all_of(corners.begin(), corners.end(), [&](std::uint32_t corner) {
        return corner == vertex || side_of_vertex(point, surface.vertex(vertex), surface.vertex(corner)) <= 0;
    });
}

/// Whether no corner of a triangle lies beyond the line of one of its edges, seen from a point beside that edge: an
/// inner point of the edge is then the nearest one.
inline bool
is_nearest_of(const BodySurface& surface, std::uint32_t triangle, const std::array<std::uint32_t, 2>& ends, Vec3 point)
{
    const Segment edge = {surface.vertex(ends[0]), surface.vertex(ends[1])};
    const TriangleIndices& corners = surface.triangles[triangle];
    return std::all_of(corners.begin(), corners.end(), [&](std::uint32_t corner) {
        return corner == ends[0] || corner == ends[1] || side_of_edge(point, edge, surface.vertex(corner)) <= 0;
    });
}

/// Whether a vertex is the nearest point of all triangles around it.
inline bool is_nearest_around(const BodySurface& surface, const VertexStars& stars, std::uint32_t vertex, Vec3 point)
{
    const auto around = stars[vertex];
    return std::all_of(around.begin(), around.end(), [&](std::uint32_t triangle) {
        return is_nearest_of(surface, triangle, vertex, point);
    });
}

/// Whether all triangles around an edge are nearest in one of its inner points.
inline bool is_nearest_around(
    const BodySurface& surface, const VertexStars& stars, const std::array<std::uint32_t, 2>& ends, Vec3 point)
{
    if (!is_beside(point, {surface.vertex(ends[0]), surface.vertex(ends[1])}))
        return false;
    const auto around = stars[ends[0]];
    return std::all_of(around.begin(), around.end(), [&](std::uint32_t triangle) {
        return !has_corner(surface.triangles[triangle], ends[1]) || is_nearest_of(surface, triangle, ends, point);
    });
}

} // namespace tactus
