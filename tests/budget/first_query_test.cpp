// SPDX-License-Identifier: MIT
// The first queries of a world make what they need to know of bodies, and can be cut while they do so.
#include "contacts/cut_everywhere.h"

namespace tactus {
namespace {

class FirstQuery : public testing::TestWithParam<Structure> {
protected:
    scenes::Scene scene_ = scene_called("bumpy_spheres", {.triangles = 320});
    ContactSettings settings_ = {.contact_distance = contact_distance_for(scene_)};
    std::uint32_t frame_ = scene_.frame_count / 2;

    ScenePlayer fresh() const { return player_at(scene_, frame_, settings_, way_of(GetParam())); }
};

INSTANTIATE_TEST_SUITE_P(
    Structures, FirstQuery,
    testing::Values(
        Structure::refit_bvh, Structure::bucket_octree, Structure::spherical_octree, Structure::on_demand_sphere_tree,
        Structure::brute_force),
    [](const auto& structure) { return "Structure" + std::to_string(static_cast<int>(structure.param)); });

TEST_P(FirstQuery, PaysForWhatPreparingBodiesTakes)
{
    ScenePlayer unprepared = fresh(), prepared = fresh();
    prepared.world().prepare_contacts();
    const std::uint64_t with = unprepared.world().find_contacts(every_unit()).work_units_spent;
    const std::uint64_t without = prepared.world().find_contacts(every_unit()).work_units_spent;
    // Of more than 600 triangles each takes a third of a unit; the memory that is taken as well is not much.
    EXPECT_GT(with, without + 150);
}

TEST_P(FirstQuery, CoversEveryContactWhereverItIsCut)
{
    ScenePlayer whole = fresh();
    const ContactReport& answer = whole.world().find_contacts();
    const ContactSet all = contact_set(answer);
    const Promises promises(answer);
    ScenePlayer counted = fresh();
    const std::uint64_t needed = counted.world().find_contacts(every_unit()).work_units_spent;
    for (const std::uint64_t units : cuts(needed, on_most_days(40, 400))) {
        ScenePlayer player = fresh();
        const ContactReport& cut = player.world().find_contacts(Budget::work_units(units));
        EXPECT_EQ(cut.work_units_spent, std::min(units, needed));
        promises.check(cut, "after " + std::to_string(units));
        EXPECT_TRUE(contact_set(player.world().refine_contacts()) == all) << units;
    }
}

TEST_P(FirstQuery, IsFollowedByQueriesThatGoOnWhileBodiesMove)
{
    ScenePlayer player = fresh();
    bool has_contacts = false;
    for (std::uint32_t query = 0; query < 400 && !has_contacts; ++query) {
        player.set_frame(frame_ - 1 + query % 2);
        has_contacts = !player.world().find_contacts(Budget::work_units(40)).contacts.empty();
    }
    EXPECT_TRUE(has_contacts);
    player.set_frame(frame_);
    ScenePlayer whole = fresh();
    const ContactReport& answer = player.world().find_contacts();
    const ContactReport& expected = whole.world().find_contacts();
    EXPECT_TRUE(contact_set(answer) == contact_set(expected));
    EXPECT_EQ(answer.worst_error, expected.worst_error);
}

TEST_P(FirstQuery, GoesOnWhereBodiesAreEditedWhileTheyArePrepared)
{
    const std::vector<std::uint32_t> hole = {0, 1, 2, 3};
    for (const std::uint64_t units : {1, 5, 20, 60, 150}) {
        ScenePlayer player = fresh(), whole = fresh();
        (void)player.world().find_contacts(Budget::work_units(units));
        for (ScenePlayer* edited : {&player, &whole})
            ASSERT_TRUE(
                edited->world().edit(BodyEdit{.body = edited->world().bodies()[0], .remove_triangles = hole}).ok());
        EXPECT_TRUE(
            contact_set(player.world().find_contacts(every_unit())) == contact_set(whole.world().find_contacts()))
            << units;
    }
}

TEST_P(FirstQuery, GoesOnWhereABodyLeavesWhileItIsPrepared)
{
    for (const std::uint64_t units : {1, 5, 20, 60}) {
        ScenePlayer player = fresh();
        World& world = player.world();
        (void)world.find_contacts(Budget::work_units(units));
        ASSERT_TRUE(world.remove_body(world.bodies()[0]).ok());
        EXPECT_TRUE(world.find_contacts(every_unit()).complete);
        EXPECT_TRUE(world.find_contacts().contacts.empty());
    }
}

} // namespace
} // namespace tactus
