// SPDX-License-Identifier: MIT
#pragma once

#include <limits>

#include "contacts/contact_answers.h"

namespace tactus {

inline bool is_vertex_inside(const Contact& contact)
{
    return contact.kind == ContactKind::vertex_inside || contact.kind == ContactKind::inside_vertex;
}

/// Whether a contact's point is within the bound of an open part between the same bodies, whose separation can be its.
inline bool is_covered(const Contact& contact, std::span<const Contact> open)
{
    return std::any_of(open.begin(), open.end(), [&](const Contact& part) {
        const double x = double(contact.point.x) - part.point.x, y = double(contact.point.y) - part.point.y,
                     z = double(contact.point.z) - part.point.z;
        return part.body_a == contact.body_a && part.body_b == contact.body_b
               && std::sqrt(x * x + y * y + z * z) <= double(part.point_bound)
               && contact.separation >= part.separation_lower && contact.separation <= part.separation_upper;
    });
}

/// The largest error bound of the open parts between a contact's bodies.
inline float worst_between(const Contact& contact, std::span<const Contact> open)
{
    float worst = 0.0f;
    for (const Contact& part : open)
        if (part.body_a == contact.body_a && part.body_b == contact.body_b)
            worst = std::max(worst, part.error_bound);
    return worst;
}

/// What must hold of any cut, given the whole answer to the same question.
class Promises {
public:
    explicit Promises(const ContactReport& whole) : all_(whole.contacts.begin(), whole.contacts.end())
    {
        EXPECT_TRUE(whole.complete);
        for (const Contact& contact : all_) {
            EXPECT_NE(contact.depth_state, DepthState::open) << "a complete answer with an open depth";
            EXPECT_TRUE(ids_.insert(contact.id).second) << "an id is used twice";
            EXPECT_TRUE(separations_.emplace(name_of(contact), contact.separation).second) << "a contact twice";
        }
    }

    /// Of a query with the same past, so that ids are the same.
    void check_ids(const ContactReport& report) const
    {
        for (const Contact& contact : report.contacts)
            EXPECT_TRUE(ids_.contains(contact.id)) << "an id that the whole answer does not have";
    }

    void check(const ContactReport& report, const std::string& when) const
    {
        std::set<ContactFeatures> confirmed;
        for (const Contact& contact : report.contacts) {
            EXPECT_EQ(contact.error_bound, 0.0f);
            const auto known = separations_.find(name_of(contact));
            ASSERT_NE(known, separations_.end()) << "a contact that is none, " << when;
            EXPECT_TRUE(confirmed.insert(name_of(contact)).second) << "a contact twice, " << when;
            if (contact.depth_state == DepthState::open) {
                EXPECT_LE(std::abs(contact.separation - known->second), worst_between(contact, report.unrefined))
                    << when;
            } else if (contact.depth_state == DepthState::propagated) {
                EXPECT_EQ(contact.separation, known->second) << "a final depth that is none, " << when;
            }
        }
        float worst = 0.0f;
        for (const Contact& part : report.unrefined) {
            EXPECT_EQ(part.kind, ContactKind::unrefined);
            EXPECT_LE(part.separation_lower, part.separation_upper);
            EXPECT_LE(part.point_bound, part.error_bound);
            worst = std::max(worst, part.error_bound);
        }
        EXPECT_EQ(worst, report.worst_error);
        EXPECT_EQ(report.open_pairs, report.unrefined.size());
        std::size_t uncovered = 0;
        for (const Contact& contact : all_)
            uncovered += !confirmed.contains(name_of(contact)) && !is_covered(contact, report.unrefined) ? 1 : 0;
        EXPECT_EQ(uncovered, 0u) << "of " << all_.size() << ", " << when;
    }

private:
    std::vector<Contact> all_;
    std::set<std::uint64_t> ids_;
    std::map<ContactFeatures, float> separations_;
};

inline constexpr std::size_t every_cut = SIZE_MAX;

/// Budgets up to what is needed and one more: every one, or about so many of them, closer together where they are few.
inline std::vector<std::uint64_t> cuts(std::uint64_t needed, std::size_t most)
{
    const std::size_t count = most == every_cut ? every_cut : cases(most);
    std::set<std::uint64_t> list = {0, 1, 2, needed, needed + 1};
    if (needed <= count)
        for (std::uint64_t units = 0; units <= needed; ++units)
            list.insert(units);
    for (std::size_t k = 0; needed > count && k < count; ++k)
        list.insert(static_cast<std::uint64_t>(std::pow(double(needed), double(k) / double(count))));
    return {list.begin(), list.end()};
}

/// All the work there is, unit by unit, and not by the ways that need no units.
inline Budget every_unit() { return Budget::work_units(UINT64_MAX - 1); }

/// A scene of about so many triangles; of fewer where everything is near everything.
inline scenes::Scene scene_to_touch(const std::string& name, std::uint32_t triangles, std::uint32_t frames = 0)
{
    const std::set<std::string> crowded = {"one_point",   "mixed_scales",   "shared_hub",      "needle_soup",
                                           "one_plane",   "touching_cubes", "duplicate_faces", "flat_folded_sheet",
                                           "wound_sheet", "crumpled_sheet", "folded_cloth",    "six_objects"};
    return scene_called(
        name, {.triangles = crowded.contains(name) ? triangles / 3 : triangles, .frames = frames, .bodies = 4});
}

/// A distance at which a scene has contacts, but not all of everything.
inline float contact_distance_for(const scenes::Scene& scene)
{
    // Where scales are mixed, everything small is near everything else.
    return scene.name == "mixed_scales" ? 0.0f : 0.3f * mean_edge(scene);
}

inline Way way_of(Structure structure, std::uint32_t workers = 1)
{
    Way way = tree_way(workers);
    way.structure = [structure](std::size_t) { return structure; };
    return way;
}

} // namespace tactus
