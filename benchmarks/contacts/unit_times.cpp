// SPDX-License-Identifier: MIT
#include <algorithm>

#include <fmt/format.h>

#include "cli/measure/thread_clock.h"
#include "measurements.h"
#include "sequences/played_scene.h"

namespace tactus::contacts {

namespace {

constexpr std::uint32_t world_count = 3;

struct UnitTimes {
    std::vector<double> units;
    std::vector<double> begins;
};

/// Plays frames from the middle on, unit by unit. Of each unit's time, that of a call without one is taken off.
UnitTimes play(const PlayedScene& scene, std::uint32_t frames, const Tell& tell)
{
    PlayedWorld played = value_or_throw(scene.make_world({.contact_distance = scene.contact_distance()}));
    UnitTimes times;
    const std::uint32_t first = (scene.frame_count() - frames) / 2;
    for (std::uint32_t k = 0; k < frames; ++k) {
        succeed_or_throw(played.give(scene, first + k));
        double begin = cli::thread_microseconds();
        const ContactReport* report = &played.world.find_contacts(Budget::work_units(0));
        times.begins.push_back(cli::thread_microseconds() - begin);
        while (!report->complete) {
            begin = cli::thread_microseconds();
            played.world.refine_contacts(Budget::work_units(0));
            const double middle = cli::thread_microseconds();
            report = &played.world.refine_contacts(Budget::work_units(1));
            const double end = cli::thread_microseconds();
            if (report->work_units_spent == 0)
                break;
            times.units.push_back(end - middle - (middle - begin));
        }
        tell(double(k + 1) / frames);
    }
    return times;
}

void keep_least(std::vector<double>& least, const std::vector<double>& times)
{
    for (std::size_t k = 0; k < std::min(least.size(), times.size()); ++k)
        least[k] = std::min(least[k], times[k]);
}

TableRow row_of(const PlayedScene& scene, std::uint32_t frames, const Tell& tell)
{
    UnitTimes least = play(scene, frames, [&](double share) { tell(share / world_count); });
    const cli::Percentiles first_us = cli::percentiles(least.units);
    for (std::uint32_t k = 1; k < world_count; ++k) {
        const UnitTimes times = play(scene, frames, [&](double share) { tell((k + share) / world_count); });
        keep_least(least.units, times.units);
        keep_least(least.begins, times.begins);
    }
    const cli::Percentiles unit_us = cli::percentiles(least.units);
    const cli::Percentiles begin_us = cli::percentiles(least.begins);
    return {
        fmt::format(
            "| {} | {} | {} | {} | {:.2f} | {:.2f} | {:.2f} | {:.2f} |\n", scene.name(), scene.triangle_count(),
            least.units.size(), cells(unit_us), first_us.p99, first_us.worst, begin_us.p50, begin_us.worst),
        {{"scene", scene.name()},
         {"triangles", scene.triangle_count()},
         {"units", least.units.size()},
         {"unit_us", numbers(unit_us)},
         {"first_world_unit_us", numbers(first_us)},
         {"begin_us", numbers(begin_us)}}};
}

} // namespace

void measure_unit_times(const Choices& choices, Table& table)
{
    table.add_text(
        "## Work units\n\nHow long single units take, CPU microseconds of the thread; each the least of several worlds "
        "that do the same. The last columns: all units in the first world, with whatever came between, and what a "
        "query takes before its first unit.\n\n"
        "| scene | triangles | units | median | 99 % | 99.9 % | worst | first world 99 % | worst | begin, median | "
        "worst |\n"
        "|---|---|---|---|---|---|---|---|---|---|---|\n");
    for (const std::string& name : choices.scenes) {
        RowProgress progress("unit_times " + name);
        const PlayedScene scene = value_or_throw(PlayedScene::make_touching(name, 400));
        table.add(row_of(scene, std::min<std::uint32_t>(choices.quick ? 8 : 30, scene.frame_count()), progress.tell()));
    }
}

} // namespace tactus::contacts
