// SPDX-License-Identifier: MIT
#include "measurements.h"

#include <algorithm>
#include <limits>

#include <tactus/tactus.h>

#include "box_pass.h"
#include "measure/cpu_clock.h"
#include "measure/median.h"
#include "scenes/scene.h"

namespace tactus::frames {

namespace {

using benchmarks::cpu_clock_cost_seconds;
using benchmarks::cpu_seconds;
using benchmarks::median;
using Positions = std::vector<Vec3>;

template <class Work>
double microseconds(Work&& work)
{
    const double begin = cpu_seconds();
    work();
    return std::max(0.0, cpu_seconds() - begin - cpu_clock_cost_seconds()) * 1e6;
}

/// The meshes that change between the first two frames.
std::vector<std::size_t> moving_meshes(const scenes::Scene& scene)
{
    std::vector<std::size_t> moving;
    for (std::size_t mesh = 0; mesh < scene.meshes.size(); ++mesh) {
        Positions next(scene.meshes[mesh].positions.size());
        scene.positions(1, mesh, next);
        if (next != scene.meshes[mesh].positions)
            moving.push_back(mesh);
    }
    return moving;
}

} // namespace

Result<ManyBodiesResult> measure_many_bodies(std::uint32_t frames, std::uint32_t passes)
{
    const Result<scenes::Scene> made =
        scenes::make_scene("separate_bodies", {.triangles = 1000, .frames = frames, .seed = 0, .bodies = 1000});
    if (!made)
        return made.error();
    const scenes::Scene& scene = made.value();
    const std::vector<std::size_t> moving = moving_meshes(scene);

    Result<World> world = World::create();
    if (!world)
        return world.error();
    ManyBodiesResult result;
    result.bodies = scene.meshes.size();
    result.moving = moving.size();
    std::vector<BodyId> bodies;
    for (const scenes::SceneMesh& mesh : scene.meshes) {
        const Result<BodyId> body = world.value().add_body({.triangles = mesh.triangles, .positions = mesh.positions});
        if (!body)
            return body.error();
        bodies.push_back(body.value());
        result.triangles += mesh.triangles.size();
    }
    for (const std::size_t mesh : moving)
        result.moving_vertices += scene.meshes[mesh].positions.size();

    std::vector<double> frame_us, update_us, query_us, plain_us, vector_us;
    std::vector<Positions> now(moving.size());
    float kept_alive = 0.0f;
    for (std::uint32_t pass = 0; pass < passes; ++pass)
        for (std::uint32_t frame = 0; frame < scene.frame_count; ++frame) {
            for (std::size_t k = 0; k < moving.size(); ++k) {
                now[k].resize(scene.meshes[moving[k]].positions.size());
                scene.positions(frame, moving[k], now[k]);
            }
            Result<void> refusal;
            const auto update = [&] {
                for (std::size_t k = 0; k < moving.size(); ++k)
                    if (Result<void> done = world.value().set_positions(bodies[moving[k]], now[k]); !done)
                        refusal = done;
            };
            const auto query = [&] { result.pairs += world.value().find_pairs().pair_count; };
            const auto pass_over = [&](auto box_of) {
                for (const Positions& positions : now) {
                    const PositionsBox box = box_of(positions);
                    kept_alive += box.lower.x + box.lower.y + box.lower.z + box.upper.x + box.upper.y + box.upper.z;
                }
            };
            // All three once untimed, so that each finds the positions as warm as the others do.
            pass_over(plain_box);
            update();
            query();
            plain_us.push_back(microseconds([&] { pass_over(plain_box); }));
            vector_us.push_back(microseconds([&] { pass_over(vector_box); }));
            update_us.push_back(microseconds(update));
            query_us.push_back(microseconds(query));
            frame_us.push_back(update_us.back() + query_us.back());
            if (!refusal)
                return refusal.error();
        }
    if (kept_alive == std::numeric_limits<float>::infinity())
        return Error{ErrorCode::invalid_argument, "a body reaches to infinity"};
    result.frame_us = median(frame_us);
    result.update_us = median(update_us);
    result.query_us = median(query_us);
    result.plain_pass_us = median(plain_us);
    result.vector_pass_us = median(vector_us);
    return result;
}

} // namespace tactus::frames
