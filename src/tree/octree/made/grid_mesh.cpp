// SPDX-License-Identifier: MIT
#include "tree/octree/made/grid_mesh.h"

#include <algorithm>
#include <numeric>

#include "base/check.h"
#include "geometry/vector.h"

namespace tactus {
namespace {

/// The vertex of each point: the number of different points before the first that equals it.
void join_equal(papers::GridMesh& mesh, std::span<const Vec3> points)
{
    std::vector<std::uint32_t> order(points.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return lexicographically_less(points[a], points[b]) || (!lexicographically_less(points[b], points[a]) && a < b);
    });
    std::vector<std::uint32_t> first_equal(points.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        first_equal[order[i]] =
            i > 0 && points[order[i]] == points[order[i - 1]] ? first_equal[order[i - 1]] : order[i];

    mesh.vertex_of_point.resize(points.size());
    for (std::uint32_t p = 0; p < points.size(); ++p) {
        if (first_equal[p] == p) {
            mesh.vertex_of_point[p] = static_cast<std::uint32_t>(mesh.positions.size());
            mesh.positions.push_back(points[p]);
        } else {
            mesh.vertex_of_point[p] = mesh.vertex_of_point[first_equal[p]];
        }
    }
}

} // namespace

papers::GridMesh make_grid_mesh(std::span<const Vec3> points, std::uint32_t rows, std::uint32_t columns)
{
    TACTUS_CHECK(points.size() == std::uint64_t{rows} * columns);
    papers::GridMesh mesh;
    join_equal(mesh, points);
    const auto add = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        const TriangleIndices t = {mesh.vertex_of_point[a], mesh.vertex_of_point[b], mesh.vertex_of_point[c]};
        if (t[0] != t[1] && t[1] != t[2] && t[2] != t[0])
            mesh.triangles.push_back(t);
    };
    for (std::uint32_t row = 0; row + 1 < rows; ++row)
        for (std::uint32_t column = 0; column + 1 < columns; ++column) {
            const std::uint32_t at = row * columns + column, above = at + columns;
            add(at, at + 1, above + 1);
            add(at, above + 1, above);
        }
    return mesh;
}

} // namespace tactus
