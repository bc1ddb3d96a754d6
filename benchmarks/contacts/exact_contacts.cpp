// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "measurements.h"
#include "tables/in_turn.h"
#include "workloads.h"

namespace tactus::contacts {

namespace {

enum WayNumber : std::size_t { pairs, plain, deep, local, touching };

std::array<Way, 5> ways_of(float distance)
{
    const auto contacts = [](float contact_distance, ContactSelection which, bool measure_depths) {
        return Way{
            .settings = {
                .contact_distance = contact_distance,
                .which = which,
                .max_contacts = std::size_t{1} << 20,
                .measure_depths = measure_depths}};
    };
    return {
        Way{.asks_for_pairs = true}, contacts(distance, ContactSelection::all, false),
        contacts(distance, ContactSelection::all, true), contacts(distance, ContactSelection::local, true),
        contacts(0.0f, ContactSelection::local, true)};
}

TableRow row_of(const std::string& title, const std::vector<WayResult>& ways)
{
    const double ratio = ways[plain].query_us / ways[pairs].query_us;
    const double depths_ratio = ways[deep].query_us / ways[pairs].query_us;
    const double inside = ways[deep].vertices_inside;
    const double inside_us = inside > 0.0 ? (ways[deep].query_us - ways[plain].query_us) / inside : 0.0;
    return {
        fmt::format(
            "| {} | {:.1f} | {:.1f} | {:.1f} | **{:.2f}** | {:.1f} | {:.2f} | {:.0f} | **{:.2f}** | {:.1f} | {:.1f} | "
            "{:.0f} | {:.0f} | {:.0f} |\n",
            title, ways[pairs].update_us, ways[pairs].query_us, ways[plain].query_us, ratio, ways[deep].query_us,
            depths_ratio, inside, inside_us, ways[local].query_us, ways[touching].query_us, ways[pairs].found,
            ways[plain].found, ways[local].found),
        {{"sequence", title},
         {"update_us", ways[pairs].update_us},
         {"pairs_us", ways[pairs].query_us},
         {"contacts_us", ways[plain].query_us},
         {"depths_us", ways[deep].query_us},
         {"local_us", ways[local].query_us},
         {"touching_us", ways[touching].query_us},
         {"ratio", ratio},
         {"depths_ratio", depths_ratio},
         {"vertices_inside", inside},
         {"vertex_inside_us", inside_us},
         {"pairs", ways[pairs].found},
         {"contacts", ways[plain].found},
         {"local_contacts", ways[local].found}}};
}

bool is_chosen(const peers::Row& row, const Choices& choices)
{
    if (choices.rows.empty())
        return row.main && (!choices.quick || row.triangles <= 5120);
    return std::ranges::find(choices.rows, row.name) != choices.rows.end();
}

} // namespace

void measure_exact_contacts(const Choices& choices, Table& table)
{
    table.add_text(
        "## Exact contacts\n\nAll contacts up to half a mean edge apart, without and with depths, local ones with "
        "depths, and these at distance zero, against the pair query, in turn on the same frames. CPU microseconds a "
        "frame, means over frames, each the fastest of its passes; updates are counted apart. A vertex inside costs "
        "what depths take on top, divided by the vertices that lie inside the other body.\n\n"
        "| sequence | update | pairs query | all | ratio | with depths | ratio | vertices inside | us a vertex inside "
        "| local | at distance zero | pairs | all contacts | local contacts |\n"
        "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
    for (const peers::Row& row : peers::all_rows()) {
        if (row.kind != peers::RowKind::meshes || !is_chosen(row, choices))
            continue;
        RowProgress progress("exact_contacts " + row.name);
        const PlayedScene scene = value_or_throw(PlayedScene::make_sequence(row.scene, row.triangles, choices.quick));
        const std::vector<WayResult> results =
            play_in_turn(scene, ways_of(scene.contact_distance()), choices.passes, TimeOf::processor, progress.tell());
        table.add(row_of(row.title, results));
        check_complete(row.title, results, table);
    }
}

} // namespace tactus::contacts
