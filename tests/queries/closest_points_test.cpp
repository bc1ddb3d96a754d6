// SPDX-License-Identifier: MIT
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "base/cases.h"
#include "base/every_structure.h"
#include "geometry/triangle_pairs/triangle_distance.h"
#include "queries/surface_model.h"

namespace tactus {
namespace {

ClosestPoints closest_of(const SurfaceModel::Body& a, const SurfaceModel::Body& b)
{
    double best = std::numeric_limits<double>::infinity();
    ClosestPoints closest;
    for (std::uint32_t i = 0; i < a.triangles.size(); ++i)
        for (std::uint32_t k = 0; k < b.triangles.size(); ++k)
            if (const TriangleDistance apart = triangle_distance(a[i], b[k]); apart.distance < best) {
                best = apart.distance;
                closest = {static_cast<float>(best), to_float(apart.point_a), to_float(apart.point_b), i, k};
            }
    return closest;
}

struct TwoStructures {
    Structure a;
    Structure b;
};

// Medial spheres take long to make, so they meet two others only.
std::vector<TwoStructures> every_two_structures()
{
    std::vector<TwoStructures> all = {
        {Structure::medial_sphere_tree, Structure::refit_bvh},
        {Structure::spherical_octree, Structure::medial_sphere_tree}};
    for (const Structure a : quick_structures)
        for (const Structure b : quick_structures)
            all.push_back({a, b});
    return all;
}

class EveryTwoStructures : public testing::TestWithParam<TwoStructures> {
public:
    EveryTwoStructures() : a(closed_cube(5, 1.0f)), b(grid_soup(90, random))
    {
        a.id = world.add_body({.triangles = a.triangles, .positions = a.positions, .structure = GetParam().a}).value();
        b.id = world.add_body({.triangles = b.triangles, .positions = b.positions, .structure = GetParam().b}).value();
    }
    void move_to(Vec3 place)
    {
        std::vector<Vec3> moved = base;
        if (base.empty())
            moved = base = b.positions;
        for (std::size_t k = 0; k < moved.size(); ++k)
            b.positions[k] = {moved[k].x * 0.5f + place.x, moved[k].y * 0.5f + place.y, moved[k].z * 0.5f + place.z};
        ASSERT_TRUE(world.set_positions(b.id, b.positions));
    }
    void expect_same(const ClosestPoints& found, const ClosestPoints& expected)
    {
        EXPECT_EQ(found.distance, expected.distance);
        EXPECT_EQ(found.triangle_a, expected.triangle_a);
        EXPECT_EQ(found.triangle_b, expected.triangle_b);
        EXPECT_EQ(found.point_a, expected.point_a);
        EXPECT_EQ(found.point_b, expected.point_b);
    }

    World world = World::create().value();
    scenes::Random random{5};
    SurfaceModel::Body a;
    SurfaceModel::Body b;
    std::vector<Vec3> base;
};

TEST_P(EveryTwoStructures, HaveTheClosestPointsOfAllTheirTriangles)
{
    for (const Vec3 place : {Vec3{5, 1, 0}, Vec3{0, 0, 4.5f}, Vec3{0.3f, 4.1f, 3.2f}, Vec3{2, 2, 2}, Vec3{0, 0, 1}}) {
        move_to(place);
        const ClosestPoints expected = closest_of(a, b);
        expect_same(world.closest_points(a.id, b.id).value(), expected);
        const ClosestReport near = world.closest_points(a.id, b.id, {.max_distance = expected.distance + 1.0f}).value();
        EXPECT_TRUE(near.found && near.complete);
        EXPECT_EQ(near.distance_at_least, expected.distance);
        expect_same(near.closest, expected);
        if (expected.distance > 0.0f) {
            const float less = 0.99f * expected.distance;
            const ClosestReport none = world.closest_points(a.id, b.id, {.max_distance = less}).value();
            EXPECT_FALSE(none.found);
            EXPECT_TRUE(none.complete);
            EXPECT_EQ(none.distance_at_least, less);
        }
    }
}

TEST_P(EveryTwoStructures, AreNoCloserThanTheAnswerSaysWhereverTheBudgetEnds)
{
    for (const Vec3 place : {Vec3{0.3f, 4.1f, 3.2f}, Vec3{0, 0, 1}}) {
        move_to(place);
        const ClosestPoints expected = closest_of(a, b);
        for (std::uint64_t units = 0;; units += 1 + units / 16) {
            ASSERT_LT(units, 100000u);
            move_to(place);
            const ClosestReport cut = world.closest_points(a.id, b.id, {.budget = Budget::work_units(units)}).value();
            EXPECT_LE(cut.work_units_spent, units);
            EXPECT_LE(cut.distance_at_least, expected.distance);
            if (cut.found) {
                EXPECT_GE(cut.closest.distance, expected.distance);
            }
            if (cut.complete) {
                expect_same(cut.closest, expected);
                break;
            }
        }
    }
}

TEST_P(EveryTwoStructures, AreAsFarFromASphereAsItsNearestPointLessTheRadius)
{
    const BodyId ball = world.add_sphere({.centre = {3.0f, 2.0f, 2.0f}, .radius = 0.5f}).value();
    const NearestReport nearest = world.nearest_point(a.id, {3.0f, 2.0f, 2.0f}).value();
    const ClosestPoints expected = world.closest_points(a.id, ball).value();
    EXPECT_NEAR(expected.distance, nearest.distance - 0.5f, 1e-6f);
    EXPECT_EQ(expected.triangle_a, nearest.triangle);
    EXPECT_FALSE(world.closest_points(ball, a.id, {.max_distance = 1.0f}).value().found);
    for (std::uint64_t units = 0; units < 1000; ++units) {
        ASSERT_TRUE(world.set_positions(a.id, a.positions));
        const ClosestReport cut = world.closest_points(a.id, ball, {.budget = Budget::work_units(units)}).value();
        EXPECT_LE(cut.distance_at_least, expected.distance);
        if (cut.complete) {
            EXPECT_EQ(cut.closest.distance, expected.distance);
            break;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Of, EveryTwoStructures, testing::ValuesIn(every_two_structures()), [](const auto& one) {
    return std::to_string(static_cast<int>(one.param.a)) + "_and_" + std::to_string(static_cast<int>(one.param.b));
});

/// What a thick tool touches need not touch its axis, which is what counts.
TEST(ClosestPointsOfATool, AreMeasuredFromItsAxisHoweverThickItIs)
{
    const SurfaceModel::Body cube = closed_cube(1, 1.0f);
    for (const Structure structure : quick_structures)
        for (const float radius : {0.0f, 0.5f}) {
            World world = World::create().value();
            const BodyId body =
                world.add_body({.triangles = cube.triangles, .positions = cube.positions, .structure = structure})
                    .value();
            const BodyId ball = world.add_sphere({.centre = {0, 0, 4}, .radius = 0.5f}).value();
            const BodyId tool =
                world.add_tool({.pivot = {0, -4, 1.25f}, .tip = {0, 4, 1.25f}, .radius = radius}).value();
            for (const float height : {1.25f, 0.75f}) {
                world.set_tool(tool, {0, -4, height}, {0, 4, height}).value();
                const float gap = height > 1.0f ? 0.25f : 0.0f;
                EXPECT_EQ(world.closest_points(tool, body).value().distance, gap);
                EXPECT_EQ(world.closest_points(body, tool).value().distance, gap);
                EXPECT_EQ(
                    world.closest_points(tool, body, {.budget = Budget::work_units(1000)}).value().closest.distance,
                    gap);
            }
            world.set_tool(tool, {0, -4, 3.25f}, {0, 4, 3.25f}).value();
            EXPECT_EQ(world.closest_points(tool, ball).value().distance, 0.25f);
            world.set_tool(tool, {0, -4, 3.5f}, {0, 4, 3.5f}).value();
            EXPECT_EQ(world.closest_points(ball, tool).value().distance, 0.0f);
        }
}

TEST(ClosestPointsOfBalls, AreAPointOfBothWhereOneIsInsideTheOther)
{
    World world = World::create().value();
    const BodyId large = world.add_sphere({.centre = {1, 0, 0}, .radius = 4}).value();
    for (const float radius : {0.0f, 0.5f, 2.0f}) {
        const BodyId small = world.add_sphere({.centre = {}, .radius = radius}).value();
        for (const ClosestPoints& points :
             {world.closest_points(small, large).value(), world.closest_points(large, small).value()}) {
            EXPECT_EQ(points.distance, 0.0f);
            EXPECT_EQ(points.point_a, (Vec3{}));
            EXPECT_EQ(points.point_b, (Vec3{}));
        }
    }
}

} // namespace
} // namespace tactus
