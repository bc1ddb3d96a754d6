// SPDX-License-Identifier: MIT
#include "scenes/bodies/bumpy_sphere.h"
#include "scenes/makers.h"

namespace tactus::scenes {
namespace {

// Apart, grazing after a quarter of the time, deepest at seven tenths, and half way out again at the end.
double centre_distance(double progress)
{
    const double deepest = 1.3;
    return progress < 0.7 ? mix(2.6, deepest, smooth_step(progress / 0.7))
                          : mix(deepest, 1.75, smooth_step((progress - 0.7) / 0.3));
}

MovingMesh bumpy_body(std::string name, const SceneOptions& options, double side)
{
    const std::uint64_t seed = 2 * options.seed + (side > 0.0 ? 1 : 0);
    const TravellingWaves waves = bumpy_sphere_waves(seed);
    Random random(seed, 3);
    const Point axis = random.direction();
    const double turns_per_second = random.between(0.05, 0.1);
    const double sway_rate = random.between(0.3, 0.5);
    const auto where = [=](const Moment& moment) {
        const double half = 0.5 * side * centre_distance(moment.progress);
        const double sway = 0.02 * side * sine_of_turns(sway_rate * moment.seconds);
        const Pose pose = turned(axis, turns_per_second * moment.seconds, {half, sway, -sway});
        return [pose, &waves, seconds = moment.seconds](Point rest) {
            return pose(rest * (1.0 + waves.height(rest, seconds)));
        };
    };
    return {std::move(name), bumpy_sphere(options.triangles, seed), point_by_point(where)};
}

} // namespace

Scene bumpy_spheres(const SceneOptions& options)
{
    return moving_scene(options.frames, {bumpy_body("left", options, -1.0), bumpy_body("right", options, 1.0)});
}

Scene closed_bumpy_sphere(const SceneOptions& options)
{
    const TravellingWaves waves = bumpy_sphere_waves(options.seed);
    const auto where = [waves](const Moment& moment) {
        // In and out only: every point stays on its own ray, so the surface never meets itself.
        return [&waves, seconds = moment.seconds](Point rest) { return rest * (1.0 + waves.height(rest, seconds)); };
    };
    return moving_scene(
        options.frames, {{"sphere", bumpy_sphere(options.triangles, options.seed), point_by_point(where), true}});
}

} // namespace tactus::scenes
