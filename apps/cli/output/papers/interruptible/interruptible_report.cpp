// SPDX-License-Identifier: MIT
#include "cli/output/papers/interruptible/interruptible_report.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include <fmt/format.h>

#include "cli/output/number_text.h"
#include "cli/output/table.h"
#include "cli/pictures/line_chart.h"

namespace tactus::cli {

namespace {

using Stop = InterruptibleFigures::Stop;
using Interaction = InterruptibleFigures::Interaction;

std::string papers_table_text()
{
    Table table(
        {"critical time, s", "dragons: PAIRLIST", "COLLISIONLIST", "bunnies: PAIRLIST", "COLLISIONLIST",
         "both: PAIRLIST", "COLLISIONLIST"});
    for (const interruptible_paper::Row& row : interruptible_paper::table_1)
        table.add_row(
            {fmt::format("{}", row.critical_seconds), std::to_string(row.dragons.pairs),
             std::to_string(row.dragons.collisions), std::to_string(row.bunnies.pairs),
             std::to_string(row.bunnies.collisions), std::to_string(row.bunny_and_dragon.pairs),
             std::to_string(row.bunny_and_dragon.collisions)});
    return table.text();
}

bool is_power_of_ten(std::uint64_t number)
{
    while (number >= 10 && number % 10 == 0)
        number /= 10;
    return number == 1;
}

std::string percent_of_size(double metres) { return fmt::format("{:.2f} %", 100.0 * metres); }

std::string lengths_text(const Interaction& interaction)
{
    Table table(
        {"tests", "PAIRLIST", "COLLISIONLIST", "deepest overlap", "pairs lost", "ours: contacts", "parts left",
         "deepest", "wrong by at most"});
    for (const Stop& stop : interaction.stops)
        if (is_power_of_ten(stop.tests) || &stop == &interaction.stops.back())
            table.add_row(
                {std::to_string(stop.tests), std::to_string(stop.pairs), std::to_string(stop.collisions),
                 percent_of_size(stop.deepest), std::to_string(stop.lost), std::to_string(stop.own_contacts),
                 std::to_string(stop.own_unrefined), percent_of_size(stop.own_deepest),
                 percent_of_size(stop.own_error)});
    return table.text();
}

/// Something of each interaction, in their order.
template <typename Words>
std::string of_each(const InterruptibleFigures& figures, const Words& words)
{
    std::vector<std::string> texts;
    for (const Interaction& interaction : figures.interactions)
        texts.push_back(words(interaction));
    return fmt::format("{}", fmt::join(texts, ", "));
}

} // namespace

std::string interruptible_report_text(const InterruptibleFigures& figures)
{
    std::string text = fmt::format(
        "Mendoza and O'Sullivan 2006, the interruptible traversal of two sphere trees\n\n"
        "Table 1 of the paper, by the clock ({})\n\n{}",
        interruptible_paper::machine, papers_table_text());
    for (const Interaction& interaction : figures.interactions)
        text += fmt::format(
            "\n{}, {}, {} and {} triangles, {} pairs of which intersect; by tests, and our contacts by as many work "
            "units\n\n{}\nto the end: {} tests in {} ms, and {} ms for all contacts of ours\n",
            interaction.name, interaction.follows_script ? "bent by a script" : "posed", interaction.triangles[0],
            interaction.triangles[1], interaction.intersecting, lengths_text(interaction),
            interaction.stops.back().tests, milliseconds_text(interaction.milliseconds),
            milliseconds_text(interaction.own_milliseconds));
    return text
           + "\nlengths in percent of a body's size; an overlap of spheres is what the paper takes for a penetration, "
             "and lost pairs are intersecting triangles in neither list; times are CPU time of the thread\n";
}

Json interruptible_report_json(const InterruptibleFigures& figures)
{
    Json json = {{"interactions", Json::array()}, {"table_1", Json::array()}};
    for (const interruptible_paper::Row& row : interruptible_paper::table_1) {
        const auto lengths = [](const interruptible_paper::Lengths& both) {
            return Json{{"pairs", both.pairs}, {"collisions", both.collisions}};
        };
        json["table_1"].push_back(
            {{"critical_seconds", row.critical_seconds},
             {"dragons", lengths(row.dragons)},
             {"bunnies", lengths(row.bunnies)},
             {"bunny_and_dragon", lengths(row.bunny_and_dragon)}});
    }
    for (const Interaction& interaction : figures.interactions) {
        Json stops = Json::array();
        for (const Stop& stop : interaction.stops)
            stops.push_back(
                {{"tests", stop.tests},
                 {"pairs", stop.pairs},
                 {"collisions", stop.collisions},
                 {"deepest_overlap", stop.deepest},
                 {"pairs_lost", stop.lost},
                 {"own_contacts", stop.own_contacts},
                 {"own_unrefined", stop.own_unrefined},
                 {"own_deepest", stop.own_deepest},
                 {"own_error", stop.own_error}});
        json["interactions"].push_back(
            {{"name", interaction.name},
             {"follows_script", interaction.follows_script},
             {"triangles", {interaction.triangles[0], interaction.triangles[1]}},
             {"intersecting_pairs", interaction.intersecting},
             {"first_collision", interaction.first_collision},
             {"milliseconds", interaction.milliseconds},
             {"own_milliseconds", interaction.own_milliseconds},
             {"stops", stops}});
    }
    return json;
}

std::vector<Claim> interruptible_claims(const InterruptibleFigures& figures)
{
    const std::vector<Interaction>& all = figures.interactions;
    const auto first_length = [](const Interaction& interaction) { return interaction.stops.front().pairs; };
    std::size_t lost = 0, stops = 0;
    for (const Interaction& interaction : all)
        for (const Stop& stop : interaction.stops) {
            lost += stop.lost;
            ++stops;
        }
    return {
        {paper_names::interruptible_spheres, "a short time leaves COLLISIONLIST empty (Table 1)",
         std::ranges::all_of(
             all, [](const Interaction& each) { return 100 * each.first_collision > each.stops.back().tests; }),
         fmt::format(
             "the first collision comes at test {}",
             of_each(
                 figures,
                 [](const Interaction& each) {
                     return fmt::format("{} of {}", each.first_collision, each.stops.back().tests);
                 }))},
        {paper_names::interruptible_spheres, "with more time COLLISIONLIST fills (Table 1)",
         std::ranges::all_of(
             all,
             [](const Interaction& each) {
                 return each.stops.back().collisions > 0 && std::ranges::is_sorted(each.stops, {}, &Stop::collisions);
             }),
         fmt::format(
             "it has {} pairs in the end, and never fewer with more tests",
             of_each(figures, [](const auto& each) { return std::to_string(each.stops.back().collisions); }))},
        {paper_names::interruptible_spheres, "with more time PAIRLIST grows dramatically (Table 1)",
         std::ranges::all_of(all, [&](const Interaction& each) { return each.longest() >= 10 * first_length(each); }),
         fmt::format(
             "from {} after the first test to {} at the most; 0 in the end",
             of_each(figures, [&](const auto& each) { return std::to_string(first_length(each)); }),
             of_each(figures, [](const auto& each) { return std::to_string(each.longest()); }))},
        {paper_names::interruptible_spheres,
         "wherever it is interrupted no collision is missed: it is in one of the two lists (section 4.2)", lost == 0,
         fmt::format(
             "{} of {} intersecting pairs are in neither, at {} stops", lost,
             of_each(figures, [](const auto& each) { return std::to_string(each.intersecting); }), stops)}};
}

std::string interruptible_svg(const InterruptibleFigures& figures)
{
    std::vector<LineChart> charts;
    for (const Interaction& interaction : figures.interactions) {
        const std::string how = interaction.name + (interaction.follows_script ? ", bent by a script" : ", posed");
        const auto series = [&](const char* name, const auto& value) {
            ChartSeries made{.name = name, .points = {}, .has_dots = true};
            for (const Stop& stop : interaction.stops) {
                made.points.push_back({double(stop.tests), double(value(stop))});
                if (value(stop) > 0)
                    made.zero_at.reset();
                else if (!made.zero_at && made.points.size() > 1 && made.points.end()[-2].y > 0.0)
                    made.zero_at = made.points.back().x;
            }
            return made;
        };
        const ChartAxis tests{.label = "tests of two spheres, or work units of ours", .scale = Scale::logarithmic};
        charts.push_back(
            {.title = "Listed: " + how,
             .x = tests,
             .y = {.label = "pairs", .scale = Scale::logarithmic},
             .series = {
                 series("PAIRLIST", [](const Stop& stop) { return stop.pairs; }),
                 series("COLLISIONLIST", [](const Stop& stop) { return stop.collisions; }),
                 series("our parts left open", [](const Stop& stop) { return stop.own_unrefined; }),
                 series("our contacts", [](const Stop& stop) { return stop.own_contacts; })}});
        charts.push_back(
            {.title = "Depth: " + how,
             .x = tests,
             .y = {.label = "percent of a body's size", .scale = Scale::logarithmic},
             .series = {
                 series("deepest overlap of spheres", [](const Stop& stop) { return 100.0 * stop.deepest; }),
                 series("our certified error", [](const Stop& stop) { return 100.0 * stop.own_error; }),
                 series("our deepest contact", [](const Stop& stop) { return 100.0 * stop.own_deepest; })}});
    }
    return svg_text(charts);
}

} // namespace tactus::cli
