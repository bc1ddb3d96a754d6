// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <tactus/spheres.h>
#include <tactus/tactus.h>

#include "scenes/bodies/icosphere.h"

namespace tactus {

/// A mesh with its sphere tree.
struct PressedMesh {
    std::vector<TriangleIndices> triangles;
    std::vector<Vec3> positions;
    SphereTree spheres;

    explicit PressedMesh(const scenes::Shape& shape) : triangles(shape.triangles)
    {
        for (const scenes::Point& p : shape.points)
            positions.push_back(scenes::rounded(p));
        spheres = make_sphere_tree({triangles, positions}, {.levels = 2}).value();
    }
};

/// A ball of radius 1.
inline const PressedMesh& pressed_ball()
{
    static const PressedMesh ball(scenes::icosphere(320));
    return ball;
}

} // namespace tactus
