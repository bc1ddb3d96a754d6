// SPDX-License-Identifier: MIT
#include "cli/reproduce/tool_query/timed_roads.h"

#include <algorithm>
#include <ctime>
#include <optional>
#include <utility>

#include <tactus/tactus.h>

#include "cli/reproduce/tool_query/obb_tree.h"
#include "cli/reproduce/tool_query/paper_half_spaces.h"

namespace tactus::cli {

namespace {

class ProcessorRoad final : public TimedRoad {
public:
    static Result<std::unique_ptr<TimedRoad>> create(const TrialBody& body, bool faces_alone)
    {
        auto road = std::unique_ptr<ProcessorRoad>(new ProcessorRoad);
        const Result<BodyId> organ =
            road->world_.add_body({.triangles = body.triangles(), .positions = body.positions_at(0.0)});
        if (!organ.ok())
            return organ.error();
        road->organ_ = organ.value();
        road->options_.shaft_parts = road->options_.first_touch = !faces_alone;
        return std::unique_ptr<TimedRoad>(std::move(road));
    }

    void prepare(const TrialFrames& frames) override
    {
        if (tool_)
            world_.remove_body(*tool_).value();
        const ToolVolume& volume = frames.volumes[0];
        tool_ = world_
                    .add_tool(
                        {.pivot = volume.pivot, .tip = volume.old_tip, .radius = volume.radius, .sweep = frames.sweeps})
                    .value();
    }

    std::size_t play(const TrialFrames& frames, std::size_t number) override
    {
        world_.set_positions(organ_, frames.positions[number % 2]).value();
        const ToolVolume& volume = frames.volumes[number % 2];
        world_.set_tool(*tool_, volume.pivot, volume.tip).value();
        return world_.find_touched(*tool_, options_).value().faces.size();
    }

private:
    ProcessorRoad() = default;

    World world_ = World::create().value();
    BodyId organ_ = {};
    std::optional<BodyId> tool_;
    TouchOptions options_;
};

class ObbRoad final : public TimedRoad {
public:
    explicit ObbRoad(ObbWay way) : way_(way) {}

    void prepare(const TrialFrames& frames) override
    {
        organ_.build(frames.triangles, frames.positions[0]);
        build_tool(frames, frames.volumes[0]);
    }

    std::size_t play(const TrialFrames& frames, std::size_t number) override
    {
        if (way_ != ObbWay::kept)
            organ_.build(frames.triangles, frames.positions[number % 2]);
        if (way_ == ObbWay::build_only)
            return organ_.nodes().size();
        if (frames.sweeps)
            build_tool(frames, frames.volumes[number % 2]);
        pairs_.clear();
        ObbWork work;
        find_pairs(organ_, tool_, pairs_, work);
        return pairs_.size();
    }

private:
    void build_tool(const TrialFrames& frames, const ToolVolume& volume)
    {
        const std::optional<PaperHalfSpaces> paper =
            frames.sweeps ? sweeping_volume(volume, SweepView::perspective) : standing_volume(volume);
        if (paper)
            tool_.build(surface_, paper->corners);
    }

    ObbWay way_;
    std::array<TriangleIndices, 12> surface_ = volume_surface();
    ObbTree organ_;
    ObbTree tool_;
    std::vector<TrianglePair> pairs_;
};

double microseconds_now(RoadClock clock)
{
    timespec time{};
    clock_gettime(
        clock == RoadClock::thread    ? CLOCK_THREAD_CPUTIME_ID
        : clock == RoadClock::process ? CLOCK_PROCESS_CPUTIME_ID
                                      : CLOCK_MONOTONIC,
        &time);
    return static_cast<double>(time.tv_sec) * 1e6 + static_cast<double>(time.tv_nsec) * 1e-3;
}

} // namespace

TrialFrames::TrialFrames(const TrialBody& body, const ToolTrial& trial, bool tool_sweeps)
    : triangles(body.triangles()), sweeps(tool_sweeps)
{
    volumes[0] = volumes[1] = tool_sweeps ? trial.volume : standing(trial.volume);
    std::swap(volumes[1].tip, volumes[1].old_tip);
    constexpr double frames_per_second = 1000.0;
    positions = {body.positions_at(trial.seconds), body.positions_at(trial.seconds + 1.0 / frames_per_second)};
}

Result<std::unique_ptr<TimedRoad>> processor_road(const TrialBody& body, bool faces_alone)
{
    return ProcessorRoad::create(body, faces_alone);
}

std::unique_ptr<TimedRoad> obb_road(ObbWay way) { return std::make_unique<ObbRoad>(way); }

double microseconds_a_frame(const NamedRoad& road, const TrialFrames& frames)
{
    constexpr double worth_reading = 300.0;
    const RoadClock clock = road.info.clock;
    road.road->prepare(frames);
    // The first frame brings memory and caches into shape, the second says how many more are worth it.
    road.road->play(frames, 0);
    double begin = microseconds_now(clock);
    road.road->play(frames, 1);
    const double one = microseconds_now(clock) - begin;
    const auto count = static_cast<std::size_t>(std::clamp(worth_reading / std::max(one, 0.5), 1.0, 200.0));
    begin = microseconds_now(clock);
    for (std::size_t number = 0; number < count; ++number)
        road.road->play(frames, number);
    return (microseconds_now(clock) - begin) / double(count);
}

} // namespace tactus::cli
