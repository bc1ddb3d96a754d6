// SPDX-License-Identifier: MIT
#include "sequences/played_scene.h"

#include <algorithm>
#include <utility>

#include "cli/scenes/scene_world.h"

namespace tactus::contacts {

namespace {

/// The probe of this scene touches the organ from about here on.
constexpr std::string_view probe_scene = "haptic_probe";
constexpr std::uint32_t probe_touches_from = 300;

} // namespace

Result<void> PlayedWorld::give(const PlayedScene& scene, std::uint32_t frame)
{
    moved.clear();
    for (std::size_t mesh = 0; mesh < bodies.size(); ++mesh)
        moved.push_back({bodies[mesh], scene.frame(frame)[mesh]});
    return world.set_positions(moved);
}

PlayedScene::PlayedScene(scenes::Scene scene, std::uint32_t max_frames, std::uint32_t skipped)
    : scene_(std::move(scene)), contact_distance_(static_cast<float>(0.5 * cli::mean_edge(scene_)))
{
    const std::uint32_t begin = std::min(skipped, scene_.frame_count - 1);
    const std::uint32_t end = std::min(begin + max_frames, scene_.frame_count);
    for (std::uint32_t frame = begin; frame < end; ++frame) {
        peers::Frame& positions = frames_.emplace_back();
        for (std::size_t mesh = 0; mesh < scene_.meshes.size(); ++mesh) {
            positions.emplace_back(scene_.meshes[mesh].positions.size());
            scene_.positions(frame, mesh, positions.back());
        }
    }
}

Result<PlayedScene>
PlayedScene::make(std::string_view name, std::uint32_t triangles, std::uint32_t max_frames, std::uint32_t skipped)
{
    Result<scenes::Scene> scene = scenes::make_scene(name, {.triangles = triangles});
    if (!scene)
        return scene.error();
    return PlayedScene(std::move(scene).value(), max_frames, skipped);
}

Result<PlayedScene> PlayedScene::make_sequence(std::string_view name, std::uint32_t triangles, bool is_quick)
{
    return make(name, triangles, is_quick ? 15 : 60, is_quick ? 25 : 0);
}

Result<PlayedScene> PlayedScene::make_touching(std::string_view name, std::uint32_t max_frames)
{
    return make(name, 0, max_frames, name == probe_scene ? probe_touches_from : 0);
}

Result<PlayedWorld> PlayedScene::make_world(const ContactSettings& settings, std::uint32_t workers) const
{
    Result<PlayedWorld> played = make_fresh_world(settings, workers);
    if (played)
        played.value().world.prepare_contacts();
    return played;
}

Result<PlayedWorld> PlayedScene::make_fresh_world(const ContactSettings& settings, std::uint32_t workers) const
{
    Result<World> world = World::create({.worker_count = workers, .contacts = settings});
    if (!world)
        return world.error();
    PlayedWorld played{.world = std::move(world).value()};
    for (std::size_t mesh = 0; mesh < scene_.meshes.size(); ++mesh) {
        const Result<BodyId> body = played.world.add_body(
            {.triangles = scene_.meshes[mesh].triangles,
             .positions = frames_[0][mesh],
             .self_collision = scene_.meshes[mesh].self_collision});
        if (!body)
            return body.error();
        played.bodies.push_back(body.value());
    }
    return played;
}

peers::Workload PlayedScene::workload() const
{
    peers::Workload workload;
    workload.name = scene_.name;
    workload.frames = frames_;
    for (const scenes::SceneMesh& mesh : scene_.meshes)
        workload.meshes.push_back(mesh.triangles);
    for (std::size_t a = 0; a < workload.meshes.size(); ++a)
        for (std::size_t b = a + 1; b < workload.meshes.size(); ++b)
            workload.questions.push_back({a, b});
    return workload;
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
