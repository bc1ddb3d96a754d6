// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <tactus/vec3.h>
#include <tactus/views.h>

namespace tactus {

/// The triangles of a grid of points, and the points that are left when those that coincide are joined.
struct GridMesh {
    std::vector<TriangleIndices> triangles;
    std::vector<Vec3> positions;
    std::vector<std::uint32_t> vertex_of_point; ///< per point of the grid, its vertex
};

/// The paper's way of giving an object: rows x columns points, row by row, of a surface of two parameters. Each square
/// of four neighbours is cut from its first point to the opposite one: two triangles, which face the side from which
/// rows go right and columns go up as x and y do.
///
/// Points of exactly the same coordinates become one vertex, and triangles that lose a corner by it are left out. So a
/// row whose points are all the same is a pole, and a last column that repeats the first closes the surface. Fewer than
/// two rows or columns make no triangles. There must be rows * columns points.
GridMesh make_grid_mesh(std::span<const Vec3> points, std::uint32_t rows, std::uint32_t columns);

} // namespace tactus
