// SPDX-License-Identifier: MIT
#include <array>

#include <fmt/format.h>

#include "measurements.h"
#include "sequences/draped_cloth.h"
#include "tables/in_turn.h"

namespace tactus::contacts {

namespace {

/// Metres: as a simulator that wants its cloth to rest 10 mm above things looks ahead.
constexpr float cloth_contact_distance = 0.018f;

TableRow row_of(const std::string& name, const WayResult& way)
{
    return {
        fmt::format(
            "| {} | {:.3f} | {:.3f} | {:.3f} | {:.0f} |\n", name, 1e-3 * way.update_us, 1e-3 * way.query_us,
            1e-3 * way.worst_query_us, way.found),
        {{"query", name},
         {"update_us", way.update_us},
         {"query_us", way.query_us},
         {"worst_query_us", way.worst_query_us},
         {"found", way.found}}};
}

} // namespace

void measure_cloth(const Choices& choices, Table& table)
{
    const PlayedScene scene(draped_cloth(choices.quick ? 10 : 60), 60);
    table.add_text(fmt::format(
        "## A cloth on a ball\n\nA cloth of 60 x 60 vertices, 2 m wide, that has fallen onto a bumpy ball of 1.1 m and "
        "5120 triangles, which turns and winds it around itself in folds: {} frames of 1/60 second, with self-contact, "
        "up to 18 mm apart, depths measured. CPU milliseconds, means over frames, each the fastest of its passes.\n\n"
        "| query | update | query, mean | worst frame | found |\n"
        "|---|---|---|---|---|\n",
        scene.frame_count()));
    const auto contacts = [](ContactSelection which) {
        return Way{.settings = {.contact_distance = cloth_contact_distance, .which = which}};
    };
    const std::array<Way, 3> ways{
        contacts(ContactSelection::local), contacts(ContactSelection::all), Way{.asks_for_pairs = true}};
    RowProgress progress("cloth");
    const std::vector<WayResult> results =
        play_in_turn(scene, ways, choices.passes, TimeOf::processor, progress.tell());
    table.add(row_of("local contacts", results[0]));
    table.add(row_of("all contacts", results[1]));
    table.add(row_of("pairs", results[2]));
    check_complete("cloth", results, table);
}

} // namespace tactus::contacts
