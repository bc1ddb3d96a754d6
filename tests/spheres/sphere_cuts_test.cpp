// SPDX-License-Identifier: MIT
// A query with spheres that is cut after any number of work units keeps what contact queries promise.
#include <gtest/gtest.h>

#include "base/structure_options.h"
#include "contacts/promises.h"
#include "spheres/sphere_oracle.h"

namespace tactus::spheres {
namespace {

/// A sheet and a cube with six spheres: on the sheet, half in the cube, in the middle of it, in each other.
World make_world(Structure structure, const ContactSettings& settings)
{
    World world = World::create({.contacts = settings}).value();
    std::mt19937 random(5);
    const Mesh ground = ragged(sheet(6), random), box = ragged(cube(), random);
    for (const Ball& ball : {Ball{{0.6f, 0.7f, 0.3f}, 0.25f}, Ball{{1.4f, 0.2f, 0.1f}, 0.2f}})
        EXPECT_TRUE(world.add_sphere({ball.centre, ball.radius, {}}).ok());
    for (const Mesh* mesh : {&ground, &box})
        EXPECT_TRUE(world
                        .add_body(
                            {.triangles = mesh->triangles,
                             .positions = mesh->positions,
                             .structure = choice_of(structure, quick_spheres())})
                        .ok());
    for (const Ball& ball :
         {Ball{{0.65f, 0.6f, 0.6f}, 0.05f}, Ball{{1.2f, 0.7f, 0.6f}, 0.3f}, Ball{{1.3f, 1.3f, 0.2f}, 0.5f},
          Ball{{1.4f, 1.2f, 0.3f}, 0.1f}})
        EXPECT_TRUE(world.add_sphere({ball.centre, ball.radius, {}}).ok());
    return world;
}

void cut_everywhere(Structure structure, const ContactSettings& settings, std::size_t cut_count)
{
    World whole = make_world(structure, settings);
    const ContactReport& answer = whole.find_contacts(every_unit());
    const std::uint64_t needed = answer.work_units_spent;
    const Promises promises(answer);
    std::set<ContactFeatures> names;
    for (const Contact& contact : answer.contacts)
        names.insert(name_of(contact));
    float worst_before = std::numeric_limits<float>::infinity();
    for (const std::uint64_t units : cuts(needed, cut_count)) {
        const std::string when = "after " + std::to_string(units) + " of " + std::to_string(needed);
        World fresh = make_world(structure, settings);
        const ContactReport& cut = fresh.find_contacts(Budget::work_units(units));
        promises.check(cut, when);
        promises.check_ids(cut);
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

class CutSpheres : public testing::TestWithParam<Structure> {};

INSTANTIATE_TEST_SUITE_P(Structures, CutSpheres, testing::ValuesIn(every_structure));

TEST(CutSpheresOfTrees, CoverEveryContactAfterEveryUnit)
{
    for (const float distance : {0.0f, 0.07f})
        cut_everywhere(Structure::refit_bvh, {.contact_distance = distance}, every_cut);
}

TEST_P(CutSpheres, CoverEveryContactAtSixtyLogSpacedUnits)
{
    for (const float distance : {0.0f, 0.07f})
        cut_everywhere(GetParam(), {.contact_distance = distance}, 60);
}

TEST_P(CutSpheres, CoverEveryContactInEveryOrderAtSixtyLogSpacedUnits)
{
    for (const RefinementOrder order : {RefinementOrder::breadth_first, RefinementOrder::depth_first})
        cut_everywhere(GetParam(), {.contact_distance = 0.07f, .order = order}, 60);
}

TEST_P(CutSpheres, ComeToTheSameWithAndWithoutUnits)
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
        EXPECT_EQ(contact.depth_state, same.depth_state);
    }
}

TEST(CutSpheresInLittleRoom, AreMergedAndNotDropped)
{
    World whole = make_world(Structure::refit_bvh, {.contact_distance = 0.07f});
    const Promises promises(whole.find_contacts());
    for (const std::uint64_t units : {0, 2, 10, 30, 100, 1000, 100000}) {
        World small = make_world(Structure::refit_bvh, {.contact_distance = 0.07f, .max_contacts = 16});
        promises.check(small.find_contacts(Budget::work_units(units)), std::to_string(units) + " units");
    }
}

TEST(CutSpheresOfManyFrames, CoverEveryContactWithWhatWasRemembered)
{
    World cut = make_world(Structure::refit_bvh, {.contact_distance = 0.02f});
    World whole = make_world(Structure::refit_bvh, {.contact_distance = 0.02f});
    for (int frame = 0; frame < 40; ++frame) {
        for (World* world : {&cut, &whole}) {
            const double way = 0.02 * frame;
            ASSERT_TRUE(world->set_pose({0, 0}, {.position = {0.3 + way, 0.4 + 0.5 * way, 0.2}, .rotation = {}}).ok());
            ASSERT_TRUE(world->set_pose({5, 0}, {.position = {1.4 - way, 0.7, 0.6}, .rotation = {}}).ok());
        }
        const Promises promises(whole.find_contacts(every_unit()));
        promises.check(
            cut.find_contacts(Budget::work_units(static_cast<std::uint64_t>(frame) * frame / 8)),
            "frame " + std::to_string(frame));
    }
}

} // namespace
} // namespace tactus::spheres
