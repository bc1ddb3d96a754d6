// SPDX-License-Identifier: MIT
#include "thread_scaling.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>

#include "libraries/tactus_peer.h"
#include "measure/median.h"

namespace tactus::peers {

namespace {

using benchmarks::median;
using Clock = std::chrono::steady_clock;

double milliseconds(Clock::time_point begin, Clock::time_point end)
{
    return std::chrono::duration<double, std::milli>(end - begin).count();
}

struct Times {
    std::vector<double> total_ms, query_ms; // per frame, the fastest pass
};

void play_frame(Peer& peer, const Workload& workload, std::size_t frame, Times& times)
{
    peer.update(workload.frames[frame > 0 ? frame - 1 : 1 % workload.frames.size()]);
    peer.query();
    const auto before = Clock::now();
    peer.update(workload.frames[frame]);
    const auto between = Clock::now();
    peer.query();
    const auto after = Clock::now();
    times.total_ms[frame] = std::min(times.total_ms[frame], milliseconds(before, after));
    times.query_ms[frame] = std::min(times.query_ms[frame], milliseconds(between, after));
}

} // namespace

ScalingResult measure_scaling(const Workload& workload, std::uint32_t workers, std::size_t passes)
{
    const std::array<std::unique_ptr<Peer>, 2> peers{make_tactus_peer(1), make_tactus_peer(workers)};
    const std::vector<double> not_played(workload.frames.size(), std::numeric_limits<double>::infinity());
    std::array<Times, 2> times{{{not_played, not_played}, {not_played, not_played}}};
    for (const auto& peer : peers)
        peer->build(workload);
    for (std::size_t pass = 0; pass < passes; ++pass)
        for (std::size_t frame = 0; frame < workload.frames.size(); ++frame)
            for (std::size_t k = 0; k < peers.size(); ++k) {
                const std::size_t turn = (k + pass + frame) % peers.size();
                play_frame(*peers[turn], workload, frame, times[turn]);
            }
    return {
        .workload = workload.name,
        .triangles = workload.triangle_count(),
        .workers = workers,
        .one_worker_ms = median(times[0].total_ms),
        .workers_ms = median(times[1].total_ms),
        .one_worker_query_ms = median(times[0].query_ms),
        .workers_query_ms = median(times[1].query_ms),
    };
}

} // namespace tactus::peers
