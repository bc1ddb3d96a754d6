// SPDX-License-Identifier: MIT
// A query with half-spaces that is cut after any number of work units keeps what contact queries promise.
#include <algorithm>
#include <utility>

#include <gtest/gtest.h>

#include "base/cases.h"
#include "base/structure_options.h"
#include "contacts/cut_everywhere.h"
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
    const auto make = [&] { return make_world(structure, settings); };
    World whole = make();
    const ContactReport& answer = whole.find_contacts(every_unit());
    EXPECT_GT(std::count_if(answer.contacts.begin(), answer.contacts.end(), is_on_plane), 20);
    ContactSet before;
    for (const std::uint64_t units : cuts(answer.work_units_spent, cut_count)) {
        World cut = make();
        ContactSet confirmed = all_contacts(cut.find_contacts(Budget::work_units(units)));
        EXPECT_TRUE(std::includes(confirmed.begin(), confirmed.end(), before.begin(), before.end()))
            << "a contact was taken back, after " << units << " units";
        before = std::move(confirmed);
    }
    tactus::cut_everywhere(make, cut_count);
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
    come_to_the_same_with_and_without_units([&] { return make_world(GetParam(), {.contact_distance = 0.07f}); });
}

TEST(CutGroundInLittleRoom, IsMergedAndNotDropped)
{
    merge_in_little_room([](const ContactSettings& settings) { return make_world(Structure::refit_bvh, settings); });
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
