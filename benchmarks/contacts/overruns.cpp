// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>
#include <cmath>

#include <fmt/format.h>

#include "cli/measure/thread_clock.h"
#include "measurements.h"
#include "sequences/played_scene.h"

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

TableRow row_of(const PlayedScene& scene, std::size_t queries, const Tell& tell)
{
    PlayedWorld played = value_or_throw(scene.make_world({.contact_distance = scene.contact_distance()}));
    const double clock_cost = clock_cost_us();
    std::vector<double> cut, all;
    cut.reserve(queries);
    all.reserve(queries);
    for (std::size_t query = 0; query < queries; ++query) {
        succeed_or_throw(played.give(scene, scene.to_and_fro(query)));
        const double allowed = budget_us(query);
        const auto duration = std::chrono::nanoseconds(std::llround(1e3 * allowed));
        const double begin = cli::thread_microseconds();
        const ContactReport& report = played.world.find_contacts(Budget::within(duration));
        const double overrun = cli::thread_microseconds() - begin - clock_cost - allowed;
        all.push_back(overrun);
        if (!report.complete)
            cut.push_back(overrun);
        if (query % 256 == 0)
            tell(double(query) / double(queries));
    }
    const cli::Percentiles of_cut = cli::percentiles(cut);
    return {
        fmt::format(
            "| {} | {} | {} | {} | {} |\n", scene.name(), scene.triangle_count(), queries, cut.size(), cells(of_cut)),
        {{"scene", scene.name()},
         {"triangles", scene.triangle_count()},
         {"queries", queries},
         {"cut", cut.size()},
         {"overrun_us", numbers(of_cut)},
         {"overrun_of_all_us", numbers(cli::percentiles(all))}}};
}

} // namespace

void measure_overruns(const Choices& choices, Table& table)
{
    table.add_text(
        "## Overruns of deadlines\n\nBudgets of 10 to 1000 microseconds, log-spaced and mixed, a query a frame. CPU "
        "microseconds of the thread beyond the budget, of the queries that their deadline ended; negative before "
        "it.\n\n"
        "| scene | triangles | queries | cut short | median | 99 % | 99.9 % | worst |\n"
        "|---|---|---|---|---|---|---|---|\n");
    const std::size_t queries = choices.quick ? std::min<std::size_t>(choices.queries, 5000) : choices.queries;
    for (const std::string& name : choices.scenes) {
        RowProgress progress("overruns " + name);
        table.add(row_of(value_or_throw(PlayedScene::make_touching(name, 400)), queries, progress.tell()));
    }
}

} // namespace tactus::contacts
