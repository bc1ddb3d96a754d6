// SPDX-License-Identifier: MIT
#include "cli/measure/playback.h"

#include <algorithm>
#include <utility>

#include "cli/measure/pair_hash.h"

namespace tactus::cli {

Result<Playback> Playback::create(std::span<const PlaybackBody> bodies, const PlaybackOptions& options)
{
    Result<World> world = World::create({.worker_count = options.threads});
    if (!world.ok())
        return world.error();
    Playback playback(std::move(world).value(), options.threads);
    BodyDesc desc = body_with(options.structure, options.threads);
    playback.stopwatch_.start();
    for (const PlaybackBody& body : bodies) {
        desc.triangles = body.triangles;
        desc.positions = body.positions;
        desc.self_collision = body.self_collision;
        desc.neighbours = body.self_collision && options.neighbours;
        const Result<BodyId> id = playback.world_.add_body(desc);
        if (!id.ok())
            return id.error();
        playback.ids_.push_back(id.value());
    }
    playback.build_ms_ = playback.stopwatch_.milliseconds();
    return playback;
}

Result<Playback> Playback::create(const scenes::Scene& scene, const PlaybackOptions& options)
{
    Result<World> world = World::create({.worker_count = options.threads});
    if (!world.ok())
        return world.error();
    Playback playback(std::move(world).value(), options.threads);
    playback.scene_.emplace(scene);
    BodyDesc desc = body_with(options.structure, options.threads);
    desc.neighbours = options.neighbours;
    playback.stopwatch_.start();
    if (Result<void> added = playback.scene_->add_to(playback.world_, desc); !added.ok())
        return added.error();
    playback.build_ms_ = playback.stopwatch_.milliseconds();
    return playback;
}

Result<FrameResult> Playback::step(std::uint32_t frame)
{
    if (Result<void> there = scene_->go_to(world_, frame); !there.ok())
        return there.error();
    stopwatch_.start();
    if (Result<void> given = scene_->give_positions(world_); !given.ok())
        return given.error();
    const double update_ms = stopwatch_.milliseconds();
    FrameResult result = query();
    result.update_ms = update_ms;
    return result;
}

Result<FrameResult> Playback::step(std::span<const std::span<const Vec3>> positions)
{
    stopwatch_.start();
    for (std::size_t k = 0; k < positions.size(); ++k)
        if (Result<void> set = world_.set_positions(ids_[k], positions[k]); !set.ok())
            return set.error();
    const double update_ms = stopwatch_.milliseconds();
    FrameResult result = query();
    result.update_ms = update_ms;
    return result;
}

FrameResult Playback::query()
{
    FrameResult result;
    stopwatch_.start();
    report_ = &world_.find_pairs();
    result.query_ms = stopwatch_.milliseconds();
    result.pairs = report_->pair_count;
    for (const BodyPairs& bodies : report_->bodies)
        result.hash += pair_hash(bodies.pairs);
    return result;
}

std::vector<BodyId> Playback::ids() const
{
    std::vector<BodyId> all = ids_;
    if (scene_)
        for (const scenes::SceneBody& body : scene_->bodies())
            all.push_back(body.id);
    return all;
}

std::vector<TrianglePair> Playback::sorted_pairs() const
{
    std::vector<TrianglePair> pairs;
    for (const BodyPairs& bodies : report_->bodies)
        pairs.insert(pairs.end(), bodies.pairs.begin(), bodies.pairs.end());
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

std::size_t Playback::structure_bytes() const
{
    std::size_t bytes = 0;
    for (const BodyId id : ids())
        if (const Result<BodyInfo> info = world_.info(id); info.ok())
            bytes += info.value().structure_bytes;
    return bytes;
}

std::vector<std::uint32_t> Playback::octree_levels() const
{
    std::vector<std::uint32_t> levels;
    for (const BodyId id : ids())
        if (const Result<BodyInfo> info = world_.info(id); info.ok() && info.value().octree_nodes > 0)
            levels.push_back(info.value().octree_levels);
    return levels;
}

double median(std::vector<double> values)
{
    if (values.empty())
        return 0.0;
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : 0.5 * (values[middle - 1] + values[middle]);
}

} // namespace tactus::cli
