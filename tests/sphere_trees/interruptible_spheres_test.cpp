// SPDX-License-Identifier: MIT
// The traversal of Figure 7 of Mendoza and O'Sullivan (2006).
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <tactus/papers.h>
#include <tactus/tactus.h>

#include "geometry/double_vector.h"
#include "scenes/shapes.h"

namespace tactus {
namespace {

using papers::InterruptibleSpheres;
using papers::SpherePair;

struct TwoBodies {
    scenes::ShapeMesh mesh = scenes::make_shape("torus", {.triangles = 300}).value();
    World world = World::create().value();
    BodyId a, b;

    explicit TwoBodies(Structure structure)
    {
        const BodyDesc desc = {.triangles = mesh.triangles, .positions = mesh.positions, .structure = structure};
        a = world.add_body(desc).value();
        b = world.add_body(desc).value();
        world.set_pose(b, {.position = {0.3, 0.1, 0.05}, .rotation = {0.9f, 0.3f, 0.2f, 0.1f}}).value();
    }
    InterruptibleSpheres traverse(std::uint64_t max_tests = UINT64_MAX)
    {
        return papers::interruptible_spheres(world, a, b, {.max_tests = max_tests}).value();
    }
};

bool is_same(const SpherePair& one, const SpherePair& other)
{
    const auto same = [](const Sphere& s, const Sphere& t) { return s.centre == t.centre && s.radius == t.radius; };
    return same(one.a, other.a) && same(one.b, other.b);
}

/// Whether one pair of spheres of a list holds these triangles.
bool hold(const std::vector<SpherePair>& list, const std::vector<Vec3>& in_a, const std::vector<Vec3>& in_b)
{
    const auto holds = [](const Sphere& sphere, const std::vector<Vec3>& points) {
        return std::all_of(points.begin(), points.end(), [&](Vec3 p) {
            return length(to_double(p) - to_double(sphere.centre)) <= double(sphere.radius);
        });
    };
    return std::any_of(
        list.begin(), list.end(), [&](const SpherePair& pair) { return holds(pair.a, in_a) && holds(pair.b, in_b); });
}

class Interruptible : public testing::TestWithParam<Structure> {};

TEST_P(Interruptible, NeverLosesWhatIntersects)
{
    TwoBodies bodies(GetParam());
    const std::vector<Vec3> at_a = bodies.world.positions(bodies.a).value();
    const std::vector<Vec3> at_b = bodies.world.positions(bodies.b).value();
    std::vector<TrianglePair> intersecting;
    for (const auto& both : bodies.world.find_pairs().bodies)
        intersecting.assign(both.pairs.begin(), both.pairs.end());
    ASSERT_GT(intersecting.size(), 20u);
    const std::uint64_t all = bodies.traverse().tests;
    for (const std::uint64_t tests : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{20}, all / 2, all - 1, all}) {
        const InterruptibleSpheres found = bodies.traverse(tests);
        EXPECT_EQ(found.tests, tests);
        EXPECT_EQ(found.complete(), tests == all);
        std::vector<SpherePair> both = found.collisions;
        both.insert(both.end(), found.pairs.begin(), found.pairs.end());
        const auto corners = [&](const std::vector<Vec3>& at, std::uint32_t triangle) {
            std::vector<Vec3> points;
            for (const std::uint32_t vertex : bodies.mesh.triangles[triangle])
                points.push_back(at[vertex]);
            return points;
        };
        for (const TrianglePair& pair : intersecting)
            EXPECT_TRUE(hold(both, corners(at_a, pair.a), corners(at_b, pair.b))) << tests << " tests";
    }
}

TEST_P(Interruptible, TestsTheSamePairsHoweverEarlyItStops)
{
    TwoBodies bodies(GetParam());
    const InterruptibleSpheres whole = bodies.traverse();
    ASSERT_GT(whole.collisions.size(), 10u);
    for (std::uint64_t tests = 0; tests < whole.tests; tests += 1 + whole.tests / 30) {
        const InterruptibleSpheres cut = bodies.traverse(tests);
        ASSERT_LE(cut.collisions.size(), whole.collisions.size());
        EXPECT_TRUE(std::equal(cut.collisions.begin(), cut.collisions.end(), whole.collisions.begin(), is_same));
    }
    EXPECT_EQ(
        papers::interruptible_spheres(bodies.world, bodies.a, bodies.b, {.max_time = std::chrono::nanoseconds(0)})
            .value()
            .tests,
        0u);
}

TEST_P(Interruptible, OpensTheSecondSphereAndExchangesTheSides)
{
    TwoBodies bodies(GetParam());
    const std::vector<SpherePair> roots = bodies.traverse(0).pairs;
    ASSERT_EQ(roots.size(), 1u);
    const std::vector<SpherePair> first = bodies.traverse(1).pairs;
    ASSERT_GT(first.size(), 1u);
    for (const SpherePair& pair : first) {
        EXPECT_EQ(pair.a.centre, roots[0].a.centre) << "the root of a with children of b";
        EXPECT_LT(pair.b.radius, roots[0].b.radius);
    }
    // The first of these that overlaps is opened on the other side.
    std::size_t apart = 0;
    while (bodies.traverse(2 + apart).pairs.size() < first.size() - apart)
        ++apart;
    const SpherePair opened = bodies.traverse(2 + apart).pairs.back();
    EXPECT_LT(opened.a.radius, roots[0].a.radius);
    EXPECT_EQ(opened.b.centre, first[apart].b.centre);
}

INSTANTIATE_TEST_SUITE_P(
    Of, Interruptible, testing::Values(Structure::medial_sphere_tree, Structure::on_demand_sphere_tree),
    [](const testing::TestParamInfo<Structure>& of) {
        return of.param == Structure::medial_sphere_tree ? "medial_trees" : "trees_on_demand";
    });

TEST(InterruptibleTraversal, RefusesWhatHasNoSpheres)
{
    TwoBodies bodies(Structure::refit_bvh);
    const auto refused = papers::interruptible_spheres(bodies.world, bodies.a, bodies.b);
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error().message.find("no sphere tree"), std::string::npos) << refused.error().message;
    TwoBodies trees(Structure::on_demand_sphere_tree);
    EXPECT_FALSE(papers::interruptible_spheres(trees.world, trees.a, trees.a).ok());
    trees.world.remove_body(trees.b).value();
    EXPECT_FALSE(papers::interruptible_spheres(trees.world, trees.a, trees.b).ok());
}

} // namespace
} // namespace tactus
