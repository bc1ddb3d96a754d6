// SPDX-License-Identifier: MIT
// Sphere trees on demand go back to their roots, by themselves or when they are told to, and give their memory back.
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>
#include <tactus/tactus.h>

#include "played_scene.h"
#include "scenes/random.h"
#include "scenes/scene.h"

namespace tactus {
namespace {

constexpr std::uint32_t period = 3;

/// Two organs about the origin, with trees of five levels.
struct Organs {
    scenes::Scene scene = scenes::make_scene("soft_organs", {.triangles = 2000}).value();
    double reach = put_in_the_middle(scene);
    Played reference{scene, Structure::brute_force};
    Played played;

    explicit Organs(std::size_t max_bytes = 0)
        : played(
            scene, Structure::on_demand_sphere_tree,
            {.levels = 5, .enough_triangles = 0, .drop_after = period, .max_bytes = max_bytes})
    {
    }

    void move(const Pose& pose)
    {
        ASSERT_TRUE(reference.world.set_pose(reference.bodies[0], pose).ok());
        ASSERT_TRUE(played.world.set_pose(played.bodies[0], pose).ok());
    }
    void bring_together() { move({{0.4 * reach, 0.1 * reach, 0.0}, {0.1, 0.2, 0.3, 1.0}}); }
    void take_apart() { move({{10.0 * reach, 0.0, 0.0}, {}}); }
    /// Gives how many pairs there are, which must be those of brute force.
    std::size_t ask()
    {
        const Pairs expected = sorted_pairs(reference.world.find_pairs());
        EXPECT_EQ(sorted_pairs(played.world.find_pairs()), expected);
        return expected.empty() ? 0 : expected[0].size();
    }
    BodyInfo info(std::size_t body) const { return played.world.info(played.bodies[body]).value(); }
    void expect_roots_alone(const std::vector<BodyInfo>& at_the_start) const
    {
        for (std::size_t body = 0; body < 2; ++body) {
            EXPECT_EQ(info(body).octree_nodes, 1u);
            EXPECT_EQ(info(body).octree_levels, 0u);
            EXPECT_EQ(info(body).node_bytes, 0u);
            EXPECT_LE(10 * info(body).structure_bytes, 11 * at_the_start[body].structure_bytes);
        }
    }
};

TEST(ReleasedBranches, GoALevelAPeriodBackToTheRootAndGiveTheirMemoryBack)
{
    for (const std::size_t max_bytes : {std::size_t{0}, std::size_t{100'000}}) {
        Organs organs(max_bytes);
        organs.take_apart();
        EXPECT_EQ(organs.ask(), 0u);
        const std::vector<BodyInfo> at_the_start = {organs.info(0), organs.info(1)};
        organs.bring_together();
        ASSERT_GT(organs.ask(), 0u);
        for (std::size_t body = 0; body < 2; ++body) {
            ASSERT_EQ(organs.info(body).octree_levels, 5u);
            EXPECT_GT(organs.info(body).node_bytes, 10'000u);
            EXPECT_GT(10 * organs.info(body).structure_bytes, 11 * at_the_start[body].structure_bytes);
        }
        // Back in touch when some levels have gone, they are made again, and answers are the same all along.
        for (const std::uint32_t periods : {2u, 3u, 5u}) {
            organs.bring_together();
            ASSERT_GT(organs.ask(), 0u);
            organs.take_apart();
            for (std::uint32_t query = 1; query <= periods * (period + 1); ++query) {
                EXPECT_EQ(organs.ask(), 0u);
                for (std::size_t body = 0; body < 2; ++body)
                    EXPECT_EQ(organs.info(body).octree_levels, 5 - query / (period + 1)) << query;
            }
        }
        organs.expect_roots_alone(at_the_start);
        const std::uint64_t made = organs.played.counts().nodes_made;
        organs.bring_together();
        EXPECT_GT(organs.ask(), 0u);
        EXPECT_GT(organs.played.counts().nodes_made, made + 100);
    }
}

TEST(ReleasedBranches, StayWhileTheyAreUsed)
{
    Organs organs;
    organs.bring_together();
    organs.ask();
    const std::uint32_t grown = organs.played.sum().octree_nodes;
    for (std::uint32_t query = 0; query < 30; ++query)
        EXPECT_GT(organs.ask(), 0u);
    EXPECT_EQ(organs.played.sum().octree_nodes, grown);
    EXPECT_EQ(organs.played.counts().nodes_dropped, 0u);
}

TEST(ReleasedBranches, GoAtOnceWhenTheyAreToldTo)
{
    Organs organs;
    const std::vector<BodyInfo> at_the_start = {organs.info(0), organs.info(1)};
    organs.bring_together();
    const std::size_t found = organs.ask();
    ASSERT_GT(found, 0u);
    for (int round = 0; round < 3; ++round) {
        for (const BodyId body : organs.played.bodies)
            ASSERT_TRUE(organs.played.world.release_branches(body).ok());
        organs.expect_roots_alone(at_the_start);
        EXPECT_EQ(organs.ask(), found);
        EXPECT_GT(organs.played.sum().octree_nodes, 100u);
    }
    // Other structures have none, and a body that is gone is refused.
    ASSERT_TRUE(organs.reference.world.release_branches(organs.reference.bodies[0]).ok());
    ASSERT_TRUE(organs.played.world.remove_body(organs.played.bodies[0]).ok());
    EXPECT_EQ(organs.played.world.release_branches(organs.played.bodies[0]).error().code, ErrorCode::stale_id);
}

TEST(ReleasedBranches, LetAnUnfinishedContactQueryBeginAnew)
{
    Organs organs;
    organs.bring_together();
    const std::size_t expected = organs.reference.world.find_contacts().contacts.size();
    ASSERT_GT(expected, 0u);
    for (const std::uint64_t units : {50u, 400u, 2000u}) {
        ASSERT_FALSE(organs.played.world.find_contacts(Budget::work_units(units)).complete);
        ASSERT_TRUE(organs.played.world.release_branches(organs.played.bodies[0]).ok());
        EXPECT_EQ(organs.info(0).octree_nodes, 1u);
        const ContactReport& report = organs.played.world.refine_contacts();
        EXPECT_TRUE(report.complete);
        EXPECT_EQ(report.contacts.size(), expected);
    }
}

} // namespace
} // namespace tactus
