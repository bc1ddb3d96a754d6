// SPDX-License-Identifier: MIT
// A query with spheres that is cut after any number of work units keeps what contact queries promise.
#include <gtest/gtest.h>

#include "base/structure_options.h"
#include "contacts/cut_everywhere.h"
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
    tactus::cut_everywhere([&] { return make_world(structure, settings); }, cut_count);
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
    come_to_the_same_with_and_without_units([&] { return make_world(GetParam(), {.contact_distance = 0.07f}); });
}

TEST(CutSpheresInLittleRoom, AreMergedAndNotDropped)
{
    merge_in_little_room([](const ContactSettings& settings) { return make_world(Structure::refit_bvh, settings); });
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
