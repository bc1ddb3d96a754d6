// SPDX-License-Identifier: MIT
// A query with half-spaces that is cut after any number of work units keeps what contact queries promise.
#include <gtest/gtest.h>

#include "base/cases.h"
#include "base/structure_options.h"
#include "contacts/promises.h"
#include "ground/ground_oracle.h"

namespace tactus::ground {
namespace {

/// A wavy sheet and a cube that lie partly in a flat ground and in a slope, and two spheres.
World make_world(Structure structure, const ContactSettings& settings)
{
    World world = World::create({.contacts = settings}).value();
    std::mt19937 random(5);
    Mesh cloth = spheres::ragged(spheres::sheet(6), random);
    Mesh box = moved(spheres::ragged(spheres::cube(), random), {0.4f, 0.3f, 0.1f});
    for (std::size_t k = 0; k < cloth.positions.size(); ++k)
        cloth.positions[k].z += 0.1f * float(k % 5);
    EXPECT_TRUE(world.add_half_space({.normal = {0.0f, 0.0f, 1.0f}, .offset = 0.3f}).ok());
    for (const Mesh* mesh : {&cloth, &box})
        EXPECT_TRUE(world
                        .add_body(
                            {.triangles = mesh->triangles,
                             .positions = mesh->positions,
                             .structure = choice_of(structure, quick_spheres())})
                        .ok());
    for (const Ball& ball : {Ball{{0.6f, 0.7f, 0.4f}, 0.25f}, Ball{{2.4f, 2.2f, 0.8f}, 0.2f}})
        EXPECT_TRUE(world.add_sphere({ball.centre, ball.radius, {}}).ok());
    EXPECT_TRUE(world.add_half_space({.normal = {1.0f, 0.5f, 2.0f}, .offset = 1.5f}).ok());
    EXPECT_TRUE(world.ignore_contacts({1, 0}, {2, 0}).ok());
    return world;
}

void cut_everywhere(Structure structure, const ContactSettings& settings, std::size_t cut_count)
{
    World whole = make_world(structure, settings);
    const ContactReport& answer = whole.find_contacts(every_unit());
    const std::uint64_t needed = answer.work_units_spent;
    const Promises promises(answer);
    std::set<ContactFeatures> names;
    std::size_t on_ground = 0;
    for (const Contact& contact : answer.contacts) {
        names.insert(name_of(contact));
        on_ground += is_on_plane(contact) ? 1 : 0;
    }
    EXPECT_GT(on_ground, 20u);
    float worst_before = std::numeric_limits<float>::infinity();
    std::set<ContactFeatures> confirmed_before;
    for (const std::uint64_t units : cuts(needed, cut_count)) {
        const std::string when = "after " + std::to_string(units) + " of " + std::to_string(needed);
        World fresh = make_world(structure, settings);
        const ContactReport& cut = fresh.find_contacts(Budget::work_units(units));
        promises.check(cut, when);
        promises.check_ids(cut);
        std::set<ContactFeatures> confirmed;
        for (const Contact& contact : cut.contacts)
            confirmed.insert(name_of(contact));
        EXPECT_TRUE(std::includes(confirmed.begin(), confirmed.end(), confirmed_before.begin(), confirmed_before.end()))
            << "a contact was taken back, " << when;
        confirmed_before = confirmed;
        EXPECT_LE(cut.worst_error, worst_before) << when;
        worst_before = cut.worst_error;
        EXPECT_LE(cut.work_units_spent, units);
        EXPECT_EQ(cut.complete, units >= needed) << when;
        const ContactReport& rest = fresh.refine_contacts(every_unit());
        EXPECT_TRUE(rest.complete);
        EXPECT_EQ(rest.work_units_spent + std::min(units, needed), needed);
        std::set<ContactFeatures> refined;
        for (const Contact& contact : rest.contacts)
            refined.insert(name_of(contact));
        EXPECT_TRUE(refined == names) << when;
    }
}

class CutGround : public testing::TestWithParam<Structure> {};

INSTANTIATE_TEST_SUITE_P(Structures, CutGround, testing::ValuesIn(every_structure));

TEST(CutGroundOfTrees, CoversEveryContactAfterEveryUnit)
{
    for (const float distance : {0.0f, 0.07f})
        cut_everywhere(Structure::refit_bvh, {.contact_distance = distance}, every_cut);
}

TEST_P(CutGround, CoversEveryContactInEveryOrderAtLogSpacedUnits)
{
    for (const RefinementOrder order :
         {RefinementOrder::worst_error_first, RefinementOrder::breadth_first, RefinementOrder::depth_first})
        cut_everywhere(GetParam(), {.contact_distance = 0.07f, .order = order}, on_most_days(10, 40));
}

TEST_P(CutGround, ComesToTheSameWithAndWithoutUnits)
{
    World at_once = make_world(GetParam(), {.contact_distance = 0.07f});
    World by_units = make_world(GetParam(), {.contact_distance = 0.07f});
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

TEST(CutGroundInLittleRoom, IsMergedAndNotDropped)
{
    World whole = make_world(Structure::refit_bvh, {.contact_distance = 0.07f});
    const Promises promises(whole.find_contacts());
    for (const std::uint64_t units : {0, 2, 10, 30, 100, 1000, 100000}) {
        World small = make_world(Structure::refit_bvh, {.contact_distance = 0.07f, .max_contacts = 16});
        promises.check(small.find_contacts(Budget::work_units(units)), std::to_string(units) + " units");
    }
}

TEST(CutGroundOfManyFrames, CoversEveryContactWithWhatWasRemembered)
{
    World cut = make_world(Structure::refit_bvh, {.contact_distance = 0.02f});
    World whole = make_world(Structure::refit_bvh, {.contact_distance = 0.02f});
    for (int frame = 0; frame < 40; ++frame) {
        for (World* world : {&cut, &whole}) {
            const double way = 0.02 * frame;
            ASSERT_TRUE(world->set_pose({2, 0}, {.position = {0.3 + way, 0.4, 0.3 - way}, .rotation = {}}).ok());
            ASSERT_TRUE(
                world->set_pose({5, 0}, {.position = {0.0, 0.0, 0.5 * way}, .rotation = {0.0, way, 0.0, 4.0}}).ok());
        }
        const Promises promises(whole.find_contacts(every_unit()));
        promises.check(
            cut.find_contacts(Budget::work_units(static_cast<std::uint64_t>(frame) * frame / 8)),
            "frame " + std::to_string(frame));
    }
}

} // namespace
} // namespace tactus::ground
