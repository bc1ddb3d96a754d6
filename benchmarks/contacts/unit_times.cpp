// SPDX-License-Identifier: MIT
#include <algorithm>

#include "cli/measure/thread_clock.h"
#include "measurements.h"

namespace tactus::contacts {

namespace {

struct Times {
    std::vector<double> units;
    std::vector<double> begins;
};

/// Plays frames from the middle on, unit by unit. Of each unit's time, that of a call without one is taken off.
Result<Times> play(const PlayedScene& scene, std::uint32_t frames, const Tell& tell)
{
    auto made = scene.make_world({.contact_distance = scene.contact_distance()});
    if (!made)
        return made.error();
    auto& [world, bodies] = made.value();
    Times times;
    const std::uint32_t first = (scene.frame_count() - frames) / 2;
    for (std::uint32_t k = 0; k < frames; ++k) {
        if (Result<void> given = scene.give(first + k, world, bodies); !given)
            return given.error();
        double begin = cli::thread_microseconds();
        const ContactReport* report = &world.find_contacts(Budget::work_units(0));
        times.begins.push_back(cli::thread_microseconds() - begin);
        while (!report->complete) {
            begin = cli::thread_microseconds();
            world.refine_contacts(Budget::work_units(0));
            const double middle = cli::thread_microseconds();
            report = &world.refine_contacts(Budget::work_units(1));
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

} // namespace

Result<UnitTimesResult>
measure_unit_times(const PlayedScene& scene, std::uint32_t frames, std::uint32_t worlds, const Tell& tell)
{
    frames = std::min(frames, scene.frame_count());
    UnitTimesResult result;
    Times least;
    for (std::uint32_t k = 0; k < worlds; ++k) {
        Result<Times> times = play(scene, frames, [&](double share) { tell((k + share) / worlds); });
        if (!times)
            return times.error();
        if (k == 0) {
            result.first_us = percentiles(times.value().units);
            least = std::move(times).value();
            continue;
        }
        keep_least(least.units, times.value().units);
        keep_least(least.begins, times.value().begins);
    }
    result.units = least.units.size();
    result.unit_us = percentiles(std::move(least.units));
    result.begin_us = percentiles(std::move(least.begins));
    return result;
}

} // namespace tactus::contacts
