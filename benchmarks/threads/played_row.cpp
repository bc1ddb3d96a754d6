// SPDX-License-Identifier: MIT
#include "played_row.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include <tactus/tactus.h>

#include "base/hashed_numbers.h"
#include "geometry/vector.h"
#include "measure/median.h"
#include "scenes/scene.h"

namespace tactus::threads {

namespace {

using Clock = std::chrono::steady_clock;
/// The positions of every mesh at one moment.
using Frame = std::vector<std::vector<Vec3>>;

double milliseconds(Clock::time_point begin, Clock::time_point end)
{
    return std::chrono::duration<double, std::milli>(end - begin).count();
}

void shrink(std::vector<Vec3>& positions, float size)
{
    Vec3 sum;
    for (const Vec3 p : positions)
        sum = sum + p;
    const Vec3 middle = sum * (1.0f / static_cast<float>(positions.size()));
    for (Vec3& p : positions)
        p = middle + (p - middle) * size;
}

std::vector<Frame> frames_of(const scenes::Scene& scene, float size)
{
    std::vector<Frame> frames(scene.frame_count, Frame(scene.meshes.size()));
    for (std::uint32_t frame = 0; frame < scene.frame_count; ++frame)
        for (std::size_t mesh = 0; mesh < scene.meshes.size(); ++mesh) {
            frames[frame][mesh].resize(scene.meshes[mesh].positions.size());
            scene.positions(frame, mesh, frames[frame][mesh]);
            if (size != 1.0f)
                shrink(frames[frame][mesh], size);
        }
    return frames;
}

/// A world with some number of workers, and how long each frame took it.
class Player {
public:
    static Result<Player> create(const scenes::Scene& scene, std::uint32_t workers, std::size_t frames)
    {
        Result<World> world = World::create({.worker_count = workers});
        if (!world.ok())
            return world.error();
        Player player(std::move(world).value(), frames);
        for (const scenes::SceneMesh& mesh : scene.meshes) {
            const Result<BodyId> body = player.world_.add_body(
                {.triangles = mesh.triangles, .positions = mesh.positions, .self_collision = mesh.self_collision});
            if (!body.ok())
                return body.error();
            player.bodies_.push_back(body.value());
        }
        return player;
    }

    /// Plays the frame after the one before it, which is not timed: what the caches hold is then what they hold where
    /// nobody else plays in between.
    Result<void> play(const std::vector<Frame>& frames, std::size_t frame)
    {
        const Frame& before = frames[frame > 0 ? frame - 1 : 1 % frames.size()];
        if (Result<void> given = give(before); !given.ok())
            return given;
        world_.find_pairs();
        const auto begin = Clock::now();
        if (Result<void> given = give(frames[frame]); !given.ok())
            return given;
        const auto between = Clock::now();
        report_ = &world_.find_pairs();
        const auto end = Clock::now();
        frame_ms_[frame] = std::min(frame_ms_[frame], milliseconds(begin, end));
        query_ms_[frame] = std::min(query_ms_[frame], milliseconds(between, end));
        return {};
    }

    const PairReport& report() const { return *report_; }
    double frame_ms() const { return benchmarks::median(frame_ms_); }
    double query_ms() const { return benchmarks::median(query_ms_); }

private:
    Player(World world, std::size_t frames)
        : world_(std::move(world)), frame_ms_(frames, std::numeric_limits<double>::infinity()), query_ms_(frame_ms_)
    {
    }

    Result<void> give(const Frame& frame)
    {
        moved_.clear();
        for (std::size_t mesh = 0; mesh < bodies_.size(); ++mesh)
            moved_.push_back({bodies_[mesh], frame[mesh]});
        return world_.set_positions(moved_);
    }

    World world_;
    std::vector<BodyId> bodies_;
    std::vector<BodyPositions> moved_;
    const PairReport* report_ = nullptr;
    std::vector<double> frame_ms_, query_ms_;
};

/// A number that tells reports with other pairs, or with the same in another order, from each other.
std::uint64_t fingerprint(const PairReport& report)
{
    std::uint64_t hash = 0;
    const auto add = [&](std::uint32_t number) { hash = mixed(hash + number); };
    for (const BodyPairs& bodies : report.bodies) {
        add(bodies.body_a.index);
        add(bodies.body_b.index);
        for (const TrianglePair& pair : bodies.pairs) {
            add(pair.a);
            add(pair.b);
        }
    }
    return hash;
}

std::size_t touching_bodies(const PairReport& report)
{
    std::set<BodyId> bodies;
    for (const BodyPairs& both : report.bodies) {
        bodies.insert(both.body_a);
        bodies.insert(both.body_b);
    }
    return bodies.size();
}

} // namespace

Result<PlayedRow> play(const Row& row, std::span<const std::uint32_t> workers, std::size_t passes, Turns turns)
{
    const Result<scenes::Scene> made = scenes::make_scene(
        row.scene, {.triangles = row.triangles, .frames = row.frames, .seed = 0, .bodies = row.bodies});
    if (!made.ok())
        return made.error();
    const scenes::Scene& scene = made.value();
    const std::vector<Frame> frames = frames_of(scene, row.size);
    std::vector<Player> players;
    for (const std::uint32_t count : workers) {
        Result<Player> player = Player::create(scene, count, frames.size());
        if (!player.ok())
            return player.error();
        players.push_back(std::move(player).value());
    }
    PlayedRow played{.name = row.name, .bodies = scene.meshes.size(), .times = {}};
    for (const scenes::SceneMesh& mesh : scene.meshes)
        played.triangles += mesh.triangles.size();
    std::vector<std::optional<std::uint64_t>> expected(frames.size());
    const std::size_t frames_a_turn = turns == Turns::frames ? 1 : frames.size();
    for (std::size_t turn = 0; turn < passes * frames.size(); turn += frames_a_turn)
        for (std::size_t k = 0; k < players.size(); ++k) {
            Player& player = players[(k + turn / frames.size() + turn) % players.size()];
            for (std::size_t next = turn; next < turn + frames_a_turn; ++next) {
                const std::size_t frame = next % frames.size();
                if (Result<void> done = player.play(frames, frame); !done.ok())
                    return done.error();
                const std::uint64_t found = fingerprint(player.report());
                played.same_pairs = played.same_pairs && found == expected[frame].value_or(found);
                expected[frame] = found;
            }
        }
    played.pairs = players[0].report().pair_count;
    played.touching = touching_bodies(players[0].report());
    for (std::size_t k = 0; k < players.size(); ++k)
        played.times.push_back({workers[k], players[k].frame_ms(), players[k].query_ms()});
    return played;
}

} // namespace tactus::threads
