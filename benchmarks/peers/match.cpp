// SPDX-License-Identifier: MIT
#include "match.h"

#include <algorithm>
#include <limits>

#include "measure/cpu_clock.h"
#include "measure/median.h"

namespace tactus::peers {

namespace {

using benchmarks::cpu_clock_cost_seconds;
using benchmarks::cpu_seconds;
using benchmarks::median;

constexpr double not_played = std::numeric_limits<double>::infinity();

struct Player {
    const PeerInfo* info = nullptr;
    std::unique_ptr<Peer> peer;
    bool plays_all = false;
    std::vector<double> update_ms, query_ms, total_ms; // per frame, the fastest pass
    double used_seconds = 0.0;
    double pass_seconds = 0.0;
    bool plays_on = true;
    double last_total_ms = 0.0;
    std::size_t passes = 0;
    PeerTimes times;
    PairSets sets;
};

void sort_sets(PairSets& sets)
{
    for (auto& set : sets)
        std::sort(set.begin(), set.end());
}

/// Of a tool only the triangles count that it touches, not by which of its own.
void keep_touched(PairSets& sets)
{
    for (auto& set : sets) {
        for (TrianglePair& pair : set)
            pair.b = 0;
        std::sort(set.begin(), set.end());
        set.erase(std::unique(set.begin(), set.end()), set.end());
    }
}

std::size_t count_pairs(const PairSets& sets)
{
    std::size_t count = 0;
    for (const auto& set : sets)
        count += set.size();
    return count;
}

/// Counts the pairs of `from` that `without` lacks. Both are sorted.
std::size_t count_lacking(const PairSets& from, const PairSets& without)
{
    std::size_t count = 0;
    for (std::size_t k = 0; k < from.size(); ++k) {
        std::vector<TrianglePair> lacking;
        std::set_difference(
            from[k].begin(), from[k].end(), without[k].begin(), without[k].end(), std::back_inserter(lacking));
        count += lacking.size();
    }
    return count;
}

void play_frame(Player& player, const Workload& workload, std::size_t frame)
{
    const double before = cpu_seconds();
    player.peer->update(workload.frames[frame]);
    const double between = cpu_seconds();
    player.peer->query();
    const double after = cpu_seconds();

    const double clock = cpu_clock_cost_seconds();
    const double update_ms = std::max(0.0, between - before - clock) * 1e3;
    const double query_ms = std::max(0.0, after - between - clock) * 1e3;
    player.last_total_ms = update_ms + query_ms;
    player.used_seconds += after - before;
    if (player.last_total_ms < player.total_ms[frame]) {
        player.update_ms[frame] = update_ms;
        player.query_ms[frame] = query_ms;
        player.total_ms[frame] = player.last_total_ms;
    }
}

/// A slow peer plays a part of the first pass, evenly spread; only one that has played all of it plays further passes.
bool may_play(Player& player, std::size_t pass, std::size_t frame, std::size_t frame_count, const MatchOptions& options)
{
    if (pass == 0) {
        if (player.plays_all)
            return true;
        const double share = options.allowance_seconds * double(frame + 1) / double(frame_count);
        return player.used_seconds + player.last_total_ms * 1e-3 <= share;
    }
    if (frame == 0) {
        if (pass == 1) {
            player.pass_seconds = player.used_seconds;
            player.plays_on = std::count(player.total_ms.begin(), player.total_ms.end(), not_played) == 0;
        }
        player.plays_on &= player.used_seconds + player.pass_seconds <= options.allowance_seconds;
    }
    return player.plays_on;
}

void compare(Player& player, const PairSets& reference)
{
    const ContactsFound found = player.peer->contacts();
    player.times.contacts += double(found.count);
    player.times.max_depth += found.max_depth;
    player.times.touch_frames += (found.count > 0) != (count_pairs(reference) > 0);
    const std::size_t missing = count_lacking(reference, player.sets);
    const std::size_t extra = count_lacking(player.sets, reference);
    Difference& difference = player.times.difference;
    difference.frames += missing + extra > 0;
    difference.missing += missing;
    difference.extra += extra;
}

PeerTimes finish(Player& player)
{
    const auto played = [](std::vector<double> values) {
        std::erase(values, not_played);
        return values;
    };
    PeerTimes times = std::move(player.times);
    const std::vector<double> totals = played(player.total_ms);
    times.name = player.info->name;
    times.frames_played = totals.size();
    times.passes_played = player.passes;
    times.update_ms = median(played(player.update_ms));
    times.query_ms = median(played(player.query_ms));
    times.total_ms = median(totals);
    for (const double total_ms : totals)
        times.mean_total_ms += total_ms / double(totals.size());
    times.contacts /= double(std::max<std::size_t>(1, totals.size()));
    times.max_depth /= double(std::max<std::size_t>(1, totals.size()));
    times.worst_ms = totals.empty() ? 0.0 : *std::max_element(totals.begin(), totals.end());
    times.footprint = player.peer->footprint();
    return times;
}

} // namespace

MatchResult play_match(const Workload& workload, std::span<const PeerInfo> all_peers, const MatchOptions& options)
{
    const bool asks_self =
        std::any_of(workload.questions.begin(), workload.questions.end(), [](const Question& q) { return q.a == q.b; });
    std::vector<PeerInfo> peers;
    const PlaysRows sitting_out = workload.tools.empty() ? PlaysRows::with_tools : PlaysRows::without_tools;
    for (const PeerInfo& peer : all_peers)
        if ((peer.self_collision || !asks_self) && peer.rows != sitting_out)
            peers.push_back(peer);
    const std::size_t frame_count = workload.frames.size();
    MatchResult result;
    result.workload = workload.name;
    result.triangles = workload.triangle_count();
    result.frames = frame_count;
    result.is_of_tool = !workload.tools.empty();
    result.fewest_pairs = std::numeric_limits<std::size_t>::max();
    result.reference = peers.empty() ? "" : peers.front().name;

    std::vector<Player> players(peers.size());
    for (std::size_t k = 0; k < peers.size(); ++k) {
        Player& player = players[k];
        player.info = &peers[k];
        player.plays_all = k == 0 || peers[k].name == "Tactus";
        player.update_ms.assign(frame_count, not_played);
        player.query_ms = player.total_ms = player.update_ms;
        player.peer = peers[k].make();
        const double begin = cpu_seconds();
        player.peer->build(workload);
        player.times.build_ms = (cpu_seconds() - begin) * 1e3;
    }

    std::vector<PairSets> reference(frame_count);
    for (std::size_t pass = 0; pass < options.passes; ++pass)
        for (std::size_t k = 0; k < players.size(); ++k) {
            // The reference goes first in the first pass; after that they take turns at it.
            Player& player = players[(k + pass) % players.size()];
            for (std::size_t frame = 0; frame < frame_count; ++frame) {
                if (!may_play(player, pass, frame, frame_count, options))
                    continue;
                play_frame(player, workload, frame);
                player.passes = pass + 1;
                if (pass > 0)
                    continue;
                PairSets& sets = k == 0 ? reference[frame] : player.sets;
                player.peer->collect(sets);
                if (result.is_of_tool)
                    keep_touched(sets);
                sort_sets(sets);
                if (k > 0)
                    compare(player, reference[frame]);
            }
        }
    for (const PairSets& sets : reference) {
        result.fewest_pairs = std::min(result.fewest_pairs, count_pairs(sets));
        result.max_pairs = std::max(result.max_pairs, count_pairs(sets));
        result.all_pairs += count_pairs(sets);
    }

    for (Player& player : players)
        result.peers.push_back(finish(player));
    return result;
}

const PeerTimes* times_of(const MatchResult& match, std::string_view name)
{
    for (const PeerTimes& peer : match.peers)
        if (peer.name == name && peer.frames_played > 0)
            return &peer;
    return nullptr;
}

std::optional<Ratio> ratio_of(const MatchResult& match, std::string_view ours)
{
    const PeerTimes* tactus = times_of(match, ours);
    if (tactus == nullptr || tactus->total_ms <= 0.0)
        return std::nullopt;
    Ratio ratio;
    for (const PeerTimes& peer : match.peers)
        if (!peer.name.starts_with("Tactus") && peer.frames_played > 0
            && (ratio.fastest_peer.empty() || peer.total_ms < ratio.fastest_ms)) {
            ratio.fastest_peer = peer.name;
            ratio.fastest_ms = peer.total_ms;
            ratio.times_faster_in_mean = peer.mean_total_ms / tactus->mean_total_ms;
        }
    if (ratio.fastest_peer.empty())
        return std::nullopt;
    ratio.times_faster = ratio.fastest_ms / tactus->total_ms;
    return ratio;
}

} // namespace tactus::peers
