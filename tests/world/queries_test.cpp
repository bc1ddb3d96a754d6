// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <tactus/tactus.h>

#include "base/cases.h"
#include "base/structure_options.h"
#include "geometry/rays/ray_triangle.h"
#include "geometry/triangle_pairs/triangle_distance.h"
#include "scenes/random.h"
#include "scenes/scene.h"

namespace tactus {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

struct Mesh {
    std::vector<TriangleIndices> triangles;
    std::vector<Vec3> positions;

    Triangle operator[](std::size_t triangle) const
    {
        const TriangleIndices& t = triangles[triangle];
        return {positions[t[0]], positions[t[1]], positions[t[2]]};
    }
};

Mesh tetrahedron(float x)
{
    return {{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}, {{x, 0, 0}, {x + 1, 0, 0}, {x, 1, 0}, {x, 0, 1}}};
}

BodyId add(World& world, const Mesh& mesh, Structure structure = Structure::refit_bvh)
{
    return world.add_body({.triangles = mesh.triangles, .positions = mesh.positions, .structure = structure}).value();
}

World empty_world() { return World::create().value(); }

// Two bodies of a scene that move, and what every pair of triangles says about them.
struct Duel {
    scenes::Scene scene;
    std::vector<Mesh> meshes;

    explicit Duel(const std::string& name, std::uint32_t triangles = 120)
        : scene(scenes::make_scene(name, {.triangles = triangles, .frames = 20, .seed = 3}).value())
    {
        for (std::size_t k = 0; k < 2; ++k)
            meshes.push_back({scene.meshes[k].triangles, scene.meshes[k].positions});
    }
    void go_to(std::uint32_t frame)
    {
        for (std::size_t k = 0; k < 2; ++k)
            scene.positions(frame % scene.frame_count, k, meshes[k].positions);
    }
    ClosestPoints closest() const
    {
        double best = std::numeric_limits<double>::infinity();
        ClosestPoints closest;
        for (std::uint32_t i = 0; i < meshes[0].triangles.size(); ++i)
            for (std::uint32_t j = 0; j < meshes[1].triangles.size(); ++j) {
                const TriangleDistance apart = triangle_distance(meshes[0][i], meshes[1][j]);
                if (apart.distance < best) {
                    best = apart.distance;
                    closest = {static_cast<float>(best), to_float(apart.point_a), to_float(apart.point_b), i, j};
                }
            }
        return closest;
    }
    RayHit first_hit(const std::vector<BodyId>& ids, Vec3 origin, Vec3 direction) const
    {
        double first = std::numeric_limits<double>::infinity();
        RayHit result;
        for (std::size_t k = 0; k < 2; ++k)
            for (std::uint32_t i = 0; i < meshes[k].triangles.size(); ++i) {
                const auto hit = ray_triangle_hit({origin, direction}, meshes[k][i]);
                if (!hit || hit->t >= first)
                    continue;
                first = hit->t;
                result = {true,
                          ids[k],
                          i,
                          static_cast<float>(first),
                          {},
                          static_cast<float>(hit->u),
                          static_cast<float>(hit->v)};
            }
        return result;
    }
};

void expect_same(const ClosestPoints& found, const ClosestPoints& expected, const std::string& where)
{
    EXPECT_EQ(found.distance, expected.distance) << where;
    EXPECT_EQ(found.triangle_a, expected.triangle_a) << where;
    EXPECT_EQ(found.triangle_b, expected.triangle_b) << where;
    EXPECT_EQ(found.point_a, expected.point_a) << where;
    EXPECT_EQ(found.point_b, expected.point_b) << where;
}

void expect_same(const RayHit& found, const RayHit& expected, const std::string& where)
{
    ASSERT_EQ(found.hit, expected.hit) << where;
    if (!found.hit)
        return;
    EXPECT_EQ(found.body, expected.body) << where;
    EXPECT_EQ(found.triangle, expected.triangle) << where;
    EXPECT_EQ(found.distance, expected.distance) << where;
    EXPECT_EQ(found.u, expected.u) << where;
    EXPECT_EQ(found.v, expected.v) << where;
}

/// What every triangle says about one frame.
struct ExpectedFrame {
    std::uint32_t frame;
    ClosestPoints closest;
    struct Ray {
        Vec3 start;
        Vec3 direction;
        RayHit hit;
    };
    std::vector<Ray> rays;
};

std::vector<ExpectedFrame> expected_frames(Duel& duel, const std::vector<BodyId>& ids)
{
    scenes::Random random(17);
    std::vector<ExpectedFrame> frames;
    for (const std::uint32_t frame : {0u, 6u, 12u}) {
        duel.go_to(frame);
        ExpectedFrame& expected = frames.emplace_back();
        expected.frame = frame;
        expected.closest = duel.closest();
        for (std::size_t ray = 0; ray < cases(20); ++ray) {
            const Vec3 origin = duel.meshes[0].positions[random.below(40)];
            const scenes::Point way = random.direction();
            const Vec3 direction = {static_cast<float>(way.x), static_cast<float>(way.y), static_cast<float>(way.z)};
            const Vec3 start = {origin.x - direction.x, origin.y - direction.y, origin.z - direction.z};
            expected.rays.push_back({start, direction, duel.first_hit(ids, start, direction)});
        }
    }
    return frames;
}

TEST(Queries, AgreeWithEveryTriangleInAnyMixOfStructuresAndStorage)
{
    constexpr Structure structures[] = {
        Structure::refit_bvh, Structure::brute_force, Structure::bucket_octree, Structure::on_demand_sphere_tree,
        Structure::medial_sphere_tree};
    const std::vector<BodyId> ids = {BodyId{0, 0}, BodyId{1, 0}}; // of the bodies of a new world
    for (const char* name : {"bumpy_spheres", "soft_organs", "organ_tool", "large_deformation"}) {
        Duel duel(name);
        const std::vector<ExpectedFrame> frames = expected_frames(duel, ids);
        for (const Structure first : structures)
            for (const Structure second : structures)
                for (const PositionStorage storage : {PositionStorage::copied, PositionStorage::borrowed}) {
                    duel.go_to(0);
                    for (Mesh& mesh : duel.meshes)
                        mesh.positions.reserve(mesh.positions.size() + 1);
                    World world = empty_world();
                    for (std::size_t k = 0; k < 2; ++k) {
                        const Result<BodyId> added = world.add_body(
                            {.triangles = duel.meshes[k].triangles,
                             .positions = duel.meshes[k].positions,
                             .structure = choice_of(k == 0 ? first : second, quick_spheres(1)),
                             .storage = storage});
                        ASSERT_EQ(added.value(), ids[k]);
                    }
                    for (const ExpectedFrame& expected : frames) {
                        duel.go_to(expected.frame);
                        for (std::size_t k = 0; k < 2; ++k)
                            ASSERT_TRUE(world.set_positions(ids[k], duel.meshes[k].positions));
                        const std::string where = std::string(name) + ", frame " + std::to_string(expected.frame);
                        expect_same(world.closest_points(ids[0], ids[1]).value(), expected.closest, where);
                        for (const auto& [start, direction, hit] : expected.rays)
                            expect_same(world.cast_ray(start, direction).value(), hit, where);
                    }
                }
    }
}

TEST(Queries, SeeWhatManyUpdatesWithoutAQueryHaveLeft)
{
    Duel duel("bumpy_spheres", 500);
    World world = empty_world();
    const std::vector<BodyId> ids = {add(world, duel.meshes[0]), add(world, duel.meshes[1])};
    for (int round = 0; round < 3; ++round) {
        for (std::uint32_t frame = 0; frame < 20; ++frame) {
            duel.go_to(frame * 7 + static_cast<std::uint32_t>(round));
            for (std::size_t k = 0; k < 2; ++k)
                ASSERT_TRUE(world.set_positions(ids[k], duel.meshes[k].positions));
        }
        expect_same(world.closest_points(ids[0], ids[1]).value(), duel.closest(), "round " + std::to_string(round));
        Vec3 sum;
        for (const Vec3 p : duel.meshes[1].positions)
            sum = sum + p;
        const Vec3 direction = sum * (1.0f / static_cast<float>(duel.meshes[1].positions.size())) - Vec3{9, 9, 9};
        expect_same(world.cast_ray({9, 9, 9}, direction).value(), duel.first_hit(ids, {9, 9, 9}, direction), "ray");
        EXPECT_TRUE(world.cast_ray({9, 9, 9}, direction).value().hit);
    }
}

TEST(ClosestPointsOfBodies, AreTheSameFromEitherSide)
{
    World world = empty_world();
    const BodyId a = add(world, tetrahedron(0)), b = add(world, tetrahedron(3));
    const ClosestPoints forth = world.closest_points(a, b).value(), back = world.closest_points(b, a).value();
    EXPECT_EQ(forth.distance, 2.0f);
    EXPECT_EQ(back.distance, 2.0f);
    EXPECT_EQ(forth.point_a, (Vec3{1, 0, 0}));
    EXPECT_EQ(forth.point_b, (Vec3{3, 0, 0}));
}

TEST(ClosestPointsOfBodies, AreZeroApartOnlyIfTheyTouch)
{
    World world = empty_world();
    const BodyId a = add(world, tetrahedron(0)), b = add(world, tetrahedron(1));
    EXPECT_EQ(world.closest_points(a, b).value().distance, 0.0f);
    ASSERT_TRUE(world.set_positions(b, tetrahedron(std::nextafter(1.0f, 2.0f)).positions));
    EXPECT_GT(world.closest_points(a, b).value().distance, 0.0f);
    // The smallest gap there is between floats.
    Mesh near_zero = tetrahedron(0);
    for (Vec3& p : near_zero.positions)
        p = {-p.x - std::numeric_limits<float>::denorm_min(), p.y, p.z};
    ASSERT_TRUE(world.set_positions(b, near_zero.positions));
    EXPECT_GT(world.closest_points(a, b).value().distance, 0.0f);
}

TEST(ClosestPointsOfBodies, AreRefusedWithASentence)
{
    World world = empty_world();
    const BodyId a = add(world, tetrahedron(0)), empty = add(world, {}), gone = add(world, tetrahedron(3));
    ASSERT_TRUE(world.remove_body(gone));
    EXPECT_EQ(world.closest_points(a, a).error().message, "closest_points got body 0 twice, it needs two bodies");
    EXPECT_EQ(world.closest_points(a, empty).error().message, "body 1 has no triangles, so nothing is closest to it");
    EXPECT_EQ(world.closest_points(empty, a).error().code, ErrorCode::invalid_argument);
    EXPECT_EQ(world.closest_points(a, gone).error().code, ErrorCode::stale_id);
    EXPECT_EQ(world.closest_points(BodyId{}, a).error().code, ErrorCode::stale_id);
}

TEST(RayThroughTheWorld, SaysWhereItHitsInTheGivenOrderOfVertices)
{
    // The longest edge is another one in each, so that a tree would like to turn two of them.
    for (const TriangleIndices triangle : {TriangleIndices{0, 1, 2}, {1, 2, 0}, {2, 0, 1}}) {
        World world = empty_world();
        const BodyId body = add(world, {{triangle}, {{0, 0, 0}, {4, 0, 0}, {0, 2, 0}}});
        const RayHit hit = world.cast_ray({1, 0.5f, 3}, {0, 0, -2}).value();
        ASSERT_TRUE(hit.hit);
        EXPECT_EQ(hit.body, body);
        EXPECT_EQ(hit.distance, 1.5f);
        EXPECT_EQ(hit.point, (Vec3{1, 0.5f, 0}));
        const float weights[3] = {0.5f, 0.25f, 0.25f};
        EXPECT_EQ(hit.u, weights[triangle[1]]);
        EXPECT_EQ(hit.v, weights[triangle[2]]);
    }
}

TEST(RayThroughTheWorld, HitsOnlyTheGroupsOfItsMaskWithinItsReach)
{
    World world = empty_world();
    const BodyId near = add(world, tetrahedron(0)), far = add(world, tetrahedron(5));
    ASSERT_TRUE(world.set_filter(near, {.group = 2}));
    ASSERT_TRUE(world.set_filter(far, {.group = 4, .mask = 0}));
    const auto cast = [&](const RayOptions& options) {
        return world.cast_ray({-1, 0.1f, 0.1f}, {0.5f, 0, 0}, options).value();
    };
    EXPECT_EQ(cast({}).body, near);
    EXPECT_EQ(cast({}).distance, 2.0f);
    EXPECT_EQ(cast({.mask = 4}).body, far);
    EXPECT_EQ(cast({.mask = 4}).distance, 12.0f);
    EXPECT_FALSE(cast({.mask = 1}).hit);
    EXPECT_TRUE(cast({.max_distance = 2.0f}).hit);
    EXPECT_FALSE(cast({.max_distance = 1.99f}).hit);
    EXPECT_FALSE(cast({.max_distance = -1.0f}).hit);
    ASSERT_TRUE(world.remove_body(near));
    EXPECT_EQ(cast({}).body, far);
}

TEST(RayThroughTheWorld, GivesTiesToTheBodyThatCameFirst)
{
    World world = empty_world();
    const BodyId first = add(world, tetrahedron(0), Structure::brute_force);
    add(world, tetrahedron(0));
    const RayHit hit = world.cast_ray({-1, 0.25f, 0.25f}, {1, 0, 0}).value();
    EXPECT_EQ(hit.body, first);
    EXPECT_EQ(hit.triangle, 3u);
}

TEST(RayThroughTheWorld, IsRefusedWithASentence)
{
    World world = empty_world();
    const auto refusal = [&](Vec3 origin, Vec3 direction, const RayOptions& options = {}) {
        const Result<RayHit> result = world.cast_ray(origin, direction, options);
        return result ? std::string() : result.error().message;
    };
    EXPECT_EQ(refusal({}, {}), "the ray's direction is zero");
    EXPECT_EQ(refusal({}, {0, -0.0f, 0}), "the ray's direction is zero");
    EXPECT_EQ(refusal({}, {0, nan, 1}), "the ray's direction: y is nan");
    EXPECT_EQ(refusal({}, {-infinity, 0, 1}), "the ray's direction: x is minus infinite");
    EXPECT_EQ(refusal({0, 0, nan}, {0, 0, 1}), "the ray's origin: z is nan");
    EXPECT_EQ(refusal({infinity, 0, 0}, {0, 0, 1}), "the ray's origin: x is infinite");
    EXPECT_EQ(refusal({}, {0, 0, 1}, {.max_distance = nan}), "the ray's max_distance is nan");
    EXPECT_EQ(refusal({}, {0, 0, 1}), "");
    EXPECT_FALSE(world.cast_ray({}, {0, 0, 1}).value().hit);
}

TEST(RayThroughTheWorld, HitsAtDistancesThatNoFloatHolds)
{
    World world = empty_world();
    add(world, {{{0, 1, 2}}, {{-1, -1, 1e30f}, {1, -1, 1e30f}, {0, 1, 1e30f}}});
    const RayHit hit = world.cast_ray({0, 0, 0}, {0, 0, 1e-30f}).value();
    EXPECT_TRUE(hit.hit);
    EXPECT_EQ(hit.distance, infinity);
    EXPECT_EQ(hit.point, (Vec3{0, 0, 1e30f}));
}

} // namespace
} // namespace tactus
