// SPDX-License-Identifier: MIT
#include "queries/rays/ray_cast.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "base/cases.h"
#include "pipeline/boxed_body.h"
#include "scenes/random.h"
#include "scenes/scene.h"

namespace tactus {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

using Bodies = std::vector<BoxedBody>;

std::optional<FirstHit> first_of_all_triangles(const Bodies& bodies, const Ray& ray, double max_distance = infinity)
{
    std::optional<FirstHit> first;
    for (std::uint32_t body = 0; body < bodies.size(); ++body)
        for (std::uint32_t triangle = 0; triangle < bodies[body].size(); ++triangle) {
            const auto hit = ray_triangle_hit(ray, bodies[body][triangle]);
            if (hit && hit->t <= max_distance && (!first || hit->t < first->at.t))
                first = {*hit, bodies[body][triangle], body, triangle};
        }
    return first;
}

std::optional<FirstHit> cast(Bodies& bodies, const Ray& ray, bool with_tree, double max_distance = infinity)
{
    RayCast cast(ray, max_distance);
    // The order must not matter, so take the worst: the last first.
    for (std::size_t body = bodies.size(); body-- > 0;) {
        if (bodies[body].size() == 0)
            continue;
        cast.enter(
            static_cast<std::uint32_t>(body), with_tree ? bodies[body].with_tree() : bodies[body].without_tree());
    }
    return cast.first_hit();
}

// To the last bit, and in either structure.
bool agrees_with_all_triangles(Bodies& bodies, const Ray& ray, const std::string& where, double max_distance = infinity)
{
    const std::optional<FirstHit> expected = first_of_all_triangles(bodies, ray, max_distance);
    for (const bool with_tree : {true, false}) {
        const std::optional<FirstHit> found = cast(bodies, ray, with_tree, max_distance);
        EXPECT_EQ(found.has_value(), expected.has_value()) << where;
        if (!found || !expected)
            continue;
        EXPECT_EQ(found->at.t, expected->at.t) << where;
        EXPECT_EQ(found->body, expected->body) << where;
        EXPECT_EQ(found->triangle, expected->triangle) << where;
        EXPECT_EQ(found->at.u, expected->at.u) << where;
        EXPECT_EQ(found->at.v, expected->at.v) << where;
        EXPECT_EQ(found->corners, expected->corners) << where;
    }
    return expected.has_value();
}

Box box_of_all(const Bodies& bodies)
{
    Box box;
    for (const BoxedBody& body : bodies)
        for (const Vec3 p : body.positions())
            box = include(box, p);
    return box;
}

// From near the bodies towards one of their vertices, edges, or any point, or along an axis.
Ray random_ray(const Bodies& bodies, const Box& box, scenes::Random& random)
{
    const auto in_box = [&](double grow) {
        const auto along = [&](double lower, double upper) {
            const double middle = (lower + upper) / 2, half = (upper - lower) / 2;
            return static_cast<float>(std::clamp(middle + half * grow * random.between(-1.0, 1.0), -3e38, 3e38));
        };
        return Vec3{along(box.lower.x, box.upper.x), along(box.lower.y, box.upper.y), along(box.lower.z, box.upper.z)};
    };
    Ray ray = {in_box(2.0), rounded(random.direction())};
    const BoxedBody& body = bodies[random.below(static_cast<std::uint32_t>(bodies.size()))];
    if (body.size() == 0)
        return ray;
    const Triangle t = body[random.below(static_cast<std::uint32_t>(body.size()))];
    switch (random.below(6)) {
    case 0:
        ray.direction = t.a - ray.origin;
        break;
    case 1:
        ray.direction = (t.a * 0.5f + t.b * 0.5f) - ray.origin;
        break;
    case 2:
        ray.origin = t.c;
        break;
    case 3:
        ray.origin.x = t.b.x;
        ray.origin.y = t.b.y;
        ray.direction = {0, 0, random.below(2) == 0 ? 1.0f : -1.0f};
        break;
    case 4:
        ray.direction = in_box(1.0) - ray.origin;
        break;
    default:
        break;
    }
    if (ray.direction == Vec3{} || !is_finite(ray.direction))
        ray.direction = {0, 1, 0};
    return ray;
}

TEST(RayCast, HitsWhatAllTrianglesSayOnEveryScene)
{
    int hits = 0, misses = 0;
    for (const scenes::SceneInfo& info : scenes::all_scenes()) {
        SmallScene small(info.name, 300);
        scenes::Random random(3);
        for (const std::uint32_t frame : {0u, 5u, 11u}) {
            small.go_to(frame);
            const Box box = box_of_all(small.bodies);
            for (std::size_t k = 0; k < on_most_days(30, 60); ++k)
                (agrees_with_all_triangles(
                     small.bodies, random_ray(small.bodies, box, random),
                     info.name + ", frame " + std::to_string(frame) + ", ray " + std::to_string(k))
                     ? hits
                     : misses) += 1;
        }
    }
    EXPECT_GT(hits, 500);
    EXPECT_GT(misses, 100);
}

Bodies one_sphere(std::uint32_t triangles, float scale = 1.0f)
{
    const scenes::Scene scene = scenes::make_scene("bumpy_spheres", {.triangles = triangles, .seed = 1}).value();
    std::vector<Vec3> positions = scene.meshes[0].positions;
    Box box;
    for (const Vec3 p : positions)
        box = include(box, p);
    for (Vec3& p : positions)
        p = (p - (box.lower + box.upper) * 0.5f) * scale;
    Bodies bodies;
    bodies.emplace_back(scene.meshes[0].triangles, positions);
    return bodies;
}

TEST(RayCast, NeverSlipsOutThroughAnEdgeOrAVertexOfAClosedBody)
{
    Bodies bodies = one_sphere(500);
    const Ray from_inside = {{0.01f, 0.02f, 0.03f}, {}};
    for (std::size_t triangle = 0; triangle < bodies[0].size(); ++triangle) {
        const Triangle t = bodies[0][triangle];
        for (const Vec3 target : {t.a, t.b, (t.a + t.b) * 0.5f, (t.b + t.c) * 0.5f})
            EXPECT_TRUE(cast(bodies, {from_inside.origin, target - from_inside.origin}, true)) << triangle;
    }
}

TEST(RayCast, MeetsTheSurfaceItStartsOnAtOnce)
{
    Bodies bodies = one_sphere(320);
    for (const Vec3 vertex : bodies[0].positions()) {
        for (const Vec3 direction : {vertex, -vertex, Vec3{0, 1, 0}}) {
            const auto hit = cast(bodies, {vertex, direction}, true);
            ASSERT_TRUE(hit);
            EXPECT_EQ(hit->at.t, 0.0);
            agrees_with_all_triangles(bodies, {vertex, direction}, "from a vertex");
        }
    }
}

TEST(RayCast, AgreesAtEveryScale)
{
    for (const float scale : {1e-38f, 1e-30f, 1e30f, 1e37f}) {
        Bodies bodies = one_sphere(320, scale);
        scenes::Random random(9);
        int hits = 0;
        for (int k = 0; k < 100; ++k) {
            const Vec3 origin = rounded(random.direction()) * (3.0f * scale);
            Vec3 direction = -origin + rounded(random.in_cube()) * scale;
            hits += agrees_with_all_triangles(
                bodies, {origin, direction}, "whole way, scale " + std::to_string(std::log10(scale)));
            direction = rounded(random.direction()) * (k % 2 == 0 ? 1e-38f : 1e38f);
            hits += agrees_with_all_triangles(
                bodies, {origin, direction}, "any way, scale " + std::to_string(std::log10(scale)));
        }
        EXPECT_GT(hits, 50);
    }
}

TEST(RayCast, MeetsTrianglesThatHaveNoArea)
{
    Bodies bodies;
    bodies.push_back(BoxedBody(
        {{0, 1, 2}, {3, 3, 3}, {4, 5, 4}}, {{0, -1, 0}, {0, 0, 0}, {0, 1, 0}, {2, 0, 0}, {4, -1, -1}, {4, 1, 1}}));
    const auto triangle_on_the_way = [&](Vec3 origin, Vec3 direction) {
        const Ray ray = {origin, direction};
        agrees_with_all_triangles(bodies, ray, "no area");
        const auto hit = cast(bodies, ray, true);
        return hit ? static_cast<int>(hit->triangle) : -1;
    };
    EXPECT_EQ(triangle_on_the_way({-1, 0.5f, 0}, {1, 0, 0}), 0);
    EXPECT_EQ(triangle_on_the_way({1, 0, 0}, {1, 0, 0}), 1);
    EXPECT_EQ(triangle_on_the_way({3, 0.25f, 0.25f}, {1, 0, 0}), 2);
    EXPECT_EQ(triangle_on_the_way({3, 0.25f, 0.5f}, {1, 0, 0}), -1);
    EXPECT_EQ(triangle_on_the_way({5, 0, 0}, {1, 0, 0}), -1);
}

TEST(RayCast, TiesGoToTheSmallerBodyAndThenToTheSmallerTriangle)
{
    const std::vector<Vec3> square = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    Bodies bodies;
    bodies.emplace_back(std::vector<TriangleIndices>{{0, 1, 2}, {0, 1, 2}, {0, 2, 3}}, square);
    bodies.emplace_back(std::vector<TriangleIndices>{{0, 1, 2}}, square);
    const auto hit = cast(bodies, {{0.75f, 0.25f, 1}, {0, 0, -1}}, true);
    ASSERT_TRUE(hit);
    EXPECT_EQ(std::tie(hit->body, hit->triangle), std::make_tuple(0u, 0u));
}

TEST(RayCast, EndsAtItsMaximumDistanceAndIncludesIt)
{
    Bodies bodies;
    bodies.emplace_back(std::vector<TriangleIndices>{{0, 1, 2}}, std::vector<Vec3>{{-1, -1, 2}, {1, -1, 2}, {0, 1, 2}});
    const Ray ray = {{0, 0, 0}, {0, 0, 0.5f}};
    EXPECT_TRUE(cast(bodies, ray, true, 4.0));
    EXPECT_FALSE(cast(bodies, ray, true, 3.9999));
    EXPECT_FALSE(cast(bodies, ray, true, -1.0));
    EXPECT_EQ(cast(bodies, ray, true)->at.t, 4.0);
    EXPECT_FALSE(RayCast(ray, 3.9).reach(Box{{-1, -1, 2}, {1, 1, 2}}));
    EXPECT_TRUE(RayCast(ray, 4.0).reach(Box{{-1, -1, 2}, {1, 1, 2}}));
    EXPECT_FALSE(RayCast(ray, 4.0).reach(Box{}));
}

TEST(RayCast, MeetsBoxesThatItOnlyGrazes)
{
    const Box box = {{0, 0, 0}, {1, 1, 1}};
    const auto meets = [&](Vec3 origin, Vec3 direction) {
        return RayCast({origin, direction}, infinity).reach(box).has_value();
    };
    EXPECT_TRUE(meets({1, 1, -5}, {0, 0, 1}));
    EXPECT_TRUE(meets({0, 1, -5}, {0, 0, 1}));
    EXPECT_TRUE(meets({-1, 1, 1}, {1, 0, 0}));
    EXPECT_TRUE(meets({1, 1, 1}, {1, 1, 1}));
    EXPECT_TRUE(meets({-1, 0, 0}, {1, 1, 0}));
    EXPECT_FALSE(meets({-1, 0.0001f, 0}, {1, 1, 0}));
    EXPECT_TRUE(meets({-1, 2, 0.5f}, {1, -1, 0}));
    EXPECT_FALSE(meets({1.0000001f, 1, -5}, {0, 0, 1}));
    EXPECT_FALSE(meets({0.5f, 0.5f, 1.5f}, {0, 0, 1}));
}

} // namespace
} // namespace tactus
