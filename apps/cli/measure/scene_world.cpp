// SPDX-License-Identifier: MIT
#include "cli/measure/scene_world.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tactus::cli {

namespace {

double distance(const Vec3& a, const Vec3& b)
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
    for (const scenes::SceneMesh& mesh : scene.meshes) {
        const Result<BodyId> id = made.world_.add_body(
            {.triangles = mesh.triangles,
             .positions = mesh.positions,
             .structure = options.structure,
             .self_collision = mesh.self_collision});
        if (!id.ok())
            return id.error();
        made.ids_.push_back(id.value());
        made.positions_.push_back(mesh.positions);
    }
    return made;
}

void SceneWorld::compute_frame(std::uint32_t frame)
{
    for (std::size_t m = 0; m < positions_.size(); ++m)
        scene_->positions(frame, m, positions_[m]);
}

Result<void> SceneWorld::give_positions()
{
    for (std::size_t m = 0; m < positions_.size(); ++m)
        if (Result<void> set = world_.set_positions(ids_[m], positions_[m]); !set.ok())
            return set;
    return {};
}

double SceneWorld::diagonal() const
{
    bool is_first = true;
    Vec3 lower, upper;
    for (const std::vector<Vec3>& positions : positions_)
        for (const Vec3& p : positions) {
            if (std::exchange(is_first, false))
                lower = upper = p;
            lower = {std::min(lower.x, p.x), std::min(lower.y, p.y), std::min(lower.z, p.z)};
            upper = {std::max(upper.x, p.x), std::max(upper.y, p.y), std::max(upper.z, p.z)};
        }
    return distance(lower, upper);
}

double mean_edge(const scenes::Scene& scene)
{
    double sum = 0.0;
    std::size_t count = 0;
    for (const scenes::SceneMesh& mesh : scene.meshes)
        for (const TriangleIndices& triangle : mesh.triangles)
            for (std::size_t k = 0; k < 3; ++k, ++count)
                sum += distance(mesh.positions[triangle[k]], mesh.positions[triangle[(k + 1) % 3]]);
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
