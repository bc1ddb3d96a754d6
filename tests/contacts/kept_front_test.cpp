// SPDX-License-Identifier: MIT
// What is remembered from the frame before saves work, and never hides a contact.
#include "base/every_structure.h"
#include "contacts/promises.h"

namespace tactus {
namespace {

// Of two parts the larger is opened, and which one that is can change from frame to frame.
TEST(KeptFront, HidesNoContactWhereBodiesMoveFar)
{
    for (const char* name : {"organ_tool", "soft_organs", "six_objects", "bumpy_spheres"}) {
        const scenes::Scene scene = scene_called(name, {.triangles = sized(1000), .frames = std::uint32_t(cases(12))});
        const float distance = 0.5f * mean_edge(scene);
        for (const Structure structure : every_structure) {
            // Of a body without a tree nothing is kept.
            if (structure == Structure::brute_force)
                continue;
            ScenePlayer kept(scene, way_of(structure)), fresh(scene, way_of(structure));
            ASSERT_TRUE(kept.world().set_contact_settings({.contact_distance = distance}).ok());
            ASSERT_TRUE(fresh.world().set_contact_settings({.contact_distance = distance, .keep_front = false}).ok());
            for (std::uint32_t frame = 0; frame < scene.frame_count; ++frame) {
                kept.set_frame(frame);
                fresh.set_frame(frame);
                const ContactReport& report = kept.world().find_contacts(every_unit());
                EXPECT_TRUE(report.complete);
                EXPECT_TRUE(contact_set(report) == contact_set(fresh.world().find_contacts(every_unit())))
                    << name << ", frame " << frame;
            }
        }
    }
}

TEST(KeptFront, TestsFewerNodesOfOctreesThatMoveLittle)
{
    const scenes::Scene scene = scene_called("organ_tool", {.triangles = 2000, .frames = 240});
    const float distance = 0.5f * mean_edge(scene);
    std::uint64_t tests[2] = {};
    for (const bool keeps : {false, true}) {
        ScenePlayer player(scene, way_of(Structure::spherical_octree));
        ASSERT_TRUE(player.world().set_contact_settings({.contact_distance = distance, .keep_front = keeps}).ok());
        for (std::uint32_t frame = 100; frame < 140; ++frame) {
            player.set_frame(frame);
            tests[keeps ? 1 : 0] += player.world().find_contacts(every_unit()).node_tests;
        }
    }
    EXPECT_GT(tests[0], 0u);
    EXPECT_LT(double(tests[1]), 0.8 * double(tests[0]));
}

// Parts that touch move together, however fast they do.
TEST(KeptFront, TestsHalfTheNodesThatTheRootsLeadToOnOrgans)
{
    for (const char* name : {"organ_tool", "soft_organs"}) {
        const scenes::Scene scene = scene_called(name, {});
        const float distance = 0.5f * mean_edge(scene);
        std::uint64_t tests[2] = {};
        for (const bool keeps : {false, true}) {
            ScenePlayer player(scene, way_of(Structure::refit_bvh));
            // In the default order, a query after one that was complete opens no nodes one by one.
            ASSERT_TRUE(
                player.world()
                    .set_contact_settings(
                        {.contact_distance = distance, .order = RefinementOrder::breadth_first, .keep_front = keeps})
                    .ok());
            for (std::uint32_t frame = 20; frame < 60; ++frame) {
                player.set_frame(frame);
                tests[keeps ? 1 : 0] += player.world().find_contacts(every_unit()).node_tests;
            }
        }
        EXPECT_GT(tests[0], 0u);
        EXPECT_LE(double(tests[1]), 0.5 * double(tests[0])) << name;
    }
}

} // namespace
} // namespace tactus
