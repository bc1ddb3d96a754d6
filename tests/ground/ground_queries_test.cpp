// SPDX-License-Identifier: MIT
// What half-spaces answer to pairs, rays, overlaps, and questions about points and distances.
#include <gtest/gtest.h>

#include <cmath>

#include "ground/ground_oracle.h"

namespace tactus::ground {
namespace {

TEST(GroundQueries, PairsNameTheTrianglesThatReachIntoIt)
{
    std::size_t found = 0;
    std::uint32_t seed = 0;
    for (const HalfSpaceDesc& ground : some_grounds()) {
        std::mt19937 random(++seed);
        const Mesh mesh = spheres::crowded_soup(random, 12, 40);
        const Ball ball = {{0.5f, 1.0f, 0.75f}, 0.5f};
        std::vector<TrianglePair> expected;
        for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
            const auto& corners = mesh.triangles[t];
            if (std::any_of(corners.begin(), corners.end(), [&](std::uint32_t vertex) {
                    return value_at(ground, mesh.positions[vertex]) <= 0;
                }))
                expected.push_back({t, 0});
        }
        const bool meets_ball = compare_height(ground, ball.centre, Rational(ball.radius)) <= 0;
        found += expected.size();
        for (const Structure structure : quick_structures) {
            World world = World::create().value();
            const BodyId body = add(world, mesh, structure);
            const BodyId id = world.add_half_space(ground).value();
            ASSERT_TRUE(world.add_sphere({ball.centre, ball.radius, {.mask = 2}}).ok());
            std::vector<TrianglePair> pairs;
            for (const BodyPairs& both : world.find_pairs().bodies) {
                EXPECT_EQ(std::pair(both.body_a, both.body_b), std::pair(body, id));
                pairs.assign(both.pairs.begin(), both.pairs.end());
            }
            EXPECT_TRUE(pairs == expected) << structure_name(structure) << ", ground " << seed;
            EXPECT_EQ(world.any_pair(), !expected.empty());
            const PairReport& first = world.find_pairs({.first_hit_only = true});
            EXPECT_TRUE(first.complete);
            EXPECT_EQ(first.pair_count > 0, !expected.empty());
            if (!expected.empty()) {
                const PairReport& cut = world.find_pairs(Budget::work_units(0));
                EXPECT_FALSE(cut.complete);
                EXPECT_GT(cut.open_pairs, 0u);
            }
            ASSERT_TRUE(world.set_filter({2, 0}, {}).ok());
            ASSERT_TRUE(world.remove_body(body).ok());
            EXPECT_EQ(world.find_pairs().pair_count, meets_ball ? 1u : 0u);
        }
    }
    EXPECT_GT(found, 100u);
}

TEST(GroundQueries, ClosestPointsAreTheLowestOfTheOther)
{
    for (const Structure structure : every_structure) {
        World world = World::create().value();
        const BodyId ground = world.add_half_space({.normal = {0.0f, 0.0f, 2.0f}, .offset = -3.0f}).value();
        Mesh mesh = spheres::cube();
        mesh.positions[3].z = -0.25f;
        const BodyId body = add(world, mesh, structure);
        const BodyId ball = world.add_sphere({{3.0f, 4.0f, 1.0f}, 0.5f, {}}).value();
        ClosestPoints closest = world.closest_points(body, ground).value();
        EXPECT_EQ(closest.distance, 1.25f);
        EXPECT_EQ(closest.point_a, (Vec3{1.0f, 1.0f, -0.25f}));
        EXPECT_EQ(closest.point_b, (Vec3{1.0f, 1.0f, -1.5f}));
        EXPECT_EQ(closest.triangle_a, 0u);
        EXPECT_EQ(world.closest_points(ground, body).value().point_a, closest.point_b);
        EXPECT_FALSE(world.closest_points(ground, body, {.max_distance = 1.0f}).value().found);
        EXPECT_TRUE(world.closest_points(ground, body, {.max_distance = 1.25f}).value().found);
        const ClosestReport cut = world.closest_points(ground, body, {.budget = Budget::work_units(0)}).value();
        EXPECT_FALSE(cut.complete);
        EXPECT_LE(cut.distance_at_least, 1.25f);
        closest = world.closest_points(ball, ground).value();
        EXPECT_EQ(closest.distance, 2.0f);
        EXPECT_EQ(closest.point_a, (Vec3{3.0f, 4.0f, 0.5f}));
        EXPECT_EQ(closest.point_b, (Vec3{3.0f, 4.0f, -1.5f}));
        ASSERT_TRUE(world.set_pose(ground, {.position = {0.0, 0.0, 1.25}, .rotation = {}}).ok());
        closest = world.closest_points(ground, body).value();
        EXPECT_EQ(closest.distance, 0.0f) << "they touch exactly";
        EXPECT_EQ(closest.point_b, (Vec3{1.0f, 1.0f, -0.25f}));
        ASSERT_TRUE(world.set_pose(ground, {.position = {0.0, 0.0, 1.2499999}, .rotation = {}}).ok());
        EXPECT_GT(world.closest_points(ground, body).value().distance, 0.0f);
        ASSERT_TRUE(world.set_pose(ground, {.position = {0.0, 0.0, 9.0}, .rotation = {}}).ok());
        closest = world.closest_points(ground, body).value();
        EXPECT_EQ(closest.distance, 0.0f);
        EXPECT_EQ(closest.point_a, (Vec3{1.0f, 1.0f, -0.25f})) << "the lowest point, however deep";
        EXPECT_EQ(world.closest_points(ground, ball).value().distance, 0.0f);
    }
}

TEST(GroundQueries, RaysHitExactlyWhatTheyMeet)
{
    std::mt19937 random(3);
    int hits = 0, along = 0;
    World world = World::create().value();
    const std::vector<HalfSpaceDesc> grounds = some_grounds();
    for (int k = 0; k < 2000; ++k) {
        const auto point = [&] {
            const auto number = [&] {
                return k % 2 == 0 ? 0.5f * float(random() % 8) - 2.0f : float(random() % (1u << 24)) * 0x1p-22f - 2.0f;
            };
            const float x = number(), y = number();
            return Vec3{x, y, number()};
        };
        const HalfSpaceDesc& ground = grounds[static_cast<std::size_t>(k) % grounds.size()];
        const Vec3 origin = point(), direction = point();
        if (direction == Vec3{})
            continue;
        const Rational height = value_at(ground, origin), slope = dot(exact(ground.normal), exact(direction));
        const bool expected = height == 0 || (height > 0 && slope < 0) || (height < 0 && slope > 0);
        along += slope == 0 ? 1 : 0;
        const BodyId id = world.add_half_space(ground).value();
        const RayHit hit = world.cast_ray(origin, direction).value();
        const RayHitsReport all = world.cast_ray_through(origin, direction).value();
        EXPECT_EQ(all.hits.size(), expected ? 1u : 0u);
        ASSERT_TRUE(world.remove_body(id).ok());
        ASSERT_EQ(hit.hit, expected) << k;
        if (!hit.hit)
            continue;
        ++hits;
        EXPECT_EQ(hit.body, id);
        const double t = height == 0 ? 0.0 : Rational(-height / slope).get_d();
        EXPECT_NEAR(hit.distance, t, 1e-6 * (1.0 + t));
        if (t < 100.0) {
            EXPECT_NEAR(height_of(ground, hit.point), 0.0, 1e-4);
        }
    }
    EXPECT_GT(hits, 500);
    EXPECT_GT(along, 10);
}

TEST(GroundQueries, RaysMeetWhatIsBeforeIt)
{
    World world = World::create().value();
    const BodyId ground = world.add_half_space({.filter = {.group = 2}}).value();
    const BodyId body = add(world, moved(spheres::cube(), {0.0f, 0.0f, 1.0f}));
    EXPECT_EQ(world.cast_ray({0.5f, 0.25f, 5.0f}, {0.0f, 0.0f, -1.0f}).value().body, body);
    EXPECT_EQ(world.cast_ray({1.5f, 0.25f, 5.0f}, {0.0f, 0.0f, -2.0f}).value().body, ground);
    EXPECT_EQ(world.cast_ray({1.5f, 0.25f, 5.0f}, {0.0f, 0.0f, -2.0f}).value().distance, 2.5f);
    EXPECT_EQ(world.cast_ray({1.5f, 0.25f, -5.0f}, {0.0f, 0.0f, 1.0f}).value().distance, 5.0f) << "from below too";
    EXPECT_FALSE(world.cast_ray({1.5f, 0.25f, 5.0f}, {0.0f, 0.0f, -2.0f}, {.mask = 1}).value().hit);
    EXPECT_FALSE(world.cast_ray({1.5f, 0.25f, 5.0f}, {0.0f, 0.0f, -2.0f}, {.max_distance = 2.0f}).value().hit);
    EXPECT_FALSE(world.cast_ray({1.5f, 0.25f, 5.0f}, {1.0f, 0.0f, 0.0f}).value().hit);
}

TEST(GroundQueries, OverlapsAreExact)
{
    const auto is_met = [](World& world, const auto& ask) {
        const Result<OverlapReport> report = ask(world);
        return !report.value().triangles.empty();
    };
    for (const HalfSpaceDesc& ground : some_grounds()) {
        World world = World::create().value();
        const BodyId id = world.add_half_space(ground).value();
        std::mt19937 random(11);
        for (int k = 0; k < 60; ++k) {
            const auto number = [&] { return 0.25f * float(random() % 17) - 1.0f; };
            const float x = number(), y = number(), z = number(), size = 0.25f * float(random() % 4);
            const Vec3 lower = {x, y, z}, upper = {x + size, y + size, z + size};
            bool has_corner = false;
            for (int corner = 0; corner < 8; ++corner)
                has_corner =
                    has_corner
                    || value_at(
                           ground, {(corner & 1) != 0 ? upper.x : lower.x, (corner & 2) != 0 ? upper.y : lower.y,
                                    (corner & 4) != 0 ? upper.z : lower.z})
                           <= 0;
            EXPECT_EQ(is_met(world, [&](World& w) { return w.overlap_box(lower, upper); }), has_corner);
            EXPECT_EQ(
                is_met(
                    world,
                    [&](World& w) {
                        return w.overlap_sphere({lower, size});
                    }),
                compare_height(ground, lower, Rational(size)) <= 0);
            // The same box as a convex set.
            const HalfSpace sides[] = {{{1.0f, 0.0f, 0.0f}, upper.x},        {{-1.0f, 0.0f, 0.0f}, -lower.x},
                                       {{0.0f, 2.0f, 0.0f}, 2.0f * upper.y}, {{0.0f, -1.0f, 0.0f}, -lower.y},
                                       {{0.0f, 0.0f, 1.0f}, upper.z},        {{0.0f, 0.0f, -1.0f}, -lower.z}};
            EXPECT_EQ(is_met(world, [&](World& w) { return w.overlap_convex(sides); }), has_corner);
        }
        // All that is above a plane that lies below, and above.
        const HalfSpace above = {ground.normal * -1.0f, -ground.offset};
        const Result<OverlapReport> touching = world.overlap_convex({&above, 1});
        ASSERT_EQ(touching.value().triangles.size(), 1u);
        EXPECT_EQ(touching.value().triangles[0], (SurfaceTriangle{id, 0}));
    }
}

TEST(GroundQueries, PointsAreAboveOnOrBelow)
{
    for (const HalfSpaceDesc& ground : some_grounds()) {
        World world = World::create().value();
        const BodyId id = world.add_half_space(ground).value();
        std::mt19937 random(13);
        for (int k = 0; k < 40; ++k) {
            const auto number = [&] { return 0.25f * float(random() % 17) - 1.0f; };
            const float x = number(), y = number();
            const Vec3 point = {x, y, number()};
            const int side = sgn(value_at(ground, point));
            const InsideReport inside = world.is_inside(id, point).value();
            EXPECT_TRUE(inside.closed && inside.complete);
            EXPECT_EQ(inside.inside, side < 0);
            EXPECT_EQ(inside.on_surface, side == 0);
            EXPECT_EQ(inside.winding, side < 0 ? 1 : 0);
            const SignedDistanceReport signed_distance = world.signed_distance(id, point).value();
            const double height = height_of(ground, point);
            EXPECT_NEAR(signed_distance.signed_distance, height, 1e-6 * (1.0 + std::fabs(height)));
            const NearestReport nearest = world.nearest_point(point).value();
            EXPECT_TRUE(nearest.found && nearest.complete);
            EXPECT_EQ(nearest.body, id);
            EXPECT_EQ(nearest.distance == 0.0f, side == 0);
            EXPECT_NEAR(nearest.distance, std::fabs(height), 1e-6 * (1.0 + std::fabs(height)));
            EXPECT_NEAR(height_of(ground, nearest.point), 0.0, 1e-6 * (4.0 + std::fabs(height)));
            EXPECT_EQ(
                world.nearest_point(id, point, {.max_distance = 0.125f}).value().found, std::fabs(height) <= 0.125);
        }
    }
}

TEST(GroundQueries, AreAnsweredFromPreparedReadsToo)
{
    World world = World::create().value();
    const BodyId ground = world.add_half_space({}).value();
    const BodyId body = add(world, moved(spheres::cube(), {0.0f, 0.0f, 2.0f}));
    ASSERT_TRUE(world.prepare_reads().ok());
    EXPECT_EQ(world.nearest_point({0.5f, 0.5f, 0.5f}).value().body, ground);
    EXPECT_EQ(world.nearest_point({0.5f, 0.5f, 1.5f}).value().body, body);
    EXPECT_EQ(world.cast_ray({4.0f, 4.0f, 4.0f}, {0.0f, 0.0f, -1.0f}).value().body, ground);
    EXPECT_EQ(world.signed_distance(ground, {0.5f, 0.5f, -0.5f}).value().signed_distance, -0.5f);
    EXPECT_EQ(world.overlap_box({0.0f, 0.0f, 0.0f}, {1.0f, 1.0f, 3.0f}).value().triangles.size(), 13u);
}

} // namespace
} // namespace tactus::ground
