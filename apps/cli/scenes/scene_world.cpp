// SPDX-License-Identifier: MIT
#include "cli/scenes/scene_world.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "cli/scenes/structures.h"

namespace tactus::cli {

namespace {

double distance_between(const Vec3& a, const Vec3& b)
{
    const double x = double{a.x} - b.x, y = double{a.y} - b.y, z = double{a.z} - b.z;
    return std::sqrt(x * x + y * y + z * z);
}

} // namespace

Result<SceneWorld> SceneWorld::create(const scenes::Scene& scene, const Options& options)
{
    Result<World> world = World::create({.worker_count = options.threads, .contacts = options.contacts});
    if (!world.ok())
        return world.error();
    SceneWorld made(scene, std::move(world).value());
    made.world_.prepare_contacts();
    const BodyDesc desc = body_with(options.structure, options.threads);
    if (Result<void> added = made.bodies_.add_to(made.world_, desc); !added.ok())
        return added.error();
    return made;
}

double SceneWorld::diagonal() const
{
    bool is_first = true;
    Vec3 lower, upper;
    for (std::size_t m = 0; m < scene_->meshes.size(); ++m)
        for (const Vec3& p : bodies_.positions(m)) {
            if (std::exchange(is_first, false))
                lower = upper = p;
            lower = {std::min(lower.x, p.x), std::min(lower.y, p.y), std::min(lower.z, p.z)};
            upper = {std::max(upper.x, p.x), std::max(upper.y, p.y), std::max(upper.z, p.z)};
        }
    return distance_between(lower, upper);
}

double mean_edge(const scenes::Scene& scene)
{
    double sum = 0.0;
    std::size_t count = 0;
    for (const scenes::SceneMesh& mesh : scene.meshes)
        for (const TriangleIndices& triangle : mesh.triangles)
            for (std::size_t k = 0; k < 3; ++k, ++count)
                sum += distance_between(mesh.positions[triangle[k]], mesh.positions[triangle[(k + 1) % 3]]);
    return count == 0 ? 0.0 : sum / static_cast<double>(count);
}

std::size_t triangle_count(const scenes::Scene& scene)
{
    std::size_t count = 0;
    for (const scenes::SceneMesh& mesh : scene.meshes)
        count += mesh.triangles.size();
    return count;
}

} // namespace tactus::cli
