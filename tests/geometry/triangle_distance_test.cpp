// SPDX-License-Identifier: MIT
#include "geometry/triangle_pairs/triangle_distance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/triangle_cases.h"
#include "geometry/triangle_pairs/triangle_triangle.h"

namespace tactus {
namespace {

constexpr std::uint64_t distance_seed = 61;

double norm(DoubleVector v) { return std::sqrt(dot(v, v)); }

DoubleVector point_of(const Triangle& t, double u, double v)
{
    const DoubleVector a = to_double(t.a);
    return a + (to_double(t.b) - a) * u + (to_double(t.c) - a) * v;
}

// The least distance between points of two grids on the triangles; no less than the true one, and more by at most the
// grids' coarseness.
double sampled_distance(const Triangle& a, const Triangle& b, int steps)
{
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i <= steps; ++i)
        for (int j = 0; i + j <= steps; ++j)
            for (int k = 0; k <= steps; ++k)
                for (int l = 0; k + l <= steps; ++l)
                    least = std::min(
                        least, norm(
                                   point_of(a, double(i) / steps, double(j) / steps)
                                   - point_of(b, double(k) / steps, double(l) / steps)));
    return least;
}

double distance_to_point(const Triangle& t, Vec3 point) { return triangle_distance(t, {point, point, point}).distance; }

double longest_edge(const Triangle& t)
{
    const DoubleVector a = to_double(t.a);
    const DoubleVector b = to_double(t.b);
    const DoubleVector c = to_double(t.c);
    return std::max({norm(b - a), norm(c - b), norm(a - c)});
}

TEST(TriangleDistance, IsZeroExactlyWhereTrianglesIntersect)
{
    for (std::uint64_t number = 0; number < 16000; ++number) {
        const auto [a, b] = cases::triangle_pair(distance_seed, number);
        const TriangleDistance result = triangle_distance(a, b);
        ASSERT_EQ(result.distance == 0.0, triangles_intersect(a, b)) << "case " << number;
        ASSERT_TRUE(std::isfinite(result.distance)) << "case " << number;
        ASSERT_TRUE(std::isfinite(norm(result.point_a)) && std::isfinite(norm(result.point_b))) << "case " << number;
    }
}

TEST(TriangleDistance, LiesWithinTheBoundsOfSampling)
{
    cases::Random random(distance_seed + 1);
    constexpr int steps = 12;
    for (int i = 0; i < 250; ++i) {
        Triangle a = {random.point(), random.point(), random.point()};
        Triangle b = {random.point(), random.point(), random.point()};
        if (i % 5 == 0)
            a.c = a.b;
        if (i % 7 == 0)
            b.c = b.a + (b.b - b.a) * 0.5f;
        if (i % 3 == 0)
            for (Vec3* p : {&b.a, &b.b, &b.c})
                p->z += 2.5f;
        const TriangleDistance result = triangle_distance(a, b);
        const double sampled = sampled_distance(a, b, steps);
        const double coarseness = (longest_edge(a) + longest_edge(b)) / steps;
        EXPECT_LE(result.distance, sampled + 1e-9) << "case " << i;
        EXPECT_GE(result.distance, sampled - coarseness) << "case " << i;
        EXPECT_NEAR(norm(result.point_a - result.point_b), result.distance, 1e-9) << "case " << i;
        // The points are on the triangles.
        EXPECT_LE(distance_to_point(a, to_float(result.point_a)), 1e-6) << "case " << i;
        EXPECT_LE(distance_to_point(b, to_float(result.point_b)), 1e-6) << "case " << i;
    }
}

TEST(TriangleDistance, IsTheSameBothWaysRound)
{
    for (std::uint64_t number = 0; number < 16000; number += 8) {
        const auto [a, b] = cases::triangle_pair(distance_seed + 2, number);
        const double there = triangle_distance(a, b).distance;
        const double back = triangle_distance(b, a).distance;
        const double scale = longest_edge(a) + longest_edge(b) + there;
        EXPECT_NEAR(there, back, 1e-9 * scale) << "case " << number;
    }
}

TEST(TriangleDistance, KnowsThePlainCases)
{
    const Triangle base = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    EXPECT_DOUBLE_EQ(triangle_distance(base, Triangle{{1, 1, 2}, {1, 1, 3}, {2, 1, 3}}).distance, 2.0);
    EXPECT_DOUBLE_EQ(triangle_distance(base, Triangle{{-3, -4, 0}, {-5, -4, 1}, {-3, -9, 2}}).distance, 5.0);
    EXPECT_DOUBLE_EQ(triangle_distance(base, Triangle{{1, -1, -1}, {3, -1, 1}, {2, -5, 0}}).distance, 1.0);
    const TriangleDistance through = triangle_distance(base, Triangle{{1, 1, -1}, {1, 1, 1}, {1, 0.5f, 1}});
    EXPECT_EQ(through.distance, 0.0);
    EXPECT_NEAR(through.point_a.z, 0.0, 1e-12);
}

} // namespace
} // namespace tactus
