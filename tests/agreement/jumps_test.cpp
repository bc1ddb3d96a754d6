// SPDX-License-Identifier: MIT
// What is brought up to date only where a query needs it must not be stale after updates that nobody asked about.
#include <cmath>

#include "agreement/scene_player.h"

namespace tactus {
namespace {

std::vector<Vec3> moved(std::vector<Vec3> positions, Vec3 by)
{
    for (Vec3& p : positions)
        p = {p.x + by.x, p.y + by.y, p.z + by.z};
    return positions;
}

std::vector<Vec3> scaled(std::vector<Vec3> positions, float factor)
{
    for (Vec3& p : positions)
        p = {p.x * factor, p.y * factor, p.z * factor};
    return positions;
}

/// The same scene twice: by trees and by brute force.
struct Both {
    scenes::Scene scene;
    ScenePlayer player;
    ScenePlayer oracle;

    explicit Both(std::string_view name, std::uint32_t workers = 1, std::uint32_t triangles = 320)
        : scene(scene_called(name, {.triangles = triangles})), player(scene, tree_way(workers)),
          oracle(scene, brute_force_way())
    {
    }

    void set_positions(std::size_t mesh, const std::vector<Vec3>& positions)
    {
        player.set_positions(mesh, positions);
        oracle.set_positions(mesh, positions);
    }
    std::vector<Vec3> at(std::uint32_t frame, std::size_t mesh) const { return positions_at(scene, frame, mesh); }
};

class Jumps : public testing::TestWithParam<std::uint32_t> {};

INSTANTIATE_TEST_SUITE_P(Workers, Jumps, testing::Values(1u, 2u, 5u, 8u), testing::PrintToStringParamName());

TEST_P(Jumps, FarAwayAndBackChangeNothing)
{
    Both both("bumpy_spheres", GetParam());
    const std::uint32_t deep = both.scene.frame_count - 1;
    both.set_positions(0, both.at(deep, 0));
    both.set_positions(1, both.at(deep, 1));
    const Answer before = both.player.pairs();
    EXPECT_TRUE(agree(before, both.oracle.pairs()));
    for (const float distance : {1.0f, 1e3f, 1e6f, 1e12f, 1e30f}) {
        both.set_positions(1, moved(both.at(deep, 1), {distance, -distance, distance}));
        EXPECT_TRUE(agree(both.player.pairs(), both.oracle.pairs())) << distance;
        both.set_positions(1, both.at(deep, 1));
        EXPECT_TRUE(agree(both.player.pairs(), before)) << distance;
    }
}

TEST_P(Jumps, SmallMovesAfterAHugeOneAreSeen)
{
    Both both("bumpy_spheres", GetParam());
    for (const float distance : {1e6f, 1e12f, 1e30f}) {
        both.set_positions(1, moved(both.at(0, 1), {distance, 0, 0}));
        both.set_positions(1, both.at(0, 1));
        EXPECT_TRUE(agree(both.player.pairs(), both.oracle.pairs())) << distance;
        for (const std::uint32_t frame : spread_frames(both.scene, 10)) {
            both.player.set_frame(frame);
            both.oracle.set_frame(frame);
            EXPECT_TRUE(agree(both.player.pairs(), both.oracle.pairs())) << distance << ", frame " << frame;
        }
    }
}

TEST_P(Jumps, MovesTooSmallToBeSummedUpAreSeen)
{
    // A triangle the size of a grain, and one vertex that has travelled far. The grain creeps out of the other one.
    const std::vector<TriangleIndices> triangles = {{0, 1, 2}, {3, 3, 3}};
    const std::vector<Vec3> still = {{0, 0, 0}, {1e-20f, 0, 0}, {0, 1e-20f, 0}, {1e3f, 0, 0}};
    for (const float step : {1e-21f, 1e-22f}) {
        World world = make_world(GetParam());
        std::vector<Vec3> moving = still;
        ASSERT_TRUE(world.add_body({.triangles = triangles, .positions = still}).ok());
        const BodyId body = world.add_body({.triangles = triangles, .positions = moving}).value();
        moving[3] = {-1e3f, 0, 0};
        ASSERT_TRUE(world.set_positions(body, moving).ok());
        for (int k = 0; k < 40; ++k) {
            for (int corner = 0; corner < 3; ++corner)
                moving[corner].z = float(k % 8 - 4) * step;
            ASSERT_TRUE(world.set_positions(body, moving).ok());
            EXPECT_EQ(world.any_pair(), k % 8 == 4) << "step " << k << " of " << step;
        }
    }
}

TEST_P(Jumps, HugeAndTinySizesAreFollowed)
{
    Both both("large_deformation", GetParam());
    for (const float factor : {1.0f, 1e-20f, 1e15f, 1e-6f, 1e-38f, 3e37f, 1.0f}) {
        both.set_positions(0, scaled(both.at(4321, 0), factor));
        both.set_positions(1, scaled(both.at(4321, 1), factor));
        EXPECT_TRUE(agree(both.player.pairs(), both.oracle.pairs())) << factor;
    }
}

TEST_P(Jumps, BodiesOfDifferentSizesMeetInside)
{
    Both both("bumpy_spheres", GetParam());
    const std::uint32_t deep = both.scene.frame_count - 1;
    for (const float factor : {0.01f, 100.0f, 1e-10f, 1e10f}) {
        both.set_positions(0, both.at(deep, 0));
        both.set_positions(1, scaled(both.at(deep, 1), factor));
        EXPECT_TRUE(agree(both.player.pairs(), both.oracle.pairs())) << factor;
    }
}

TEST_P(Jumps, StepsOfOneUnitInTheLastPlaceAreSeen)
{
    // Two flat grids in one plane touch everywhere; moved by the smallest step they touch nowhere.
    Both both("one_plane", GetParam());
    const std::vector<Vec3> first = both.at(0, 0), second = both.at(0, both.scene.meshes.size() - 1);
    std::vector<Vec3> lifted = second;
    for (int step = 0; step < 8; ++step) {
        for (Vec3& p : lifted)
            p.z = std::nextafter(p.z, step % 2 == 0 ? 1.0f : -1.0f);
        both.set_positions(both.scene.meshes.size() - 1, lifted);
        EXPECT_TRUE(agree(both.player.pairs(), both.oracle.pairs())) << "step " << step;
    }
}

TEST_P(Jumps, OneVertexThatLeavesAndComesBackIsFollowed)
{
    Both both("soft_organs", GetParam());
    const std::uint32_t deep = both.scene.frame_count - 1;
    both.set_positions(1, both.at(deep, 1));
    scenes::Random random(5);
    const std::vector<Vec3> rest = both.at(deep, 0);
    for (int round = 0; round < 20; ++round) {
        std::vector<Vec3> positions = rest;
        Vec3& spike = positions[random.below(std::uint32_t(positions.size()))];
        const scenes::Point direction = random.direction();
        const double length = random.between(0.0, 5.0);
        spike = {float(direction.x * length), float(direction.y * length), float(direction.z * length)};
        both.set_positions(0, positions);
        EXPECT_TRUE(agree(both.player.pairs(), both.oracle.pairs())) << "round " << round;
    }
}

TEST_P(Jumps, ManyUpdatesWithoutAQueryLeaveTheLastOnesAnswer)
{
    for (const char* name : {"large_deformation", "crumpled_sheet", "cloth_on_ball"}) {
        Both both(name, GetParam());
        scenes::Random random(11);
        for (int round = 0; round < 4; ++round) {
            for (int update = 0; update < 25; ++update)
                both.player.set_frame(random.below(both.scene.frame_count));
            const std::uint32_t frame = random.below(both.scene.frame_count);
            both.player.set_frame(frame);
            both.oracle.set_frame(frame);
            EXPECT_TRUE(agree(both.player.pairs(), both.oracle.pairs())) << name << " frame " << frame;
        }
    }
}

TEST_P(Jumps, RefusedUpdatesInBetweenLeaveTheOldAnswer)
{
    for (const char* name : {"large_deformation", "crumpled_sheet", "cloth_on_ball"}) {
        Both both(name, GetParam());
        scenes::Random random(13);
        for (int round = 0; round < 6; ++round) {
            const std::uint32_t frame = random.below(both.scene.frame_count);
            both.player.set_frame(frame);
            both.oracle.set_frame(frame);
            if (round % 2 == 0) {
                EXPECT_TRUE(agree(both.player.pairs(), both.oracle.pairs())) << name;
            }
            std::vector<Vec3> bad = both.at(random.below(both.scene.frame_count), 0);
            // In the last used vertex: everything before it may have been taken already.
            bad[both.scene.meshes[0].triangles.back()[0]].y = std::nanf("");
            EXPECT_FALSE(both.player.world().set_positions(both.player.body(0), bad).ok());
            EXPECT_TRUE(agree(both.player.pairs(), both.oracle.pairs())) << name << " round " << round;
        }
    }
}

TEST_P(Jumps, RandomWalksOfOneBodyThroughAnother)
{
    Both both("organ_tool", GetParam(), 600);
    scenes::Random random(19);
    Vec3 at{0, 0, 0};
    const std::uint32_t pressed = both.scene.frame_count / 2;
    both.set_positions(0, both.at(pressed, 0));
    for (int step = 0; step < 40; ++step) {
        const scenes::Point way = random.in_cube();
        const float size = step % 3 == 0 ? 1.0f : 1e-3f;
        at = {at.x + float(way.x) * size, at.y + float(way.y) * size, at.z + float(way.z) * size};
        if (step % 10 == 9)
            at = {0, 0, 0};
        both.set_positions(1, moved(both.at(pressed, 1), at));
        EXPECT_TRUE(agree(both.player.pairs(), both.oracle.pairs())) << "step " << step;
    }
}

} // namespace
} // namespace tactus
