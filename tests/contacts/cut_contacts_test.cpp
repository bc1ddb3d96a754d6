// SPDX-License-Identifier: MIT
// A contact query that is cut after any number of work units covers every contact there is, and says how well.
#include "contacts/cut_everywhere.h"

namespace tactus {
namespace {

class CutContacts : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Catalogue, CutContacts, testing::ValuesIn(scene_names()), [](const auto& name) {
    return name.param;
});

TEST_P(CutContacts, CoverEveryContactAtSixtyLogSpacedUnits)
{
    const scenes::Scene scene = scene_to_touch(GetParam(), 120);
    cut_everywhere(scene, Structure::refit_bvh, RefinementOrder::worst_error_first, 60);
}

TEST_P(CutContacts, CoverEveryContactAfterACompleteAnswer)
{
    const scenes::Scene scene = scene_to_touch(GetParam(), 120);
    cut_everywhere(
        scene, Structure::refit_bvh, RefinementOrder::worst_error_first, on_most_days(20, 60), Past::complete);
}

TEST_P(CutContacts, OfSmallBodiesCoverEveryContactAfterEveryUnit)
{
    const scenes::Scene scene = scene_called(GetParam(), {.triangles = 8, .bodies = 2});
    cut_everywhere(scene, Structure::refit_bvh, RefinementOrder::worst_error_first, every_cut);
}

TEST_P(CutContacts, CoverEveryContactFrameAfterFrame)
{
    const scenes::Scene scene = scene_to_touch(GetParam(), 100, 24);
    const ContactSettings settings = {.contact_distance = contact_distance_for(scene), .max_contacts = 1u << 17};
    ScenePlayer cut(scene), whole(scene);
    for (ScenePlayer* player : {&cut, &whole})
        ASSERT_TRUE(player->world().set_contact_settings(settings).ok());
    // Each cut frame remembers what the ones before had found out, which is more or less every time.
    for (std::uint32_t frame = 0; frame < scene.frame_count; ++frame) {
        cut.set_frame(frame);
        whole.set_frame(frame);
        const Promises promises(whole.world().find_contacts());
        const std::uint64_t units = std::uint64_t(frame) * frame / 3;
        const ContactReport& report = cut.world().find_contacts(Budget::work_units(units));
        promises.check(report, "frame " + std::to_string(frame));
        if (frame % 5 == 0) {
            EXPECT_TRUE(contact_set(cut.world().refine_contacts()) == contact_set(whole.world().refine_contacts()));
        }
    }
}

TEST_P(CutContacts, MergeIntoCoarserOnesWhatHasNoRoom)
{
    const scenes::Scene scene = scene_to_touch(GetParam(), 100);
    const std::uint32_t frame = scene.frame_count / 2;
    ContactSettings settings = {.contact_distance = contact_distance_for(scene), .max_contacts = 1u << 17};
    ScenePlayer whole = player_at(scene, frame, settings, tree_way(1));
    const Promises promises(whole.world().find_contacts());
    for (const std::size_t room : {16u, 40u, 300u}) {
        settings.max_contacts = room;
        float worst_before = std::numeric_limits<float>::infinity();
        for (const std::uint64_t units : {0, 3, 10, 30, 100, 300, 1000, 1000000}) {
            ScenePlayer small = player_at(scene, frame, settings, tree_way(1));
            const ContactReport& report = small.world().find_contacts(Budget::work_units(units));
            promises.check(report, "room for " + std::to_string(room) + ", " + std::to_string(units) + " units");
            EXPECT_LE(report.contacts.size() + report.unrefined.size(), room);
            EXPECT_LE(report.worst_error, worst_before);
            EXPECT_TRUE(!report.complete || report.contacts_merged == 0);
            worst_before = report.worst_error;
        }
        ScenePlayer small = player_at(scene, frame, settings, tree_way(1));
        promises.check(small.world().find_contacts(), "room for " + std::to_string(room) + ", unlimited");
    }
}

/// An octahedron in a box that touches the bottom with its lowest vertex, so that its way out leads there, and whose
/// highest vertex is at the contact distance from the top.
TEST(CutContactsOfAnOctahedron, CoverAVertexDeepBelowOneFaceAndNearAnother)
{
    const std::vector<TriangleIndices> box = {{0, 1, 2}, {2, 1, 3}, {4, 5, 6}, {5, 7, 6}, {0, 2, 4}, {2, 5, 4},
                                              {1, 6, 3}, {3, 6, 7}, {0, 4, 1}, {1, 4, 6}, {2, 3, 5}, {3, 7, 5}};
    const std::vector<Vec3> box_at = {{-1.0f, -2.0f, 0.625f}, {-1.0f, 0.5f, 0.625f},  {1.5f, -2.0f, 0.625f},
                                      {1.5f, 0.5f, 0.625f},   {-1.0f, -2.0f, 1.375f}, {1.5f, -2.0f, 1.375f},
                                      {-1.0f, 0.5f, 1.375f},  {1.5f, 0.5f, 1.375f}};
    const std::vector<TriangleIndices> octahedron = {{0, 1, 2}, {1, 3, 2}, {3, 4, 2}, {4, 0, 2},
                                                     {1, 0, 5}, {3, 1, 5}, {4, 3, 5}, {0, 4, 5}};
    const std::vector<Vec3> octahedron_at = {{-0.125f, -0.5f, 0.875f},  {-0.375f, -0.25f, 0.875f},
                                             {-0.375f, -0.5f, 1.125f},  {-0.625f, -0.5f, 0.875f},
                                             {-0.375f, -0.75f, 0.875f}, {-0.375f, -0.5f, 0.625f}};
    const auto make = [&] {
        World world = World::create({.contacts = ContactSettings{.contact_distance = 0.25f}}).value();
        EXPECT_TRUE(world.add_body({.triangles = box, .positions = box_at}).ok());
        EXPECT_TRUE(world
                        .add_body(
                            {.triangles = octahedron,
                             .positions = octahedron_at,
                             .structure = structures::OnDemandSphereTree{.levels = 5, .enough_triangles = 1}})
                        .ok());
        return world;
    };
    World whole = make();
    const ContactReport& answer = whole.find_contacts(every_unit());
    const Promises promises(answer);
    for (std::uint64_t units = 0; units < answer.work_units_spent; ++units)
        promises.check(make().find_contacts(Budget::work_units(units)), "after " + std::to_string(units));
}

} // namespace
} // namespace tactus
