// SPDX-License-Identifier: MIT
#include <algorithm>

#include "scenes/bodies/cube_lattice.h"
#include "scenes/makers.h"

namespace tactus::scenes {

Scene touching_cubes(const SceneOptions& options)
{
    // Each colour gets half of the board.
    const std::uint32_t side = std::max(2u, lattice_side(options.triangles / 6));
    const auto stay = [](const Moment&) { return Pose{}; };
    const auto step = [](const Moment& moment) {
        // Eighths of a cube along x, a quarter along y after every second cube, a half along z after every fourth:
        // all exact in float, so what touches touches exactly.
        const std::uint32_t eighths = moment.frame % 16;
        return Pose{.origin = {eighths / 8.0, (moment.frame / 16 % 8) / 4.0, (moment.frame / 128 % 4) / 2.0}};
    };
    return moving_scene(
        options.frames, {{"white", cube_lattice(side, LatticeColour::white), point_by_point(stay), true},
                         {"black", cube_lattice(side, LatticeColour::black), point_by_point(step), true}});
}

} // namespace tactus::scenes
