// SPDX-License-Identifier: MIT
#include <array>
#include <chrono>
#include <cstdint>

#include <fmt/format.h>

#include "measurements.h"
#include "tables/in_turn.h"

namespace tactus::contacts {

namespace {

enum WayNumber : std::size_t { unlimited, in_units, until_deadline };

std::array<Way, 3> ways_of(const ContactSettings& settings)
{
    return {
        Way{.settings = settings},
        Way{.settings = settings, .budget = [] { return Budget::work_units(std::uint64_t{1} << 62); }},
        Way{.settings = settings,
            .budget = [] { return Budget::until(Budget::Clock::now() + std::chrono::hours(1)); }}};
}

TableRow row_of(const std::string& title, const std::string& which, const std::vector<WayResult>& ways)
{
    const double ratio = ways[until_deadline].query_us / ways[unlimited].query_us;
    const double check_us = ways[until_deadline].query_us - ways[in_units].query_us;
    return {
        fmt::format(
            "| {} | {} | {:.1f} | {:.1f} | {:.1f} | **{:.2f}** | {:.1f} | {:.0f} |\n", title, which,
            ways[unlimited].query_us, ways[in_units].query_us, ways[until_deadline].query_us, ratio,
            100.0 * check_us / ways[in_units].query_us, ways[in_units].work_units),
        {{"scene", title},
         {"contacts", which},
         {"unlimited_us", ways[unlimited].query_us},
         {"units_us", ways[in_units].query_us},
         {"deadline_us", ways[until_deadline].query_us},
         {"ratio", ratio},
         {"units", ways[in_units].work_units}}};
}

} // namespace

void measure_unreached_budget(const Choices& choices, Table& table)
{
    table.add_text(
        "## A budget that is never reached\n\nThe same frames without a limit, with more work units than a query "
        "needs, and with a deadline that never comes, in turn; depths measured, contacts up to half a mean edge apart. "
        "CPU microseconds, means over frames, each the fastest of its passes. The ratio is the deadline over no limit; "
        "the clock is what the deadline costs over units.\n\n"
        "| scene | contacts | without a limit | in units | with a deadline | ratio | the clock, % | units |\n"
        "|---|---|---|---|---|---|---|---|\n");
    struct Sequence {
        std::string title;
        PlayedScene scene;
    };
    const Sequence sequences[] = {
        {"bumpy spheres 2 x 5k", value_or_throw(PlayedScene::make_sequence("bumpy_spheres", 5120, choices.quick))},
        {"organ 1280, tool 64", value_or_throw(PlayedScene::make_sequence("organ_tool", 1280, choices.quick))},
        {"haptic probe", value_or_throw(PlayedScene::make_touching("haptic_probe", choices.quick ? 20 : 120))}};
    for (const Sequence& sequence : sequences)
        for (const ContactSelection which : {ContactSelection::local, ContactSelection::all}) {
            const std::string name = which == ContactSelection::local ? "local" : "all";
            RowProgress progress("unreached_budget " + sequence.title + " " + name);
            const ContactSettings settings{.contact_distance = sequence.scene.contact_distance(), .which = which};
            const std::vector<WayResult> results =
                play_in_turn(sequence.scene, ways_of(settings), choices.passes, TimeOf::processor, progress.tell());
            table.add(row_of(sequence.title, name, results));
            check_complete(sequence.title, results, table);
        }
}

} // namespace tactus::contacts
