// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cstdint>

#include <fmt/format.h>

#include "measurements.h"
#include "scenes/bodies/sheet.h"
#include "tables/in_turn.h"

namespace tactus::contacts {

namespace {

/// Two sheets that lie flat over each other, 10 mm apart, and slide: of 21 x 21 vertices, 10 mm from each other. They
/// are level, or as flat as floats are in a plane that is tilted.
scenes::Scene sliding_sheets(std::uint32_t frames, bool are_tilted)
{
    constexpr double width = 0.2;
    const scenes::Shape sheet = scenes::sheet_of_squares(20, 20, width, width);
    scenes::Scene scene;
    scene.name = "flat_sheets";
    scene.frame_count = frames;
    scene.positions = [points = sheet.points, are_tilted](std::uint32_t frame, std::size_t mesh, std::span<Vec3> out) {
        const scenes::Point shift = mesh == 0 ? scenes::Point{} : scenes::Point{0.0031 + 0.0002 * frame, 0.0023, 0.01};
        // The upper one is turned, so that its edges cross those of the other at any angle.
        const double cosine = mesh == 0 ? 1.0 : 0.96, sine = mesh == 0 ? 0.0 : 0.28;
        std::ranges::transform(points, out.begin(), [&](const scenes::Point& p) {
            const scenes::Point at{cosine * p.x - sine * p.y + shift.x, sine * p.x + cosine * p.y + shift.y, shift.z};
            const scenes::Point tilted{0.8 * at.x + 0.6 * at.z, at.y, 0.8 * at.z - 0.6 * at.x};
            const scenes::Point& q = are_tilted ? tilted : at;
            return Vec3{static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z)};
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
    const std::uint32_t frames = choices.quick ? 10 : 60;
    table.add_text(fmt::format(
        "## Flat sheets\n\nTwo flat sheets of 800 triangles, 10 mm apart, one of which slides: {} frames, contacts up "
        "to "
        "18 mm apart. Their vertices are 10 mm from each other, and no edge within them is in a local contact. CPU "
        "microseconds, means over frames, each the fastest of its passes.\n\n"
        "| sheets | contacts | query, mean | worst frame | found |\n|---|---|---|---|---|\n",
        frames));
    const auto contacts = [](ContactSelection which) {
        return Way{.settings = {.contact_distance = 0.018f, .which = which}};
    };
    const std::array<Way, 2> ways{contacts(ContactSelection::local), contacts(ContactSelection::all)};
    RowProgress progress("flat_sheets");
    for (const bool are_tilted : {false, true}) {
        const PlayedScene scene(sliding_sheets(frames, are_tilted), frames);
        const std::vector<WayResult> results =
            play_in_turn(scene, ways, choices.passes, TimeOf::processor, progress.tell());
        const char* sheets = are_tilted ? "tilted" : "level";
        for (std::size_t k = 0; k < ways.size(); ++k) {
            const char* which = k == 0 ? "local" : "all";
            table.add(
                {fmt::format(
                     "| {} | {} | {:.0f} | {:.0f} | {:.0f} |\n", sheets, which, results[k].query_us,
                     results[k].worst_query_us, results[k].found),
                 {{"sheets", sheets},
                  {"contacts", which},
                  {"query_us", results[k].query_us},
                  {"worst_query_us", results[k].worst_query_us},
                  {"found", results[k].found}}});
        }
        check_complete("flat_sheets", results, table);
    }
}

} // namespace tactus::contacts
