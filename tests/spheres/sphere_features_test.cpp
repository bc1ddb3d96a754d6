// SPDX-License-Identifier: MIT
#include "geometry/features/sphere_features.h"

#include <gtest/gtest.h>

#include <cmath>

#include "spheres/sphere_oracle.h"

namespace tactus::spheres {
namespace {

int sign(const Rational& value) { return (value > 0) - (value < 0); }

/// Points of one kind: on a coarse grid, with all digits, or of sizes from the smallest floats to large ones.
class Points {
public:
    Points(std::uint32_t seed, int kind) : random_(seed), kind_(kind) {}

    Vec3 point()
    {
        const float x = number(), y = number();
        return {x, y, number()};
    }
    float length() { return std::fabs(number()); }

private:
    float number()
    {
        const auto whole = static_cast<int>(random_() % 17) - 8;
        if (kind_ == 0)
            return 0.5f * float(whole % 3);
        const float digits = (float(random_() % (1u << 24)) - 0x1p23f) * 0x1p-22f;
        return kind_ == 1 ? digits : std::ldexp(digits, 12 * whole);
    }

    std::mt19937 random_;
    int kind_;
};

TEST(SphereFeatures, CompareDistancesAsRationalNumbersDo)
{
    std::array<int, 3> seen = {};
    for (int kind = 0; kind < 3; ++kind) {
        Points points(17 + static_cast<std::uint32_t>(kind), kind);
        for (int k = 0; k < 6000; ++k) {
            const Vec3 p = points.point(), a = points.point(), b = points.point(), c = points.point();
            const LengthSum length = {
                points.length(), k % 2 == 0 ? points.length() : 0.0f, k % 3 == 0 ? points.length() : 0.0f};
            const Rational sum = Rational(length.a) + Rational(length.b) + Rational(length.c);
            const Rational squared = sum * sum;
            const int vertex = sign(squared_distance(exact(p), exact(a)) - squared);
            EXPECT_EQ(compare_distance(p, a, length), vertex);
            EXPECT_EQ(
                compare_distance(p, Segment{a, b}, length),
                sign(squared_distance(exact(p), exact(a), exact(b)) - squared));
            EXPECT_EQ(
                compare_distance(p, Triangle{a, b, c}, length),
                sign(squared_distance(exact(p), exact(a), exact(b), exact(c)) - squared));
            ++seen[static_cast<std::size_t>(vertex + 1)];
        }
    }
    EXPECT_GT(*std::min_element(seen.begin(), seen.end()), 100) << "nearer, equal and farther all have to come up";
}

TEST(SphereFeatures, KnowTheSidesOfVerticesAndEdges)
{
    int on_line = 0;
    for (int kind = 0; kind < 3; ++kind) {
        Points points(99 + static_cast<std::uint32_t>(kind), kind);
        for (int k = 0; k < 6000; ++k) {
            const Vec3 p = points.point(), a = points.point(), b = points.point(), c = points.point();
            const Point u = exact(p) - exact(a), e = exact(b) - exact(a), w = exact(c) - exact(a);
            EXPECT_EQ(side_of_vertex(p, a, b), sign(dot(u, e)));
            const int side = sign(dot(u, w) * dot(e, e) - dot(u, e) * dot(w, e));
            EXPECT_EQ(side_of_edge(p, {a, b}, c), side);
            on_line += side == 0 ? 1 : 0;
        }
    }
    EXPECT_GT(on_line, 100);
}

TEST(SphereFeatures, SeeLengthsThatNoFloatHolds)
{
    // The sum of the lengths is the distance and the smallest float more or less.
    const float tiny = std::numeric_limits<float>::denorm_min();
    const Vec3 origin = {}, far = {3.0f, 4.0f, 0.0f};
    EXPECT_EQ(compare_distance(origin, far, {2.0f, 3.0f, 0.0f}), 0);
    EXPECT_EQ(compare_distance(origin, far, {2.0f, 3.0f, tiny}), -1);
    EXPECT_EQ(compare_distance({tiny, 0.0f, 0.0f}, Vec3{-5.0f, 0.0f, 0.0f}, {2.0f, 3.0f, 0.0f}), 1);
    EXPECT_EQ(
        compare_distance(
            {0.0f, 0.0f, tiny}, Triangle{{-9.0f, -9.0f, -5.0f}, {9.0f, -9.0f, -5.0f}, {0.0f, 9.0f, -5.0f}},
            {2.0f, 3.0f, 0.0f}),
        1);
    EXPECT_EQ(compare_distance(origin, origin, {0.0f, 0.0f, 0.0f}), 0);
    EXPECT_EQ(compare_distance(origin, origin, {tiny, 0.0f, 0.0f}), -1);
}

} // namespace
} // namespace tactus::spheres
