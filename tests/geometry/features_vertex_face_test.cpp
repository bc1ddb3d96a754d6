// SPDX-License-Identifier: MIT
#include "geometry/features/vertex_face.h"

#include <gtest/gtest.h>

#include <limits>

#include "geometry/exact/exact_integer.h"
#include "geometry/features/vertex_edge.h"
#include "geometry/features_distance_oracle.h"

namespace tactus {
namespace {

constexpr std::uint64_t vertex_face_seed = 307;
constexpr std::uint64_t vertex_face_rounds = 5000;
constexpr float infinite = std::numeric_limits<float>::infinity();

std::vector<Vec3> points_near(const cases::TrianglePairCase& pair, cases::Random& random)
{
    return {pair.b.a, pair.b.b + (pair.b.c - pair.b.b) * std::fabs(random.unit())};
}

TEST(VertexFace, WithinIsWhatRationalArithmeticSays)
{
    int within_count = 0;
    int exactly_equal = 0;
    for (std::uint64_t number = 0; number < vertex_face_rounds; ++number) {
        cases::Random random(vertex_face_seed + number);
        const cases::TrianglePairCase pair = cases::triangle_pair(vertex_face_seed, number);
        for (const Vec3 point : points_near(pair, random)) {
            if (!is_finite(point))
                continue;
            const mpq_class squared = oracle::squared_distance(point, pair.a);
            for (const float distance : oracle::telling_distances(squared, random)) {
                const bool expected = oracle::at_most(squared, distance);
                const Triangle turned = cases::reordered(pair.a, random.below(6));
                ASSERT_EQ(within(point, turned, distance), expected)
                    << "case " << number << ", distance " << distance << ", " << testing::PrintToString(turned)
                    << testing::PrintToString(Triangle{point, point, point});
                within_count += expected;
                exactly_equal += squared == mpq_class(distance) * distance;
            }
        }
    }
    EXPECT_GT(within_count, 10000);
    EXPECT_GT(exactly_equal, 1000);
}

TEST(VertexFace, APointAtExactlyTheDistanceIsWithin)
{
    cases::Random random(vertex_face_seed);
    int in_face = 0;
    for (int i = 0; i < 3000; ++i) {
        // All in a plane across (2, 3, 6), which has length 7.
        const Vec3 u = {3, -2, 0};
        const Vec3 v = {0, 2, -1};
        const auto in_plane = [&] {
            return u * static_cast<float>(random.below(9) - 4) + v * static_cast<float>(random.below(9) - 4);
        };
        const Triangle triangle = {in_plane(), in_plane(), in_plane()};
        const float scale = i % 3 == 0 ? 1.0f : i % 3 == 1 ? 0x1p-96f : 0x1p+96f;
        const Triangle scaled = {triangle.a * scale, triangle.b * scale, triangle.c * scale};
        const int steps = random.below(4);
        const Vec3 foot = in_plane();
        const Vec3 point = (foot + Vec3{2, 3, 6} * static_cast<float>(steps)) * scale;
        if (oracle::squared_distance(foot, triangle) != 0)
            continue;
        ++in_face;
        const float distance = 7.0f * static_cast<float>(steps) * scale;
        EXPECT_TRUE(within(point, scaled, distance));
        EXPECT_TRUE(within(point, scaled, cases::nudged(distance, 1)));
        EXPECT_FALSE(within(point, scaled, cases::nudged(distance, -1)));
    }
    EXPECT_GT(in_face, 100);
}

TEST(VertexFace, TheHypotenuseOfThreeAndFourIsFive)
{
    const Triangle triangle = {{0, 0, 0}, {10, 0, 0}, {0, 10, 0}};
    EXPECT_TRUE(within({-3, -4, 0}, triangle, 5.0f));
    EXPECT_FALSE(within({-3, -4, 0}, triangle, cases::nudged(5.0f, -1)));
    EXPECT_FALSE(within({-3, cases::nudged(-4, -1), 0}, triangle, 5.0f));
    EXPECT_TRUE(within({5, -3, 4}, triangle, 5.0f));
    EXPECT_FALSE(within({5, -3, cases::nudged(4, 1)}, triangle, 5.0f));
    EXPECT_TRUE(within({-1, -2, 2}, triangle, 3.0f));
}

TEST(VertexFace, NoDistanceIsBelowZeroAndEveryPointIsWithinAnInfiniteOne)
{
    const Triangle triangle = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    EXPECT_FALSE(within({0, 0, 0}, triangle, -1.0f));
    EXPECT_FALSE(within({0, 0, 0}, triangle, std::numeric_limits<float>::quiet_NaN()));
    EXPECT_TRUE(within({0, 0, 0}, triangle, -0.0f));
    EXPECT_TRUE(within({3e38f, -3e38f, 3e38f}, triangle, infinite));
    EXPECT_FALSE(within({infinite, 0, 0}, triangle, 1.0f));
}

TEST(VertexFace, TheClosestPointIsAsFarAsRationalArithmeticSays)
{
    for (std::uint64_t number = 0; number < vertex_face_rounds; ++number) {
        cases::Random random(vertex_face_seed + number);
        const cases::TrianglePairCase pair = cases::triangle_pair(vertex_face_seed + 1, number);
        const Vec3 point = points_near(pair, random)[number % 2];
        if (!is_finite(point))
            continue;
        const VertexFaceClosest found = closest(point, pair.a);
        const double expected = std::sqrt(oracle::squared_distance(point, pair.a).get_d());
        double size = 0.0;
        for (const Vec3 corner : {pair.a.a, pair.a.b, pair.a.c})
            size = std::max(size, std::sqrt(oracle::squared_distance(point, corner).get_d()));
        ASSERT_NEAR(found.distance, expected, 1e-9 * size) << "case " << number;
        const DoubleVector apart = found.on_face - to_double(point) - found.offset;
        ASSERT_LE(std::sqrt(dot(apart, apart)), 1e-9 * size + 1e-12 * std::sqrt(dot(found.on_face, found.on_face)));
        double total = 0.0;
        DoubleVector combined;
        const std::array<Vec3, 3> corners = {pair.a.a, pair.a.b, pair.a.c};
        for (int i = 0; i < 3; ++i) {
            ASSERT_GE(found.weights[i], 0.0);
            ASSERT_LE(found.weights[i], 1.0);
            total += found.weights[i];
            combined = combined + (to_double(corners[i]) - to_double(point)) * found.weights[i];
        }
        ASSERT_NEAR(total, 1.0, 1e-14);
        ASSERT_NEAR(std::sqrt(dot(combined, combined)), expected, 1e-9 * size) << "case " << number;
    }
}

TEST(VertexFace, TheOffsetToAFaceHasItsDirectionHoweverNearItIs)
{
    const Triangle triangle = {{0, 0, 0}, {3, -2, 0}, {0, 2, -1}};
    const Vec3 middle = {0.75f, 0.0f, -0.25f};
    for (int steps = 1; steps < 4; ++steps) {
        const Vec3 point = {middle.x, middle.y, cases::nudged(middle.z, steps)};
        const VertexFaceClosest found = closest(point, triangle);
        ASSERT_GT(found.distance, 0.0);
        const DoubleVector unit = found.offset * (1.0 / found.distance);
        EXPECT_NEAR(unit.x, -2.0 / 7.0, 1e-12);
        EXPECT_NEAR(unit.y, -3.0 / 7.0, 1e-12);
        EXPECT_NEAR(unit.z, -6.0 / 7.0, 1e-12);
    }
}

TEST(VertexEdge, WithinIsWhatRationalArithmeticSays)
{
    for (std::uint64_t number = 0; number < vertex_face_rounds; ++number) {
        cases::Random random(vertex_face_seed + number);
        const cases::TrianglePairCase pair = cases::triangle_pair(vertex_face_seed + 2, number);
        const Segment segment = {pair.a.a, pair.a.b};
        const mpq_class to_segment = oracle::squared_distance(pair.b.a, segment);
        const mpq_class to_point = oracle::squared_distance(pair.b.a, pair.a.a);
        for (const float distance : oracle::telling_distances(to_segment, random)) {
            ASSERT_EQ(within(pair.b.a, segment, distance), oracle::at_most(to_segment, distance)) << "case " << number;
            ASSERT_EQ(
                within(pair.b.a, Segment{segment.end, segment.begin}, distance), oracle::at_most(to_segment, distance));
        }
        for (const float distance : oracle::telling_distances(to_point, random)) {
            ASSERT_EQ(within(pair.b.a, pair.a.a, distance), oracle::at_most(to_point, distance)) << "case " << number;
            ASSERT_EQ(within(pair.a.a, pair.b.a, distance), oracle::at_most(to_point, distance));
        }
        const VertexEdgeClosest found = closest(pair.b.a, segment);
        const double expected = std::sqrt(to_segment.get_d());
        ASSERT_NEAR(found.distance, expected, 1e-12 * std::sqrt(to_point.get_d())) << "case " << number;
    }
}

TEST(VertexFace, FacesThatAreAlmostSegmentsAreAsFarAwayAsRationalArithmeticSays)
{
    cases::Random random(vertex_face_seed);
    int meeting = 0;
    for (int i = 0; i < 20000; ++i) {
        const auto [point, a, b, c] = cases::points_almost_in_line(random);
        const double expected = std::sqrt(oracle::squared_distance(point, Triangle{a, b, c}).get_d());
        const VertexFaceClosest found = closest(point, Triangle{a, b, c});
        const DoubleVector apart = found.on_face - to_double(point);
        ASSERT_NEAR(found.distance, expected, 1e-7) << "case " << i;
        ASSERT_NEAR(std::sqrt(dot(apart, apart)), expected, 1e-7) << "case " << i;
        meeting += expected < 1e-9;
    }
    EXPECT_GT(meeting, 1000);
}

// Random polynomials of degree six, in numbers of every length.
TEST(ExactInteger, CountsAsGmpDoes)
{
    for (std::uint64_t number = 0; number < 3000; ++number) {
        cases::Random random(vertex_face_seed * 5 + number);
        std::array<float, 6> values;
        detail::FinestBit unit;
        for (float& value : values) {
            value = number % 3 == 0 ? random.any_float() : number % 3 == 1 ? random.unit() : random.grid_point(9).x;
            if (random.below(8) == 0)
                value = values[0];
            unit.see(value);
        }
        const auto as_integer = [&](float value) { return detail::ExactInteger(value, unit); };
        const mpq_class scale = unit.exponent() >= 0 ? mpq_class(mpz_class(1) << unit.exponent())
                                                     : mpq_class(mpz_class(1), mpz_class(1) << -unit.exponent());
        detail::ExactInteger ours = as_integer(values[0]) - as_integer(values[1]);
        mpq_class theirs = (mpq_class(values[0]) - mpq_class(values[1])) / scale;
        for (int i = 0; i < 5; ++i) {
            const detail::ExactInteger factor = as_integer(values[i]) + as_integer(values[(i + 2) % 6]);
            ours = ours * factor;
            theirs *= (mpq_class(values[i]) + mpq_class(values[(i + 2) % 6])) / scale;
            ASSERT_EQ(ours.sign(), sgn(theirs)) << "case " << number;
            const detail::ExactInteger other = ours - as_integer(values[3]);
            ASSERT_EQ(compare(ours, other), sgn(mpq_class(values[3])));
            ASSERT_EQ(compare(other, ours), -sgn(mpq_class(values[3])));
            ASSERT_EQ((other + as_integer(values[3]) - ours).sign(), 0);
        }
    }
}

} // namespace
} // namespace tactus
