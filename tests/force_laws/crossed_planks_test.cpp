// SPDX-License-Identifier: MIT
// A plank that lies across another one: no vertex is inside, and the edges at which flat sides end are all that holds
// it.
#include <cmath>
#include <cstddef>
#include <vector>

#include <gtest/gtest.h>
#include <tactus/tactus.h>

#include "forces/blocks.h"

namespace tactus {
namespace {

/// Two planks of a length of 2 m, 0.2 m wide and 0.1 m thick; the lower one lies along x, the other along y.
class CrossedPlanks : public testing::TestWithParam<int> {
public:
    World world_with(ContactSelection which) const
    {
        return World::create({.contacts = {.contact_distance = 0.002f, .which = which}}).value();
    }
    /// How hard the upper plank is pushed up, whose lower side is so high over the other's upper side.
    double push_up(ContactSelection which, double height, double tilt = 0.0) const
    {
        World world = world_with(which);
        const BodyId upper = add(world, height, tilt);
        (void)world.find_contacts();
        return push_on(world, upper);
    }
    BodyId add(World& world, double height, double tilt = 0.0) const
    {
        const Block below = gridded_block(1.0f, 0.1f, 0.05f, GetParam()),
                    above = gridded_block(0.1f, 1.0f, 0.05f, GetParam());
        const BodyId lower = world.add_body({.triangles = below.triangles, .positions = below.positions}).value();
        const BodyId upper = world.add_body({.triangles = above.triangles, .positions = above.positions}).value();
        EXPECT_TRUE(world
                        .set_pose(
                            upper, {.position = {0.013, 0.007, 0.1 + height},
                                    .rotation = {std::sin(tilt / 2), 0, 0, std::cos(tilt / 2)}})
                        .ok());
        EXPECT_TRUE(world.set_pair(lower, upper, {.material = {.stiffness = 1000.0f, .damping = 20.0f}}).ok());
        return upper;
    }
    static double push_on(World& world, BodyId body)
    {
        for (const Wrench& wrench : world.contact_forces().bodies)
            if (wrench.body == body)
                return wrench.force.z;
        return 0.0;
    }
};

TEST_P(CrossedPlanks, AreHeldByLocalContactsAsHardAsByAll)
{
    for (const double depth : {0.001, 0.004, 0.01}) {
        for (const double tilt : {0.0, 1e-6, -1e-4, 0.01}) {
            const double all = push_up(ContactSelection::all, -depth, tilt);
            EXPECT_GT(all, 0.0);
            EXPECT_NEAR(push_up(ContactSelection::local, -depth, tilt), all, 1e-4 * all)
                << depth << " m deep, tilted by " << tilt;
        }
    }
    EXPECT_EQ(push_up(ContactSelection::local, 0.001), 0.0);
}

TEST_P(CrossedPlanks, ComeToRestOnEachOther)
{
    constexpr double mass = 0.5, step = 0.001;
    World world = world_with(ContactSelection::local);
    double height = 0.02, speed = 0.0;
    const BodyId upper = add(world, height);
    double push = 0.0;
    for (int i = 0; i < 1500; ++i) {
        speed += (push / mass - 9.81) * step;
        height += speed * step;
        ASSERT_TRUE(world.set_pose(upper, {.position = {0.013, 0.007, 0.1 + height}, .rotation = {}}).ok());
        const std::vector<Vec3> speeds(world.positions(upper).value().size(), {0, 0, static_cast<float>(speed)});
        ASSERT_TRUE(world.set_velocities(upper, speeds).ok());
        (void)world.find_contacts();
        push = push_on(world, upper);
    }
    EXPECT_NEAR(push, 9.81 * mass, 0.01);
    EXPECT_NEAR(speed, 0.0, 1e-3);
}

/// A plank that lies across another one, turned by an angle and tilted along its length: degrees.
struct TurnedPlank {
    double turned = 0.0, tilted = 0.0;
    float half_length = 0.0f;
    std::size_t edge_contacts = 0;
};

class TurnedPlanks : public testing::TestWithParam<TurnedPlank> {};

TEST_P(TurnedPlanks, HaveContactsAllAroundUpToATilt)
{
    const TurnedPlank& plank = GetParam();
    const double half_degree = std::acos(-1.0) / 360.0;
    const double turn = half_degree * plank.turned, tilt = half_degree * plank.tilted;
    World world = World::create({.contacts = {.contact_distance = 1.5f}}).value();
    const Block block = gridded_block(plank.half_length, 1.0f, 0.5f, 1);
    ASSERT_TRUE(world.add_body({.triangles = block.triangles, .positions = block.positions}).ok());
    const BodyId upper = world.add_body({.triangles = block.triangles, .positions = block.positions}).value();
    ASSERT_TRUE(world
                    .set_pose(
                        upper, {.position = {0, 0, 1.75},
                                .rotation =
                                    {-std::sin(turn) * std::sin(tilt), std::cos(turn) * std::sin(tilt),
                                     std::sin(turn) * std::cos(tilt), std::cos(turn) * std::cos(tilt)}})
                    .ok());
    std::size_t edges = 0;
    for (const Contact& contact : world.find_contacts().contacts)
        edges += contact.kind == ContactKind::edge_edge ? 1 : 0;
    EXPECT_EQ(edges, plank.edge_contacts);
}

// Edges may rise over the other plank's side by a sine of 1/32, and the ways between them lean by one of 1/4, which is
// what counts at 5 degrees.
INSTANTIATE_TEST_SUITE_P(
    ByAngles, TurnedPlanks,
    testing::Values(
        TurnedPlank{90.0, 1.78, 8.0f, 4}, TurnedPlank{90.0, 1.8, 8.0f, 2}, TurnedPlank{30.0, 1.78, 8.0f, 4},
        TurnedPlank{30.0, 1.8, 8.0f, 2}, TurnedPlank{30.0, 2.08, 8.0f, 1}, TurnedPlank{10.0, 1.78, 24.0f, 4},
        TurnedPlank{10.0, 1.8, 24.0f, 2}, TurnedPlank{5.0, 1.27, 48.0f, 4}, TurnedPlank{5.0, 1.31, 48.0f, 1}));

INSTANTIATE_TEST_SUITE_P(SquaresAlongEachSide, CrossedPlanks, testing::Values(1, 3));

} // namespace
} // namespace tactus
