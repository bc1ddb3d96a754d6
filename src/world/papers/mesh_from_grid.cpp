// SPDX-License-Identifier: MIT
#include <cstdint>
#include <string>

#include <tactus/papers.h>

#include "base/out_of_memory.h"
#include "geometry/vector.h"
#include "tree/octree/made/grid_mesh.h"
#include "world/input/checked_input.h"

namespace tactus::papers {

Result<GridMesh> mesh_from_grid(std::span<const Vec3> points, std::uint32_t rows, std::uint32_t columns)
{
    return refused_if_memory_ends([&]() -> Result<GridMesh> {
        if (points.size() != std::uint64_t{rows} * columns)
            return invalid_input(
                "a grid of " + std::to_string(rows) + " x " + std::to_string(columns) + " points was given "
                + std::to_string(points.size()));
        if (auto error = check_size(2 * points.size(), points.size()))
            return *error;
        for (const Vec3 p : points)
            if (!is_finite(p))
                return refuse_coordinate(points);
        return make_grid_mesh(points, rows, columns);
    });
}

} // namespace tactus::papers
