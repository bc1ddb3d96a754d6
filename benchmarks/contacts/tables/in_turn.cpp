// SPDX-License-Identifier: MIT
#include "in_turn.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <limits>
#include <utility>

#include "measure/cpu_clock.h"

namespace tactus::contacts {

namespace {

constexpr double not_played = std::numeric_limits<double>::infinity();

double now_us(TimeOf time)
{
    if (time == TimeOf::processor)
        return 1e6 * benchmarks::cpu_seconds();
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

bool is_vertex_inside(const Contact& contact)
{
    return contact.kind != ContactKind::edge_edge && contact.depth_state == DepthState::propagated
           && contact.separation < 0.0f;
}

void add_to(std::uint64_t& fingerprint, std::uint64_t value)
{
    fingerprint = (fingerprint ^ value) * 0x100000001b3u;
    fingerprint ^= fingerprint >> 29;
}

class Player {
public:
    Player(const PlayedScene& scene, const Way& way)
        : scene_(scene), way_(way), world_(value_or_throw(scene.make_world(way.settings, way.workers))),
          update_us_(scene.frame_count(), not_played), query_us_(update_us_)
    {
    }

    void play(TimeOf time)
    {
        for (std::uint32_t frame = 0; frame < scene_.frame_count(); ++frame)
            play_frame(frame, time);
        is_first_pass_ = false;
    }

    WayResult result() const
    {
        const double frames = scene_.frame_count();
        WayResult result = found_;
        result.found /= frames;
        result.vertices_inside /= frames;
        result.work_units /= frames;
        for (const double us : update_us_)
            result.update_us += us / frames;
        for (const double us : query_us_) {
            result.query_us += us / frames;
            result.worst_query_us = std::max(result.worst_query_us, us);
        }
        return result;
    }

private:
    void play_frame(std::uint32_t frame, TimeOf time)
    {
        World& world = world_.world;
        const double clock_us = time == TimeOf::processor ? 1e6 * benchmarks::cpu_clock_cost_seconds() : 0.0;
        const double begin = now_us(time);
        succeed_or_throw(world_.give(scene_, frame));
        const double given = now_us(time);
        const ContactReport* contacts = nullptr;
        const PairReport* pairs = nullptr;
        if (way_.asks_for_pairs)
            pairs = &world.find_pairs(way_.budget());
        else
            contacts = &world.find_contacts(way_.budget());
        const double end = now_us(time);
        update_us_[frame] = std::min(update_us_[frame], given - begin - clock_us);
        query_us_[frame] = std::min(query_us_[frame], end - given - clock_us);
        if (!is_first_pass_)
            return;
        if (pairs != nullptr)
            note(*pairs);
        else
            note(*contacts);
    }

    void note(const PairReport& report)
    {
        found_.found += double(report.pair_count);
        found_.is_complete = found_.is_complete && report.complete;
    }

    void note(const ContactReport& report)
    {
        found_.found += double(report.contacts.size());
        found_.work_units += double(report.work_units_spent);
        found_.is_complete = found_.is_complete && report.complete;
        for (const Contact& contact : report.contacts) {
            found_.vertices_inside += is_vertex_inside(contact) ? 1.0 : 0.0;
            add_to(found_.fingerprint, contact.id);
            add_to(found_.fingerprint, std::uint64_t{contact.triangle_a} << 32 | contact.triangle_b);
            add_to(found_.fingerprint, std::bit_cast<std::uint32_t>(contact.separation));
        }
    }

    const PlayedScene& scene_;
    const Way& way_;
    PlayedWorld world_;
    std::vector<double> update_us_, query_us_; // per frame, the fastest pass
    WayResult found_;
    bool is_first_pass_ = true;
};

} // namespace

std::vector<WayResult>
play_in_turn(const PlayedScene& scene, std::span<const Way> ways, std::uint32_t passes, TimeOf time, const Tell& tell)
{
    std::vector<Player> players;
    players.reserve(ways.size());
    for (const Way& way : ways)
        players.emplace_back(scene, way);
    for (std::uint32_t pass = 0; pass < passes; ++pass)
        for (std::size_t turn = 0; turn < players.size(); ++turn) {
            players[(turn + pass) % players.size()].play(time);
            tell(double(pass * players.size() + turn + 1) / double(passes * players.size()));
        }
    std::vector<WayResult> results;
    for (const Player& player : players)
        results.push_back(player.result());
    return results;
}

void check_complete(const std::string& scene, std::span<const WayResult> results, Table& table)
{
    if (!std::ranges::all_of(results, &WayResult::is_complete))
        table.add_problem("INCOMPLETE ANSWERS without a limit that was reached: " + scene);
}

} // namespace tactus::contacts
