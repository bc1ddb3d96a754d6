// SPDX-License-Identifier: MIT
#include "played_scene.h"

#include <algorithm>

#include "cli/measure/scene_world.h"

namespace tactus::contacts {

Result<PlayedScene>
PlayedScene::make(std::string_view name, std::uint32_t triangles, std::uint32_t max_frames, std::uint32_t skipped)
{
    Result<scenes::Scene> scene = scenes::make_scene(name, {.triangles = triangles});
    if (!scene)
        return scene.error();
    PlayedScene played;
    played.scene_ = std::move(scene).value();
    const std::uint32_t begin = std::min(skipped, played.scene_.frame_count - 1);
    const std::uint32_t end = std::min(begin + max_frames, played.scene_.frame_count);
    for (std::uint32_t frame = begin; frame < end; ++frame) {
        std::vector<std::vector<Vec3>>& positions = played.frames_.emplace_back();
        for (std::size_t mesh = 0; mesh < played.scene_.meshes.size(); ++mesh) {
            positions.emplace_back(played.scene_.meshes[mesh].positions.size());
            played.scene_.positions(frame, mesh, positions.back());
        }
    }
    played.contact_distance_ = static_cast<float>(0.5 * cli::mean_edge(played.scene_));
    return played;
}

Result<std::pair<World, std::vector<BodyId>>> PlayedScene::make_world(const ContactSettings& settings) const
{
    Result<World> world = World::create({.contacts = settings});
    if (!world)
        return world.error();
    std::vector<BodyId> bodies;
    for (std::size_t mesh = 0; mesh < scene_.meshes.size(); ++mesh) {
        const Result<BodyId> body = world.value().add_body(
            {.triangles = scene_.meshes[mesh].triangles,
             .positions = frames_[0][mesh],
             .self_collision = scene_.meshes[mesh].self_collision});
        if (!body)
            return body.error();
        bodies.push_back(body.value());
    }
    world.value().prepare_contacts();
    return std::pair(std::move(world).value(), std::move(bodies));
}

Result<void> PlayedScene::give(std::uint32_t frame, World& world, const std::vector<BodyId>& bodies) const
{
    for (std::size_t mesh = 0; mesh < bodies.size(); ++mesh)
        if (Result<void> given = world.set_positions(bodies[mesh], frames_[frame][mesh]); !given)
            return given;
    return {};
}

std::uint32_t PlayedScene::to_and_fro(std::uint64_t step) const
{
    const std::uint64_t last = frames_.size() - 1;
    if (last == 0)
        return 0;
    const std::uint64_t phase = step % (2 * last);
    return static_cast<std::uint32_t>(phase <= last ? phase : 2 * last - phase);
}

std::size_t PlayedScene::triangle_count() const { return cli::triangle_count(scene_); }

} // namespace tactus::contacts
