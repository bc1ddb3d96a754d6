// SPDX-License-Identifier: MIT
// Stiffness by area: what contacts stand for, and that bodies are as hard however finely they are meshed.
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <tactus/tactus.h>

#include "forces/blocks.h"
#include "forces/surfaces/contact_area.h"
#include "geometry/double_vector.h"
#include "scenes/bodies/icosphere.h"

namespace tactus {
namespace {

/// Newtons per metre and square metre, of the default material.
constexpr double pressure = 1e7;

Block ball_block(double size, std::uint32_t triangles)
{
    Block ball(1.0f, 1.0f, 1.0f);
    const scenes::Shape shape = scenes::icosphere(triangles);
    ball.positions.clear();
    ball.triangles = shape.triangles;
    for (const scenes::Point& p : shape.points)
        ball.positions.push_back({float(size * p.x), float(size * p.y), float(size * p.z)});
    return ball;
}

/// What body pushes up with that stands or lies with its lowest point so deep in the ground.
double upward_push(const Block& body, double lowest, const Block& ground, double ground_top, double depth)
{
    World world = World::create().value();
    const BodyId below = world.add_body({.triangles = ground.triangles, .positions = ground.positions}).value();
    const BodyId above = world.add_body({.triangles = body.triangles, .positions = body.positions}).value();
    EXPECT_TRUE(world.set_pose(below, {.position = {0, 0, -ground_top}, .rotation = {}}).ok());
    EXPECT_TRUE(
        world.set_pose(above, {.position = {0.0131, 0.0073, lowest - depth}, .rotation = {0, 0, 0.06, 0.998}}).ok());
    EXPECT_TRUE(world.find_contacts().complete);
    for (const Wrench& wrench : world.contact_forces().bodies)
        if (wrench.body == above)
            return wrench.force.z;
    return 0.0;
}

TEST(StiffnessByArea, OfAFlatPunchIsThatOfItsAreaHoweverFineItIs)
{
    const Block plate(1.0f, 1.0f, 0.5f);
    const double expected = pressure * 0.1 * 0.1 * 0.002;
    for (const int cells : {1, 4, 8, 16}) {
        const Block punch = gridded_block(0.05f, 0.05f, 0.05f, cells);
        EXPECT_NEAR(upward_push(punch, 0.05, plate, 0.5, 0.002), expected, 0.05 * expected) << cells;
    }
}

TEST(StiffnessByArea, IsTheSameOnAGroundOfManyTriangles)
{
    const double expected = pressure * 0.1 * 0.1 * 0.002;
    for (const int ground_cells : {1, 20, 40})
        for (const int cells : {8, 16}) {
            const Block punch = gridded_block(0.05f, 0.05f, 0.05f, cells);
            const Block ground = gridded_block(0.2f, 0.2f, 0.2f, ground_cells);
            EXPECT_NEAR(upward_push(punch, 0.05, ground, 0.2, 0.002), expected, 0.05 * expected)
                << cells << " on " << ground_cells;
        }
}

TEST(StiffnessByArea, OfABallIsThatOfTheVolumeItPressesAway)
{
    const Block plate(1.0f, 1.0f, 0.5f);
    const double radius = 0.05, depth = 0.006;
    const double expected = pressure * std::numbers::pi * depth * depth * (radius - depth / 3.0);
    double force[2] = {};
    for (const int finer : {0, 1}) {
        const std::uint32_t triangles = finer == 0 ? 1280 : 5120;
        force[finer] = upward_push(ball_block(radius, triangles), radius, plate, 0.5, depth);
        EXPECT_NEAR(force[finer], expected, 0.05 * expected) << triangles;
    }
    EXPECT_NEAR(force[0], force[1], 0.05 * force[1]);
}

TEST(StiffnessByArea, OfTwoBallsIsTheSameIfBothAreFiner)
{
    const double radius = 0.05, depth = 0.008;
    double force[2] = {};
    for (const int finer : {0, 1}) {
        const Block ball = ball_block(radius, finer == 0 ? 1280 : 5120);
        force[finer] = upward_push(ball, radius, ball, radius, depth);
    }
    EXPECT_GT(force[0], 1.0);
    EXPECT_NEAR(force[0], force[1], 0.05 * force[1]);
}

TEST(StiffnessByArea, OfASphereIsThatOfTheVolumeItPressesAway)
{
    const double radius = 0.05, depth = 0.006;
    const double expected = pressure * std::numbers::pi * depth * depth * (radius - depth / 3.0);
    for (const int cells : {1, 30}) {
        World world = World::create().value();
        const Block ground = gridded_block(0.5f, 0.5f, 0.5f, cells);
        (void)world.add_body({.triangles = ground.triangles, .positions = ground.positions}).value();
        const BodyId ball =
            world.add_sphere({{0.0131f, 0.0073f, float(0.5 + radius - depth)}, float(radius), {}}).value();
        (void)world.find_contacts();
        double up = 0.0;
        for (const Wrench& wrench : world.contact_forces().bodies)
            if (wrench.body == ball)
                up = wrench.force.z;
        EXPECT_NEAR(up, expected, 1e-3 * expected) << cells;
    }
}

TEST(StiffnessByArea, LeavesWhatWasSaidOfEveryContact)
{
    const Block plate(1.0f, 1.0f, 0.5f), box(0.05f, 0.05f, 0.05f);
    World world = World::create().value();
    const BodyId below = world.add_body({.triangles = plate.triangles, .positions = plate.positions}).value();
    const BodyId above = world.add_body({.triangles = box.triangles, .positions = box.positions}).value();
    ASSERT_TRUE(world.set_pose(above, {.position = {0.013, 0.22, 0.548}, .rotation = {}}).ok());
    ASSERT_TRUE(world.set_pair(below, above, {.material = {.stiffness = 100.0f, .pressure_stiffness = 1e9f}}).ok());
    (void)world.find_contacts();
    ASSERT_EQ(world.contact_forces().bodies.size(), 2u);
    EXPECT_NEAR(world.contact_forces().bodies[1].force.z, 4 * 100.0 * 0.002, 1e-3);
}

TEST(StiffnessByArea, HoldsASheetThatStandsOnItsEdge)
{
    const Block plate(1.0f, 1.0f, 0.5f);
    const std::vector<Vec3> corners = {{0, 0, 0.499f}, {0.1f, 0, 0.499f}, {0.1f, 0, 0.599f}, {0, 0, 0.599f}};
    const std::vector<TriangleIndices> sheet = {{0, 1, 2}, {0, 2, 3}};
    World world = World::create().value();
    (void)world.add_body({.triangles = plate.triangles, .positions = plate.positions}).value();
    const BodyId standing = world.add_body({.triangles = sheet, .positions = corners}).value();
    (void)world.find_contacts();
    double size = 0.0;
    for (const Wrench& wrench : world.contact_forces().bodies)
        if (wrench.body == standing)
            size = length(to_double(wrench.force));
    EXPECT_GT(size, 0.0);
}

TEST(FacingArea, IsAThirdOfWhatFacesTheOtherBody)
{
    const Block box(0.5f, 0.5f, 0.5f);
    const VertexStars stars(box.triangles, box.positions.size(), [](std::size_t) { return false; });
    const FollowedSurface surface = {{box.triangles, &box.positions[0].x}, &stars, false};
    const auto area = [&](bool is_closed, std::vector<std::uint32_t> feature, DoubleVector direction) {
        return facing_area(surface, is_closed, feature, direction);
    };
    double sum = 0.0;
    for (std::uint32_t vertex = 4; vertex < 8; ++vertex)
        sum += area(true, {vertex}, {0, 0, 1});
    EXPECT_NEAR(sum, 1.0, 1e-6) << "the four corners of the upper side stand for all of it";
    // Corners 4 and 7 are in one of its triangles each, 5 and 6 in both.
    EXPECT_NEAR(area(true, {4}, {0, 0, 1}), 1.0 / 6.0, 1e-6);
    EXPECT_NEAR(area(true, {5}, {0, 0, 1}), 1.0 / 3.0, 1e-6);
    EXPECT_NEAR(area(true, {5, 6}, {0, 0, 1}), 1.0 / 3.0, 1e-6) << "an edge has a third of the triangles beside it";
    EXPECT_NEAR(area(true, {4, 5}, {0, 0, 1}), 1.0 / 6.0, 1e-6);
    // Of corner 4 nothing faces down; four or five triangles, each of half a square metre, are around it.
    const double least = double(stars[4].size()) * 0.5 / 3.0 / 8.0;
    EXPECT_NEAR(area(true, {4}, {0, 0, -1}), least, 1e-6);
    EXPECT_NEAR(area(false, {4}, {0, 0, -1}), 1.0 / 6.0, 1e-6) << "an open surface faces both ways";
}

} // namespace
} // namespace tactus
