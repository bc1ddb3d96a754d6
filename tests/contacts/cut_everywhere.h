// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>

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

inline World& world_of(World& world) { return world; }
inline World& world_of(ScenePlayer& player) { return player.world(); }

/// The confirmed contacts of a report, those of bodies inside others among them.
inline ContactSet all_contacts(const ContactReport& report)
{
    ContactSet all;
    for (const Contact& contact : report.contacts)
        EXPECT_TRUE(all.try_emplace(name_of(contact), contact.crosses).second) << "a contact twice";
    return all;
}

/// Cuts a query at so many numbers of work units, and checks each part of the answer. What make() gives is asked once:
/// a world, or a player of a scene.
template <class Make>
void cut_everywhere(Make make, std::size_t cut_count, Past past = Past::none)
{
    auto whole = make();
    const ContactReport& answer = world_of(whole).find_contacts(every_unit());
    const std::uint64_t needed = answer.work_units_spent;
    const ContactSet all = all_contacts(answer);
    const Promises promises(answer);
    float worst_before = std::numeric_limits<float>::infinity();
    for (const std::uint64_t units : cuts(needed, cut_count)) {
        const std::string when = "after " + std::to_string(units) + " of " + std::to_string(needed);
        auto fresh = make();
        const ContactReport& cut = world_of(fresh).find_contacts(Budget::work_units(units));
        promises.check(cut, when);
        if (past == Past::none)
            promises.check_ids(cut);
        EXPECT_LE(cut.worst_error, worst_before) << when;
        worst_before = cut.worst_error;
        EXPECT_LE(cut.work_units_spent, units);
        EXPECT_EQ(cut.complete, units >= needed) << when;
        const ContactReport& rest = world_of(fresh).refine_contacts(every_unit());
        EXPECT_TRUE(rest.complete);
        // What was listed of near triangles is lost where the list was not finished.
        if (past == Past::none) {
            EXPECT_EQ(rest.work_units_spent + std::min(units, needed), needed);
        }
        EXPECT_TRUE(all_contacts(rest) == all) << when;
    }
}

/// The same of a scene's frame.
inline void cut_everywhere(
    const scenes::Scene& scene, Structure structure, RefinementOrder order, std::size_t cut_count,
    Past past = Past::none)
{
    const ContactSettings settings = {.contact_distance = contact_distance_for(scene), .order = order};
    cut_everywhere(
        [&] { return player_at(scene, scene.frame_count / 2, settings, way_of(structure), past); }, cut_count, past);
}

/// Asks two new worlds, one for all at once and one by work units.
template <class Make>
void come_to_the_same_with_and_without_units(Make make)
{
    World at_once = make(), by_units = make();
    std::map<ContactFeatures, Contact> known;
    for (const Contact& contact : at_once.find_contacts().contacts)
        known[name_of(contact)] = contact;
    const ContactReport& report = by_units.find_contacts(every_unit());
    EXPECT_EQ(report.contacts.size(), known.size());
    for (const Contact& contact : report.contacts) {
        const Contact& same = known.at(name_of(contact));
        EXPECT_EQ(contact.separation, same.separation);
        EXPECT_EQ(contact.normal, same.normal);
        EXPECT_EQ(contact.point, same.point);
        EXPECT_EQ(contact.triangle_a, same.triangle_a);
        EXPECT_EQ(contact.triangle_b, same.triangle_b);
        EXPECT_EQ(contact.depth_state, same.depth_state);
    }
}

/// Asks new worlds that have little room. What make(settings) gives is a world with those settings.
template <class Make>
void merge_in_little_room(Make make)
{
    World whole = make(ContactSettings{.contact_distance = 0.07f});
    const Promises promises(whole.find_contacts());
    for (const std::uint64_t units : {0, 2, 10, 30, 100, 1000, 100000}) {
        World small = make(ContactSettings{.contact_distance = 0.07f, .max_contacts = 16});
        promises.check(small.find_contacts(Budget::work_units(units)), std::to_string(units) + " units");
    }
}

} // namespace tactus
