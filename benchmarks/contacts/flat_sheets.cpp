// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cstdint>

#include <fmt/format.h>

#include "in_turn.h"
#include "measurements.h"
#include "scenes/bodies/sheet.h"

namespace tactus::contacts {

namespace {

/// Two sheets that lie flat over each other, 10 mm apart, and slide: of 21 x 21 vertices, 10 mm from each other.
scenes::Scene sliding_sheets(std::uint32_t frames)
{
    constexpr double width = 0.2;
    const scenes::Shape sheet = scenes::sheet_of_squares(20, 20, width, width);
    scenes::Scene scene;
    scene.name = "flat_sheets";
    scene.frame_count = frames;
    scene.positions = [points = sheet.points](std::uint32_t frame, std::size_t mesh, std::span<Vec3> out) {
        const scenes::Point shift = mesh == 0 ? scenes::Point{} : scenes::Point{0.0031 + 0.0002 * frame, 0.0023, 0.01};
        // The upper one is turned, so that its edges cross those of the other at any angle.
        const double cosine = mesh == 0 ? 1.0 : 0.96, sine = mesh == 0 ? 0.0 : 0.28;
        std::ranges::transform(points, out.begin(), [&](const scenes::Point& p) {
            return Vec3{
                static_cast<float>(cosine * p.x - sine * p.y + shift.x),
                static_cast<float>(sine * p.x + cosine * p.y + shift.y), static_cast<float>(p.z + shift.z)};
        });
    };
    for (const char* name : {"lower", "upper"}) {
        std::vector<Vec3> positions(sheet.points.size());
        scene.positions(0, scene.meshes.size(), positions);
        scene.meshes.push_back({name, sheet.triangles, positions, false, {}});
    }
    return scene;
}

} // namespace

void measure_flat_sheets(const Choices& choices, Table& table)
{
    const PlayedScene scene(sliding_sheets(choices.quick ? 10 : 60), 60);
    table.add_text(fmt::format(
        "## Flat sheets\n\nTwo flat sheets of 800 triangles, 10 mm apart, one of which slides: {} frames, contacts up "
        "to "
        "18 mm apart. Their vertices are 10 mm from each other, and no edge within them is in a local contact. CPU "
        "microseconds, means over frames, each the fastest of its passes.\n\n"
        "| contacts | query, mean | worst frame | found |\n|---|---|---|---|\n",
        scene.frame_count()));
    const auto contacts = [](ContactSelection which) {
        return Way{.settings = {.contact_distance = 0.018f, .which = which}};
    };
    const std::array<Way, 2> ways{contacts(ContactSelection::local), contacts(ContactSelection::all)};
    RowProgress progress("flat_sheets");
    const std::vector<WayResult> results =
        play_in_turn(scene, ways, choices.passes, TimeOf::processor, progress.tell());
    for (std::size_t k = 0; k < ways.size(); ++k)
        table.add(
            {fmt::format(
                 "| {} | {:.0f} | {:.0f} | {:.0f} |\n", k == 0 ? "local" : "all", results[k].query_us,
                 results[k].worst_query_us, results[k].found),
             {{"contacts", k == 0 ? "local" : "all"},
              {"query_us", results[k].query_us},
              {"worst_query_us", results[k].worst_query_us},
              {"found", results[k].found}}});
    check_complete("flat_sheets", results, table);
}

} // namespace tactus::contacts
