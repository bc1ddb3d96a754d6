// SPDX-License-Identifier: MIT
#include <algorithm>

#include "scenes/bodies/bumpy_sphere.h"
#include "scenes/bodies/cube_lattice.h"
#include "scenes/makers.h"

namespace tactus::scenes {
namespace {

// The bodies stand in the cells of a cube of one metre; their sizes and ways are given in cells.
struct Crowd {
    std::uint32_t side = 1;
    double radius = 0.25;
    double wander = 0.0;

    Point cell_centre(std::uint32_t body) const
    {
        const std::uint32_t x = body % side;
        const std::uint32_t y = body / side % side;
        const std::uint32_t z = body / side / side;
        return Point{x + 0.5, y + 0.5, z + 0.5};
    }

    MovingMesh body(std::uint32_t index, const SceneOptions& options, bool moves) const
    {
        const std::uint64_t seed = splitmix64(options.seed) + index;
        Random random(seed, 21);
        const Point rates = {random.between(0.3, 0.8), random.between(0.3, 0.8), random.between(0.3, 0.8)};
        const Point phases = {random.uniform(), random.uniform(), random.uniform()};
        const TravellingWaves waves = bumpy_sphere_waves(seed);
        const auto where = [=, crowd = *this](const Moment& moment) {
            const double seconds = moves ? moment.seconds : 0.0;
            const Point swing = {
                sine_of_turns(rates.x * seconds + phases.x), sine_of_turns(rates.y * seconds + phases.y),
                sine_of_turns(rates.z * seconds + phases.z)};
            const Point centre = crowd.cell_centre(index) + swing * crowd.wander;
            return [=, &waves](Point rest) {
                const Point p = rest * (crowd.radius * (1.0 + waves.height(rest, seconds)));
                return (centre + p) * (1.0 / crowd.side);
            };
        };
        return {"body " + std::to_string(index), bumpy_sphere(options.triangles, seed), point_by_point(where)};
    }
};

} // namespace

Scene many_bodies(const SceneOptions& options)
{
    const Crowd crowd{.side = lattice_side(options.bodies), .radius = 0.27, .wander = 0.45};
    std::vector<MovingMesh> meshes;
    for (std::uint32_t i = 0; i < options.bodies; ++i)
        meshes.push_back(crowd.body(i, options, true));
    return moving_scene(options.frames, std::move(meshes));
}

Scene separate_bodies(const SceneOptions& options)
{
    // 0.3 x 1.14 x 1.03 for the body and 0.05 for its way stay below half a cell.
    const Crowd crowd{.side = lattice_side(options.bodies), .radius = 0.3, .wander = 0.05};
    std::vector<MovingMesh> meshes;
    for (std::uint32_t i = 0; i < options.bodies; ++i)
        meshes.push_back(crowd.body(i, options, i % 10 == 0));
    return moving_scene(options.frames, std::move(meshes));
}

} // namespace tactus::scenes
