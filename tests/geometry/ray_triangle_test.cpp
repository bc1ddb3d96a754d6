// SPDX-License-Identifier: MIT
#include "geometry/rays/ray_triangle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "geometry/double_vector.h"
#include "geometry/rational_oracle.h"
#include "geometry/triangle_cases.h"

namespace tactus {
namespace {

using oracle::LinearProgram;
using oracle::Point;
using oracle::Rational;

constexpr std::uint64_t ray_seed = 51;

// The least t of the ray's points on the triangle.
std::optional<Rational> exact_hit(const Ray& ray, const Triangle& triangle)
{
    const Point origin = oracle::exact(ray.origin);
    const Point direction = oracle::exact(ray.direction);
    const std::array<Point, 3> corners = {
        oracle::exact(triangle.a), oracle::exact(triangle.b), oracle::exact(triangle.c)};
    std::vector<std::vector<Rational>> rows(4, std::vector<Rational>(4, 0));
    for (std::size_t k = 0; k < 3; ++k) {
        rows[k][0] = -direction[k];
        for (std::size_t i = 0; i < 3; ++i)
            rows[k][1 + i] = corners[i][k];
    }
    for (std::size_t i = 0; i < 3; ++i)
        rows[3][1 + i] = 1;
    LinearProgram program(rows, {origin[0], origin[1], origin[2], 1});
    const std::optional<Rational> most = program.maximum({-1, 0, 0, 0});
    return most ? std::optional<Rational>(-*most) : std::nullopt;
}

// How far t may be off: a small part of what lies between the origin and the farthest corner.
double tolerance(const Ray& ray, const Triangle& triangle)
{
    double farthest = 0.0;
    for (const Vec3 corner : {triangle.a, triangle.b, triangle.c}) {
        const DoubleVector away = to_double(corner) - to_double(ray.origin);
        farthest = std::max(farthest, std::sqrt(dot(away, away)));
    }
    const DoubleVector direction = to_double(ray.direction);
    return 1e-10 * farthest / std::sqrt(dot(direction, direction));
}

/// Whether the ray hits, as rational arithmetic says; fails where it does not, or hits another place.
bool expect_place(const Ray& ray, const Triangle& triangle)
{
    const auto expected = exact_hit(ray, triangle);
    const auto hit = ray_triangle_hit(ray, triangle);
    EXPECT_EQ(hit.has_value(), expected.has_value()) << testing::PrintToString(triangle);
    if (!hit || !expected)
        return false;
    EXPECT_NEAR(hit->t, expected->get_d(), tolerance(ray, triangle)) << testing::PrintToString(triangle);
    const double x = triangle.a.x + hit->u * (triangle.b.x - triangle.a.x) + hit->v * (triangle.c.x - triangle.a.x);
    EXPECT_NEAR(x, ray.origin.x + hit->t * ray.direction.x, 1e-5) << testing::PrintToString(triangle);
    return true;
}

TEST(RayTriangle, HitsExactlyWhereRationalArithmeticDoes)
{
    int hits = 0;
    for (std::uint64_t number = 0; number < 3000; ++number) {
        const auto [triangle, other] = cases::triangle_pair(ray_seed, number);
        // Mostly towards a point near the triangle, so that the answer is not plain.
        Ray ray = {other.a, number % 2 == 0 ? other.b : other.b - other.a};
        if (!is_finite(ray.direction) || ray.direction == Vec3{})
            ray.direction = {1.0f, 0.0f, 0.0f};
        const std::optional<Rational> expected = exact_hit(ray, triangle);
        hits += expected ? 1 : 0;
        for (int order = 0; order < 6; ++order) {
            const auto hit = ray_triangle_hit(ray, cases::reordered(triangle, order));
            ASSERT_EQ(hit.has_value(), expected.has_value())
                << "case " << number << ": " << testing::PrintToString(triangle);
            if (hit) {
                ASSERT_NEAR(hit->t, expected->get_d(), tolerance(ray, triangle)) << "case " << number;
                ASSERT_GE(hit->t, 0.0);
                ASSERT_GE(hit->u, 0.0);
                ASSERT_GE(hit->v, 0.0);
                ASSERT_LE(hit->u + hit->v, 1.0 + 1e-12);
            }
        }
    }
    EXPECT_GT(hits, 300);
}

TEST(RayTriangle, FindsWhereOnWellShapedTriangles)
{
    cases::Random random(ray_seed + 1);
    int hits = 0;
    for (int i = 0; i < 1000; ++i) {
        const Triangle triangle = {random.point(), random.point(), random.point()};
        const Vec3 origin = random.point();
        const Vec3 target = (triangle.a + triangle.b + triangle.c) * 0.333f + random.point() * 0.25f;
        const Ray ray = {origin, target - origin};
        hits += expect_place(ray, triangle) ? 1 : 0;
    }
    EXPECT_GT(hits, 200);
}

TEST(RayTriangle, FindsWhereWhenTheRayIsAlmostInThePlane)
{
    // Points of one plane that are turned and rounded: the sides of the edges are hardly more than that rounding.
    cases::Random random(ray_seed + 3);
    int hits = 0;
    for (int i = 0; i < 2000; ++i) {
        const Vec3 across = random.point();
        const Vec3 along = random.point();
        const auto in_plane = [&] { return across * random.unit() + along * random.unit(); };
        const Triangle triangle = {in_plane(), in_plane(), in_plane()};
        const Vec3 origin = in_plane();
        const Ray ray = {origin, in_plane() - origin};
        hits += expect_place(ray, triangle) ? 1 : 0;
    }
    EXPECT_GT(hits, 100);
}

TEST(RayTriangle, BeginsOnTheTriangle)
{
    // Whatever rounding makes of the weights, a ray that begins in the plane of a triangle hits it at 0.
    cases::Random random(ray_seed + 4);
    int hits = 0;
    for (int i = 0; i < 1000; ++i) {
        const Vec3 a = random.point(), b = random.point(), c = random.point();
        const Vec3 origin = {(a.x + b.x) * 0.5f, (a.y + b.y) * 0.5f, (a.z + b.z) * 0.5f};
        const Ray ray = {origin, random.point()};
        const Triangle triangle = {a, b, c};
        const auto expected = exact_hit(ray, triangle);
        const auto hit = ray_triangle_hit(ray, triangle);
        ASSERT_EQ(hit.has_value(), expected.has_value());
        if (hit && *expected == 0) {
            ++hits;
            EXPECT_EQ(hit->t, 0.0) << "case " << i;
        }
    }
    EXPECT_GT(hits, 100);
}

TEST(RayTriangle, NeverSlipsThroughAClosedFan)
{
    cases::Random random(ray_seed + 2);
    for (int round = 0; round < 300; ++round) {
        // A pyramid without base, its tip and ring shaken; rays go up through its edges and its tip.
        const Vec3 tip = {random.unit() * 0.5f, random.unit() * 0.5f, 1.0f + random.unit() * 0.25f};
        std::array<Vec3, 5> ring = {
            Vec3{3.0f, 0.0f, 0.0f}, {0.9f, 2.9f, 0.0f}, {-2.4f, 1.8f, 0.0f}, {-2.4f, -1.8f, 0.0f}, {0.9f, -2.9f, 0.0f}};
        for (Vec3& p : ring)
            p = p + random.point() * 0.3f;
        const Vec3 origin = {random.unit() * 0.1f, random.unit() * 0.1f, -4.0f};
        for (std::size_t edge = 0; edge < 5; ++edge)
            for (int step = 0; step < 8; ++step) {
                const float s = static_cast<float>(step) / 16.0f;
                const Ray ray = {origin, tip + (ring[edge] - tip) * s - origin};
                bool hit = false;
                for (std::size_t i = 0; i < 5; ++i)
                    hit |= ray_triangle_hit(ray, Triangle{tip, ring[i], ring[(i + 1) % 5]}).has_value();
                ASSERT_TRUE(hit) << "round " << round << ", edge " << edge << ", step " << step;
            }
    }
}

TEST(RayTriangle, TakesRaysInThePlaneAndTrianglesWithoutArea)
{
    const Triangle triangle = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    const auto entering = ray_triangle_hit({{-2, 1, 0}, {2, 0, 0}}, triangle);
    ASSERT_TRUE(entering);
    EXPECT_DOUBLE_EQ(entering->t, 1.0);
    EXPECT_FALSE(ray_triangle_hit({{-2, 1, 0}, {-2, 0, 0}}, triangle));
    const auto inside = ray_triangle_hit({{1, 1, 0}, {1, 0, 0}}, triangle);
    ASSERT_TRUE(inside);
    EXPECT_EQ(inside->t, 0.0);
    EXPECT_DOUBLE_EQ(inside->u, 0.25);
    const auto along = ray_triangle_hit({{-1, 0, 0}, {1, 0, 0}}, triangle);
    ASSERT_TRUE(along);
    EXPECT_DOUBLE_EQ(along->t, 1.0);
    const auto segment = ray_triangle_hit({{0, 0, -1}, {0, 0, 2}}, Triangle{{-1, 0, 0}, {1, 0, 0}, {3, 0, 0}});
    ASSERT_TRUE(segment);
    EXPECT_DOUBLE_EQ(segment->t, 0.5);
    EXPECT_TRUE(ray_triangle_hit({{0, 0, -1}, {0, 0, 2}}, Triangle{{0, 0, 4}, {0, 0, 4}, {0, 0, 4}}));
    EXPECT_FALSE(ray_triangle_hit({{0, 0, -1}, {0, 0, 2}}, Triangle{{0, 1, 4}, {0, 1, 4}, {0, 1, 4}}));
}

TEST(RayTriangle, RefusesWhatIsNoRay)
{
    const Triangle triangle = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_FALSE(ray_triangle_hit({{1, 1, 0}, {0, 0, 0}}, triangle));
    EXPECT_FALSE(ray_triangle_hit({{1, 1, -1}, {0, nan, 1}}, triangle));
    EXPECT_FALSE(ray_triangle_hit({{1, nan, -1}, {0, 0, 1}}, triangle));
    EXPECT_FALSE(ray_triangle_hit({{1, 1, -1}, {0, 0, 1}}, Triangle{{0, 0, 0}, {4, 0, nan}, {0, 4, 0}}));
}

} // namespace
} // namespace tactus
