// SPDX-License-Identifier: MIT
#include <cstdint>

#include <fmt/format.h>

#include "measurements.h"
#include "sequences/played_scene.h"

namespace tactus::contacts {

namespace {

std::uint64_t node_tests(const PlayedScene& scene, bool keep_front, const Tell& tell)
{
    PlayedWorld played = value_or_throw(scene.make_world(
        {.contact_distance = scene.contact_distance(),
         .order = RefinementOrder::breadth_first,
         .keep_front = keep_front}));
    std::uint64_t tests = 0;
    for (std::uint32_t frame = 0; frame < scene.frame_count(); ++frame) {
        succeed_or_throw(played.give(scene, frame));
        // A query without a limit keeps no front, and neither does one in the default order after a complete one.
        tests += played.world.find_contacts(Budget::work_units(std::uint64_t{1} << 62)).node_tests;
        tell(double(frame + 1) / scene.frame_count());
    }
    return tests;
}

} // namespace

void measure_kept_front(const Choices& choices, Table& table)
{
    table.add_text(
        "## A kept front\n\nBounds compared with bounds over all frames, every query complete, by a world that "
        "remembers how far apart parts were and by one that starts at the roots, breadth first.\n\n"
        "| scene | triangles | frames | kept | from the roots | ratio |\n"
        "|---|---|---|---|---|---|\n");
    for (const std::string& name : choices.scenes) {
        RowProgress progress("kept_front " + name);
        const Tell tell = progress.tell();
        const PlayedScene scene = value_or_throw(PlayedScene::make_touching(name, choices.quick ? 100 : 400));
        const std::uint64_t kept = node_tests(scene, true, [&](double share) { tell(0.5 * share); });
        const std::uint64_t from_roots = node_tests(scene, false, [&](double share) { tell(0.5 + 0.5 * share); });
        const double ratio = from_roots > 0 ? double(kept) / double(from_roots) : 1.0;
        table.add(
            {fmt::format(
                 "| {} | {} | {} | {} | {} | **{:.3f}** |\n", name, scene.triangle_count(), scene.frame_count(), kept,
                 from_roots, ratio),
             {{"scene", name},
              {"triangles", scene.triangle_count()},
              {"frames", scene.frame_count()},
              {"kept_tests", kept},
              {"root_tests", from_roots},
              {"ratio", ratio}}});
    }
}

} // namespace tactus::contacts
