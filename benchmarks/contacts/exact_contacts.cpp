// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "measure/cpu_clock.h"
#include "measurements.h"

namespace tactus::contacts {

namespace {

/// The pair query, all contacts, all with depths, local ones with depths, and those at distance zero: each has a world
/// of its own.
constexpr std::size_t way_count = 5;
enum Way : std::size_t { pairs, contacts, depths, local, touching };

ContactSettings settings_of(Way way, const PlayedScene& scene)
{
    return {
        .contact_distance = way == pairs || way == touching ? 0.0f : scene.contact_distance(),
        .which = way == local || way == touching ? ContactSelection::local : ContactSelection::all,
        .max_contacts = std::size_t{1} << 20,
        .measure_depths = way != contacts};
}

struct FrameTimes {
    std::array<double, way_count> query_us;
    double update_us = std::numeric_limits<double>::max();

    FrameTimes() { query_us.fill(std::numeric_limits<double>::max()); }
};

struct Player {
    World world;
    std::vector<BodyId> bodies;
};

Result<void>
play(const PlayedScene& scene, Way way, Player& player, std::vector<FrameTimes>& times, ExactContactsResult& result)
{
    const double clock_cost = benchmarks::cpu_clock_cost_seconds();
    for (std::uint32_t frame = 0; frame < scene.frame_count(); ++frame) {
        const double begin = benchmarks::cpu_seconds();
        if (Result<void> given = scene.give(frame, player.world, player.bodies); !given)
            return given;
        const double given = benchmarks::cpu_seconds();
        std::size_t found = 0;
        if (way == pairs) {
            found = player.world.find_pairs().pair_count;
        } else {
            const ContactReport& report = player.world.find_contacts();
            result.is_complete = result.is_complete && report.complete;
            found = report.contacts.size();
        }
        const double end = benchmarks::cpu_seconds();
        FrameTimes& frame_times = times[frame];
        frame_times.query_us[way] = std::min(frame_times.query_us[way], 1e6 * (end - given - clock_cost));
        frame_times.update_us = std::min(frame_times.update_us, 1e6 * (given - begin - clock_cost));
        if (way == pairs)
            result.pairs += double(found);
        else if (way == contacts)
            result.contacts += double(found);
        else if (way == local)
            result.local += double(found);
    }
    return {};
}

} // namespace

Result<ExactContactsResult> measure_exact_contacts(const PlayedScene& scene, std::uint32_t passes, const Tell& tell)
{
    std::vector<Player> players;
    for (const Way way : {pairs, contacts, depths, local, touching}) {
        auto made = scene.make_world(settings_of(way, scene));
        if (!made)
            return made.error();
        auto [world, bodies] = std::move(made).value();
        players.push_back({std::move(world), std::move(bodies)});
    }
    ExactContactsResult result;
    std::vector<FrameTimes> times(scene.frame_count());
    for (std::uint32_t pass = 0; pass < passes; ++pass)
        for (std::size_t turn = 0; turn < way_count; ++turn) {
            const auto way = static_cast<Way>((turn + pass) % way_count);
            if (Result<void> played = play(scene, way, players[way], times, result); !played)
                return played.error();
            tell(double(pass * way_count + turn + 1) / double(passes * way_count));
        }
    const double frames = scene.frame_count();
    for (const FrameTimes& frame : times) {
        result.update_us += frame.update_us / frames;
        result.pairs_us += frame.query_us[pairs] / frames;
        result.contacts_us += frame.query_us[contacts] / frames;
        result.depths_us += frame.query_us[depths] / frames;
        result.local_us += frame.query_us[local] / frames;
        result.touching_us += frame.query_us[touching] / frames;
    }
    result.pairs /= frames * passes;
    result.contacts /= frames * passes;
    result.local /= frames * passes;
    return result;
}

} // namespace tactus::contacts
