// SPDX-License-Identifier: MIT
#include "scenes/bodies/grid_body.h"

#include <algorithm>
#include <vector>

#include <tactus/body.h>
#include <tactus/papers.h>

namespace tactus::scenes {

Shape grid_body(std::span<const Point> points, std::uint32_t rows, std::uint32_t columns)
{
    std::vector<Vec3> at(points.size());
    std::ranges::transform(points, at.begin(), rounded);
    const Result<papers::GridMesh> mesh = papers::mesh_from_grid(at, rows, columns);
    Shape shape;
    if (!mesh)
        return shape;
    shape.triangles = mesh.value().triangles;
    shape.points.resize(mesh.value().positions.size());
    for (std::size_t p = points.size(); p-- > 0;)
        shape.points[mesh.value().vertex_of_point[p]] = points[p];
    return shape;
}

Shape grid_of_rings(double bottom, std::span<const Ring> rings, double top, std::uint32_t columns, Point stretch)
{
    std::vector<Point> points;
    const auto add_row = [&](double height, double radius) {
        // The last column repeats the first.
        for (std::uint32_t k = 0; k <= columns; ++k) {
            const double turns = (k % columns - 0.5) / columns;
            points.push_back(
                {stretch.x * radius * cosine_of_turns(turns), stretch.y * radius * sine_of_turns(turns),
                 stretch.z * height});
        }
    };
    add_row(bottom, 0.0);
    for (const Ring& ring : rings)
        add_row(ring.height, ring.radius);
    add_row(top, 0.0);
    return grid_body(points, static_cast<std::uint32_t>(rings.size() + 2), columns + 1);
}

Shape grid_ellipsoid(std::uint32_t triangles, Point radii)
{
    // c columns and r rings have 2 c r triangles.
    const auto columns = std::max(4u, static_cast<std::uint32_t>(std::sqrt(static_cast<double>(triangles)) + 0.5));
    const auto ring_count = std::max(2u, static_cast<std::uint32_t>(triangles / (2.0 * columns) + 0.5));
    std::vector<Ring> rings;
    for (std::uint32_t i = 1; i <= ring_count; ++i) {
        const double turns = 0.5 * i / (ring_count + 1);
        rings.push_back({-cosine_of_turns(turns), sine_of_turns(turns)});
    }
    return grid_of_rings(-1.0, rings, 1.0, columns, radii);
}

Shape grid_box(Point size)
{
    constexpr double root_of_two = 1.4142135623730951;
    const Ring rings[] = {{-0.5, 0.5 * root_of_two}, {0.5, 0.5 * root_of_two}};
    return grid_of_rings(-0.5, rings, 0.5, 4, size);
}

Shape grid_cylinder(std::uint32_t triangles, double radius, double height)
{
    const Ring rings[] = {{-0.5 * height, radius}, {0.5 * height, radius}};
    return grid_of_rings(-0.5 * height, rings, 0.5 * height, std::max(6u, triangles / 4));
}

Shape grid_cone(std::uint32_t triangles, double radius, double height)
{
    const Ring ring = {-0.5 * height, radius};
    return grid_of_rings(-0.5 * height, {&ring, 1}, 0.5 * height, std::max(6u, triangles / 2));
}

} // namespace tactus::scenes
