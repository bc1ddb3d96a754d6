// SPDX-License-Identifier: MIT
// A tree that is only ever refitted decays. This plays a long, non-periodic run and holds the old tree against one
// that is made on the spot.
#include "measurements.h"

#include <algorithm>

#include <tactus/tactus.h>

#include "measure/cpu_clock.h"
#include "measure/median.h"
#include "scenes/scene.h"

namespace tactus::frames {

namespace {

using benchmarks::cpu_clock_cost_seconds;
using benchmarks::cpu_seconds;
using benchmarks::median;

struct Player {
    World world;
    std::vector<BodyId> bodies;
};

using Positions = std::vector<std::vector<Vec3>>;

Result<Player> make_player(const scenes::Scene& scene, const Positions& positions)
{
    Result<World> world = World::create();
    if (!world)
        return world.error();
    Player player{std::move(world).value(), {}};
    for (std::size_t mesh = 0; mesh < scene.meshes.size(); ++mesh) {
        const Result<BodyId> body = player.world.add_body(
            {.triangles = scene.meshes[mesh].triangles,
             .positions = positions[mesh],
             .self_collision = scene.meshes[mesh].self_collision});
        if (!body)
            return body.error();
        player.bodies.push_back(body.value());
    }
    return player;
}

Result<void> move(Player& player, const Positions& positions)
{
    for (std::size_t mesh = 0; mesh < positions.size(); ++mesh)
        if (Result<void> done = player.world.set_positions(player.bodies[mesh], positions[mesh]); !done)
            return done;
    return {};
}

double query_microseconds(Player& player)
{
    const double begin = cpu_seconds();
    player.world.find_pairs();
    return std::max(0.0, cpu_seconds() - begin - cpu_clock_cost_seconds()) * 1e6;
}

std::vector<TrianglePair> pairs_of(Player& player)
{
    std::vector<TrianglePair> pairs;
    for (const BodyPairs& found : player.world.find_pairs().bodies)
        pairs.insert(pairs.end(), found.pairs.begin(), found.pairs.end());
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

/// Both worlds on the same positions, in turn.
Result<LongRunSample>
compare(Player& long_lived, const scenes::Scene& scene, const Positions& positions, std::uint32_t repeats)
{
    Result<Player> made = make_player(scene, positions);
    if (!made)
        return made.error();
    Player& fresh = made.value();
    LongRunSample sample;
    const std::vector<TrianglePair> expected = pairs_of(fresh);
    sample.pairs = expected.size();
    sample.same_pairs = expected == pairs_of(long_lived);
    std::vector<double> old_us, new_us, ratios;
    for (std::uint32_t repeat = 0; repeat < repeats; ++repeat) {
        const auto measure = [&](Player& player, std::vector<double>& times) {
            const Result<void> moved = move(player, positions);
            times.push_back(query_microseconds(player));
            return moved;
        };
        for (const bool old_first : {repeat % 2 == 0, repeat % 2 != 0}) {
            Player& player = old_first ? long_lived : fresh;
            if (const Result<void> moved = measure(player, old_first ? old_us : new_us); !moved)
                return moved.error();
        }
        ratios.push_back(old_us.back() / new_us.back());
    }
    sample.long_lived_us = median(old_us);
    sample.fresh_us = median(new_us);
    sample.ratio = median(ratios);
    return sample;
}

} // namespace

Result<LongRunResult> measure_long_run(std::uint32_t frames, std::uint32_t every, std::uint32_t repeats)
{
    const Result<scenes::Scene> made =
        scenes::make_scene("large_deformation", {.triangles = 0, .frames = frames, .seed = 0, .bodies = 0});
    if (!made)
        return made.error();
    const scenes::Scene& scene = made.value();
    Positions positions;
    for (const scenes::SceneMesh& mesh : scene.meshes)
        positions.push_back(mesh.positions);
    Result<Player> player = make_player(scene, positions);
    if (!player)
        return player.error();

    LongRunResult result;
    result.frames = scene.frame_count;
    for (std::uint32_t frame = 0; frame < scene.frame_count; ++frame) {
        for (std::size_t mesh = 0; mesh < positions.size(); ++mesh)
            scene.positions(frame, mesh, positions[mesh]);
        if (const Result<void> moved = move(player.value(), positions); !moved)
            return moved.error();
        player.value().world.find_pairs();
        if ((frame + 1) % every != 0)
            continue;
        Result<LongRunSample> sample = compare(player.value(), scene, positions, repeats);
        if (!sample)
            return sample.error();
        sample.value().frame = frame + 1;
        result.samples.push_back(sample.value());
        result.worst_ratio = std::max(result.worst_ratio, sample.value().ratio);
    }
    for (const BodyId body : player.value().bodies)
        if (const Result<BodyInfo> info = player.value().world.info(body))
            result.rebuilt_subtrees += info.value().rebuilt_subtrees;
    return result;
}

} // namespace tactus::frames
