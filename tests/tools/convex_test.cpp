// SPDX-License-Identifier: MIT
// A convex set touches what overlap_convex finds, and goes where poses put it.
#include <gtest/gtest.h>

#include "base/cases.h"
#include "base/every_structure.h"
#include "tools/tool_scenes.h"

namespace tactus::tool_tests {
namespace {

std::vector<HalfSpace> random_set(std::mt19937& random)
{
    std::vector<HalfSpace> set(1 + random() % 12);
    for (HalfSpace& half_space : set) {
        do
            half_space.normal = point_in(random, 1.0f);
        while (half_space.normal == Vec3{});
        half_space.offset = uniform(random, -0.2f, 0.8f);
    }
    return set;
}

std::vector<std::uint32_t> overlapping(const OverlapReport& report)
{
    std::vector<std::uint32_t> numbers;
    for (const SurfaceTriangle& found : report.triangles)
        numbers.push_back(found.triangle);
    return numbers;
}

TEST(ConvexSets, TouchWhatOverlapsThem)
{
    std::mt19937 random(41);
    const ShapeMesh meshes[] = {shape("bumpy_sphere", 320), grid_soup(random, 150)};
    std::size_t found = 0;
    for (std::size_t k = 0; k < cases(on_most_days(200, 1000)); ++k) {
        const ShapeMesh& mesh = meshes[k % 2];
        const std::vector<HalfSpace> set = random_set(random);
        World world = World::create().value();
        const Structure structure = quick_structures[k % quick_structures.size()];
        world.add_body({.triangles = mesh.triangles, .positions = mesh.positions, .structure = structure}).value();
        const std::vector<std::uint32_t> expected = overlapping(world.overlap_convex(set).value());
        const BodyId convex = world.add_convex({.half_spaces = set}).value();
        const TouchReport report = world.find_touched(convex).value();
        ASSERT_EQ(numbers_of(report), expected) << k;
        std::vector<std::uint32_t> paired;
        for (const BodyPairs& bodies : world.find_pairs().bodies)
            for (const TrianglePair& pair : bodies.pairs)
                paired.push_back(pair.a);
        ASSERT_EQ(paired, expected) << k;
        found += expected.size();
        EXPECT_TRUE(world.find_contacts().complete);
        // Only what has an end and an inside has corners.
        EXPECT_TRUE(world.find_contacts().contacts.empty() || world.info(convex).value().vertices >= 4);
    }
    EXPECT_GT(found, 1000u);
}

TEST(ConvexSets, GoWherePosesPutThem)
{
    const ShapeMesh mesh = shape("sphere", 1280);
    const HalfSpace cube[] = {{{1, 0, 0}, 0.125f},  {{-1, 0, 0}, 0.125f}, {{0, 1, 0}, 0.125f},
                              {{0, -1, 0}, 0.125f}, {{0, 0, 1}, 0.125f},  {{0, 0, -1}, 0.125f}};
    World world = World::create().value();
    const BodyId organ = world.add_body({.triangles = mesh.triangles, .positions = mesh.positions}).value();
    const BodyId box = world.add_convex({.half_spaces = cube, .user_data = 7}).value();
    EXPECT_TRUE(world.find_touched(box).value().faces.empty());
    EXPECT_TRUE(world.info(box).value().is_convex);
    EXPECT_EQ(world.user_data(box).value(), 7u);
    EXPECT_LE(world.info(box).value().upper_corner.x, 0.126f);
    EXPECT_GE(world.info(box).value().upper_corner.x, 0.125f);
    world.set_pose(box, {.position = {1.0, 0.0, 0.0}, .rotation = {}}).value();
    EXPECT_EQ(
        numbers_of(world.find_touched(box).value()),
        overlapping(world.overlap_box({0.875f, -0.125f, -0.125f}, {1.125f, 0.125f, 0.125f}).value()));
    EXPECT_FALSE(world.find_touched(box).value().faces.empty());
    EXPECT_EQ(world.closest_points(organ, box).value().distance, 0.0f);
    EXPECT_FALSE(world.nearest_point(box, {0, 0, 0}));
    EXPECT_FALSE(world.set_positions(box, mesh.positions));
    EXPECT_EQ(world.add_convex({}).error().message, "a convex set needs 1 to 32 half-spaces, not 0");
}

/// The turns have a side that would be parallel to an axis, if a pose did not round it.
TEST(ConvexSets, AreNoLargerThanTheirCornersHoweverTheyAreTurned)
{
    std::mt19937 random(47);
    const HalfSpace blade[] = {{{1, 0, 0}, 0.5f},  {{-1, 0, 0}, 0.5f},   {{0, 1, 0}, 0.125f},
                               {{0, -1, 0}, 0.1f}, {{0, 0, 1}, 0.0625f}, {{0, 0, -1}, 0.01f}};
    World world = World::create().value();
    const BodyId set = world.add_convex({.half_spaces = blade}).value();
    for (std::size_t k = 0; k < cases(200); ++k) {
        const auto number = [&] { return 0.25 * (double(random() % 9) - 4.0); };
        const Pose pose = {.position = {number(), number(), number()}, .rotation = {number(), number(), number(), 1.0}};
        world.set_pose(set, pose).value();
        const BodyInfo info = world.info(set).value();
        Box corners;
        for (const Vec3& corner : world.positions(set).value())
            corners = include(corners, corner);
        for (const float beyond :
             {info.upper_corner.x - corners.upper.x, info.upper_corner.y - corners.upper.y,
              info.upper_corner.z - corners.upper.z, corners.lower.x - info.lower_corner.x,
              corners.lower.y - info.lower_corner.y, corners.lower.z - info.lower_corner.z}) {
            EXPECT_GE(beyond, 0.0f) << k;
            EXPECT_LE(beyond, 1e-6f) << k;
        }
    }
}

TEST(ConvexSets, WithoutAnEndReachEverywhere)
{
    const ShapeMesh mesh = shape("sphere", 320);
    World world = World::create().value();
    world.add_body({.triangles = mesh.triangles, .positions = mesh.positions}).value();
    const HalfSpace wedge[] = {{{1, 0, 0}, 0.0f}, {{0, 1, 0}, 0.0f}};
    const BodyId convex = world.add_convex({.half_spaces = wedge}).value();
    const BodyId ball = world.add_sphere({.centre = {-100, -1e6f, 5e5f}, .radius = 0.5f}).value();
    EXPECT_GT(world.find_touched(convex).value().faces.size(), 60u);
    bool has_ball = false;
    for (const BodyPairs& bodies : world.find_pairs().bodies)
        has_ball = has_ball || bodies.body_b == ball || bodies.body_a == ball;
    EXPECT_TRUE(has_ball);
    const HalfSpace nothing[] = {{{1, 0, 0}, -1.0f}, {{-1, 0, 0}, -1.0f}};
    EXPECT_TRUE(world.find_touched(world.add_convex({.half_spaces = nothing}).value()).value().faces.empty());
}

} // namespace
} // namespace tactus::tool_tests
