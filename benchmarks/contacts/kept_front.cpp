// SPDX-License-Identifier: MIT
#include <cstdint>

#include "measurements.h"

namespace tactus::contacts {

Result<KeptFrontResult> measure_kept_front(const PlayedScene& scene, const Tell& tell)
{
    KeptFrontResult result;
    result.frames = scene.frame_count();
    for (const bool keep_front : {true, false}) {
        auto made = scene.make_world({.contact_distance = scene.contact_distance(), .keep_front = keep_front});
        if (!made)
            return made.error();
        auto& [world, bodies] = made.value();
        for (std::uint32_t frame = 0; frame < scene.frame_count(); ++frame) {
            if (Result<void> given = scene.give(frame, world, bodies); !given)
                return given.error();
            // Without a limit the search goes level by level, and keeps no front.
            const ContactReport& report = world.find_contacts(Budget::work_units(std::uint64_t{1} << 62));
            (keep_front ? result.kept_tests : result.root_tests) += report.node_tests;
            tell((double(frame + 1) / scene.frame_count() + (keep_front ? 0.0 : 1.0)) / 2.0);
        }
    }
    return result;
}

} // namespace tactus::contacts
