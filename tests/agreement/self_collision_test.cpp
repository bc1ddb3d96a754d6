// SPDX-License-Identifier: MIT
// A body against itself, with and without neighbours, against plain loops.
#include "agreement/plain_loop.h"
#include "agreement/scene_player.h"
#include "base/every_structure.h"

namespace tactus {
namespace {

class SelfCollision : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Catalogue, SelfCollision, testing::ValuesIn(scene_names()), [](const auto& name) {
    return name.param;
});

TEST_P(SelfCollision, LeavesOutPairsThatShareAVertex)
{
    const scenes::Scene scene = alone(scene_called(GetParam(), {.triangles = sized(260)}));
    for (const std::uint32_t workers : {1u, 2u}) {
        ScenePlayer player(scene, tree_way(workers));
        for (const std::uint32_t frame : spread_frames(scene, 3)) {
            player.set_frame(frame);
            Answer expected;
            const std::vector<Vec3> positions = positions_at(scene, frame, 0);
            if (auto pairs = plain_self_pairs({scene.meshes[0].triangles, positions}); !pairs.empty())
                expected[{0, 0}] = std::move(pairs);
            EXPECT_TRUE(agree(player.pairs(), expected)) << GetParam() << " frame " << frame;
        }
    }
}

TEST_P(SelfCollision, WithNeighboursReportsThoseThatMeetInMoreThanTheyShare)
{
    const scenes::Scene scene = alone(scene_called(GetParam(), {.triangles = sized(200)}));
    for (Way way :
         {tree_way(1), tree_way(2), brute_force_way(), octree_way({.levels = 4}), bucket_way(),
          bucket_way({.levels = 2}, 2)}) {
        way.neighbours = true;
        ScenePlayer player(scene, way);
        for (const std::uint32_t frame : spread_frames(scene, 3)) {
            player.set_frame(frame);
            Answer expected;
            const std::vector<Vec3> positions = positions_at(scene, frame, 0);
            if (auto pairs = plain_self_pairs({scene.meshes[0].triangles, positions}, true); !pairs.empty())
                expected[{0, 0}] = std::move(pairs);
            EXPECT_TRUE(agree(player.pairs(), expected)) << GetParam() << " frame " << frame << ", " << way.name;
        }
    }
}

TEST(Neighbours, WithoutSelfCollisionMeanNothing)
{
    const scenes::Scene scene = scene_called("crumpled_sheet", {.triangles = 200});
    World world = make_world();
    EXPECT_TRUE(
        world
            .add_body(
                {.triangles = scene.meshes[0].triangles, .positions = scene.meshes[0].positions, .neighbours = true})
            .ok());
    EXPECT_EQ(world.find_pairs().pair_count, 0u);
}

TEST(Neighbours, AreFoundInAFaceFoldedOntoItsNeighbour)
{
    const std::vector<TriangleIndices> triangles = {{0, 1, 2}, {1, 0, 3}};
    const std::vector<Vec3> open = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, -1, 0}};
    std::vector<Vec3> shut = open;
    shut[3] = {0.25f, 0.5f, 0};
    for (const Structure structure : every_structure) {
        World world = make_world();
        const BodyId body = world
                                .add_body(
                                    {.triangles = triangles,
                                     .positions = open,
                                     .structure = structure,
                                     .self_collision = true,
                                     .neighbours = true})
                                .value();
        EXPECT_FALSE(world.any_pair());
        EXPECT_TRUE(world.set_positions(body, shut).ok());
        EXPECT_TRUE(world.any_pair());
    }
}

TEST(ForcedSelfCollision, OfAClosedSurfaceFindsNothing)
{
    const scenes::Scene scene = alone(scene_called("closed_bumpy_sphere", {.triangles = 1280}));
    ScenePlayer player(scene);
    for (const std::uint32_t frame : spread_frames(scene, 6)) {
        player.set_frame(frame);
        EXPECT_EQ(player.world().find_pairs().pair_count, 0u) << "frame " << frame;
    }
}

} // namespace
} // namespace tactus
