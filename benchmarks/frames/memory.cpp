// SPDX-License-Identifier: MIT
#include "measurements.h"

#include <array>

#include <tactus/tactus.h>

#include "measure/cpu_clock.h"
#include "scenes/scene.h"

namespace tactus::frames {

namespace {

struct Sample {
    const char* scene;
    std::uint32_t triangles;
};

/// All bodies of a scene's last frame, and one query between them.
Result<MemoryResult> measure(const Sample& sample)
{
    const Result<scenes::Scene> made =
        scenes::make_scene(sample.scene, {.triangles = sample.triangles, .frames = 60, .seed = 0, .bodies = 0});
    if (!made)
        return made.error();
    const scenes::Scene& scene = made.value();
    Result<World> world = World::create();
    if (!world)
        return world.error();
    MemoryResult result;
    result.body = scene.name;
    std::size_t bytes = 0;
    std::vector<BodyId> bodies;
    const double begin = benchmarks::cpu_seconds();
    for (const scenes::SceneMesh& mesh : scene.meshes) {
        const Result<BodyId> body = world.value().add_body(
            {.triangles = mesh.triangles, .positions = mesh.positions, .self_collision = mesh.self_collision});
        if (!body)
            return body.error();
        bodies.push_back(body.value());
        result.self_collision |= mesh.self_collision;
    }
    result.build_cpu_seconds = benchmarks::cpu_seconds() - begin;
    for (std::size_t mesh = 0; mesh < bodies.size(); ++mesh) {
        std::vector<Vec3> positions(scene.meshes[mesh].positions.size());
        scene.positions(scene.frame_count - 1, mesh, positions);
        if (const Result<void> moved = world.value().set_positions(bodies[mesh], positions); !moved)
            return moved.error();
    }
    const std::size_t scratch_bytes = world.value().find_pairs().scratch_bytes;
    for (const BodyId body : bodies) {
        const Result<BodyInfo> info = world.value().info(body);
        if (!info)
            return info.error();
        result.triangles += info.value().triangles;
        result.vertices += info.value().vertices;
        bytes += info.value().structure_bytes;
    }
    result.bytes_per_triangle = double(bytes) / double(result.triangles);
    result.scratch_bytes_per_triangle = double(scratch_bytes) / double(result.triangles);
    return result;
}

} // namespace

Result<std::vector<MemoryResult>> measure_memory()
{
    constexpr std::array<Sample, 8> samples{{
        {"bumpy_spheres", 1280},
        {"bumpy_spheres", 20480},
        {"bumpy_spheres", 81920},
        {"bumpy_spheres", 327680},
        {"folded_cloth", 32000},
        {"folded_cloth", 318000},
        {"closed_bumpy_sphere", 327680},
        {"crumpled_sheet", 32000},
    }};
    std::vector<MemoryResult> results;
    for (const Sample& sample : samples) {
        const Result<MemoryResult> result = measure(sample);
        if (!result)
            return result.error();
        results.push_back(result.value());
    }
    return results;
}

} // namespace tactus::frames
