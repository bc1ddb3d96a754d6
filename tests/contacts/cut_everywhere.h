// SPDX-License-Identifier: MIT
#pragma once

#include "contacts/promises.h"

namespace tactus {

/// Whether a query is the world's first, or comes after one of the frame before that was complete: then it goes another
/// way.
enum class Past { none, complete };

/// A world at one frame of a scene, made anew for every cut, so that no cut knows of another.
inline ScenePlayer player_at(
    const scenes::Scene& scene, std::uint32_t frame, const ContactSettings& settings, const Way& way,
    Past past = Past::none)
{
    ScenePlayer player(scene, way);
    EXPECT_TRUE(player.world().set_contact_settings(settings).ok());
    if (past == Past::complete) {
        player.set_frame(frame > 0 ? frame - 1 : frame);
        EXPECT_TRUE(player.world().find_contacts().complete);
    }
    player.set_frame(frame);
    return player;
}

/// Cuts a query about one frame at so many numbers of work units, and checks each part of the answer.
inline void cut_everywhere(
    const scenes::Scene& scene, Structure structure, RefinementOrder order, std::size_t cut_count,
    Past past = Past::none)
{
    const ContactSettings settings = {.contact_distance = contact_distance_for(scene), .order = order};
    const std::uint32_t frame = scene.frame_count / 2;
    ScenePlayer whole = player_at(scene, frame, settings, way_of(structure), past);
    const ContactReport& answer = whole.world().find_contacts(every_unit());
    const std::uint64_t needed = answer.work_units_spent;
    const ContactSet all = contact_set(answer);
    const Promises promises(answer);
    float worst_before = std::numeric_limits<float>::infinity();
    for (const std::uint64_t units : cuts(needed, cut_count)) {
        const std::string when = "after " + std::to_string(units) + " of " + std::to_string(needed);
        ScenePlayer fresh = player_at(scene, frame, settings, way_of(structure), past);
        const ContactReport& cut = fresh.world().find_contacts(Budget::work_units(units));
        promises.check(cut, when);
        if (past == Past::none)
            promises.check_ids(cut);
        EXPECT_LE(cut.worst_error, worst_before) << when;
        worst_before = cut.worst_error;
        EXPECT_LE(cut.work_units_spent, units);
        EXPECT_EQ(cut.complete, units >= needed) << when;
        const ContactReport& rest = fresh.world().refine_contacts(every_unit());
        EXPECT_TRUE(rest.complete);
        // What was listed of near triangles is lost where the list was not finished.
        if (past == Past::none) {
            EXPECT_EQ(rest.work_units_spent + std::min(units, needed), needed);
        }
        EXPECT_TRUE(contact_set(rest) == all) << when;
    }
}

} // namespace tactus
