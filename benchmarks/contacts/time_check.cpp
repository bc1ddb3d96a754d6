// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <limits>

#include "measure/cpu_clock.h"
#include "measurements.h"

namespace tactus::contacts {

Result<TimeCheckResult>
measure_time_check(const PlayedScene& scene, std::uint32_t frames, std::uint32_t passes, const Tell& tell)
{
    auto made = scene.make_world({.contact_distance = scene.contact_distance()});
    if (!made)
        return made.error();
    auto& [world, bodies] = made.value();
    const double clock_cost = benchmarks::cpu_clock_cost_seconds();
    frames = std::min(frames, scene.frame_count());
    TimeCheckResult result;
    enum { unlimited, in_units, until_deadline };
    for (std::uint32_t k = 0; k < frames; ++k) {
        const auto frame = static_cast<std::uint32_t>(std::uint64_t{k} * scene.frame_count() / frames);
        std::array<double, 3> least;
        least.fill(std::numeric_limits<double>::max());
        std::uint64_t units = 0;
        // One pass more: in the first, contacts of another frame are verified.
        for (std::uint32_t pass = 0; pass <= passes; ++pass)
            for (std::uint32_t turn = 0; turn < 3; ++turn) {
                const std::uint32_t which = (turn + pass) % 3;
                const Budget budget = which == unlimited  ? Budget::unlimited()
                                      : which == in_units ? Budget::work_units(std::uint64_t{1} << 62)
                                                          : Budget::until(Budget::Clock::now() + std::chrono::hours(1));
                if (Result<void> given = scene.give(frame, world, bodies); !given)
                    return given.error();
                const double begin = benchmarks::cpu_seconds();
                const ContactReport& report = world.find_contacts(budget);
                const double seconds = benchmarks::cpu_seconds() - begin - clock_cost;
                if (pass > 0)
                    least[which] = std::min(least[which], seconds);
                if (which == in_units)
                    units = report.work_units_spent;
            }
        result.unlimited_us += 1e6 * least[unlimited] / frames;
        result.units_us += 1e6 * least[in_units] / frames;
        result.deadline_us += 1e6 * least[until_deadline] / frames;
        result.units += double(units) / frames;
        tell(double(k + 1) / frames);
    }
    return result;
}

} // namespace tactus::contacts
