// SPDX-License-Identifier: MIT
// Tetrahedra that stand on a large one with a tip, which damping pushes up while they fall.
#pragma once

#include <vector>

#include <tactus/tactus.h>

namespace tactus {

inline constexpr float tip_step = 0.01f;
inline constexpr PairSettings damped_tip = {.material = {.stiffness = 100.0f, .damping = 50.0f}};

inline const std::vector<TriangleIndices> tip_triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
/// Its upper face lies at height 0.
inline const std::vector<Vec3> ground_below_tip = {{0, 0, -3}, {9, 0, 0}, {-9, 9, 0}, {-9, -9, 0}};

inline double upward_force(World& world, BodyId body, float step_seconds = tip_step)
{
    for (const Wrench& wrench : world.contact_forces({.step_seconds = step_seconds}).bodies)
        if (wrench.body == body)
            return wrench.force.z;
    return 0.0;
}

} // namespace tactus
