// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>
#include <cmath>

#include "cli/measure/thread_clock.h"
#include "measurements.h"

namespace tactus::contacts {

namespace {

constexpr double least_us = 10.0;
constexpr double max_us = 1000.0;

/// Spread evenly however many are taken.
double budget_us(std::size_t query)
{
    constexpr double golden = 0.6180339887498949;
    double whole = 0.0;
    return least_us * std::pow(max_us / least_us, std::modf(double(query + 1) * golden, &whole));
}

/// What asking for the time costs.
double clock_cost_us()
{
    double least = 1e9;
    for (int round = 0; round < 1000; ++round) {
        const double begin = cli::thread_microseconds();
        least = std::min(least, cli::thread_microseconds() - begin);
    }
    return least;
}

} // namespace

Result<OverrunResult> measure_overruns(const PlayedScene& scene, std::size_t queries, const Tell& tell)
{
    auto made = scene.make_world({.contact_distance = scene.contact_distance()});
    if (!made)
        return made.error();
    auto& [world, bodies] = made.value();
    const double clock_cost = clock_cost_us();
    std::vector<double> cut, all;
    cut.reserve(queries);
    all.reserve(queries);
    for (std::size_t query = 0; query < queries; ++query) {
        if (Result<void> given = scene.give(scene.to_and_fro(query), world, bodies); !given)
            return given.error();
        const double allowed = budget_us(query);
        const auto duration = std::chrono::nanoseconds(std::llround(1e3 * allowed));
        const double begin = cli::thread_microseconds();
        const ContactReport& report = world.find_contacts(Budget::within(duration));
        const double overrun = cli::thread_microseconds() - begin - clock_cost - allowed;
        all.push_back(overrun);
        if (!report.complete)
            cut.push_back(overrun);
        if (query % 256 == 0)
            tell(double(query) / double(queries));
    }
    OverrunResult result;
    result.queries = queries;
    result.cut = cut.size();
    result.overrun_us = percentiles(std::move(cut));
    result.all_us = percentiles(std::move(all));
    return result;
}

} // namespace tactus::contacts
