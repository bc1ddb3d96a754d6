// SPDX-License-Identifier: MIT
#include "geometry/features/edge_edge.h"

#include <gtest/gtest.h>

#include <limits>

#include "geometry/features_distance_oracle.h"

namespace tactus {
namespace {

constexpr std::uint64_t edge_edge_seed = 311;
constexpr std::uint64_t edge_edge_rounds = 6000;

Segment reversed(const Segment& s) { return {s.end, s.begin}; }

struct SegmentPair {
    Segment a;
    Segment b;
};

SegmentPair segment_pair(std::uint64_t number)
{
    const cases::TrianglePairCase pair = cases::triangle_pair(edge_edge_seed, number);
    cases::Random random(edge_edge_seed + number);
    SegmentPair segments = {{pair.a.a, pair.a.b}, {pair.b.a, pair.b.b}};
    // Parallels, exact or not, are where the closest points are hard to find.
    if (random.below(5) == 0) {
        const Vec3 along = segments.a.end - segments.a.begin;
        const Vec3 end = segments.b.begin + along * static_cast<float>(random.below(5) - 2);
        if (is_finite(end))
            segments.b.end = end;
    }
    return segments;
}

TEST(EdgeEdge, WithinIsWhatRationalArithmeticSays)
{
    int within_count = 0;
    int exactly_equal = 0;
    for (std::uint64_t number = 0; number < edge_edge_rounds; ++number) {
        cases::Random random(edge_edge_seed + number);
        const auto [a, b] = segment_pair(number);
        const mpq_class squared = oracle::squared_distance(a, b);
        for (const float distance : oracle::telling_distances(squared, random)) {
            const bool expected = oracle::at_most(squared, distance);
            ASSERT_EQ(within(a, b, distance), expected) << "case " << number << ", distance " << distance
                                                        << testing::PrintToString(Triangle{a.begin, a.end, a.end})
                                                        << testing::PrintToString(Triangle{b.begin, b.end, b.end});
            ASSERT_EQ(within(b, a, distance), expected) << "case " << number;
            ASSERT_EQ(within(reversed(a), b, distance), expected) << "case " << number;
            ASSERT_EQ(within(reversed(b), reversed(a), distance), expected) << "case " << number;
            within_count += expected;
            exactly_equal += squared == mpq_class(distance) * distance;
        }
    }
    EXPECT_GT(within_count, 10000);
    EXPECT_GT(exactly_equal, 1000);
}

TEST(EdgeEdge, SkewLinesAtExactlyTheDistanceAreWithin)
{
    cases::Random random(edge_edge_seed);
    int between_ends = 0;
    for (int i = 0; i < 3000; ++i) {
        // Two segments that cross at the origin in a plane across (2, 3, 6), of length 7, and one of them is lifted.
        const Vec3 u = {3, -2, 0};
        const Vec3 v = {0, 2, -1};
        const auto direction = [&] {
            return u * static_cast<float>(random.below(7) - 3) + v * static_cast<float>(random.below(7) - 3);
        };
        const Vec3 along_a = direction();
        const Vec3 along_b = direction();
        const int steps = random.below(4);
        const Vec3 lift = Vec3{2, 3, 6} * static_cast<float>(steps);
        const auto times = [&](Vec3 p) { return p * static_cast<float>(random.below(4)); };
        const float scale = i % 3 == 0 ? 1.0f : i % 3 == 1 ? 0x1p-96f : 0x1p+96f;
        const Segment a = {(-times(along_a)) * scale, times(along_a) * scale};
        const Segment b = {(lift - times(along_b)) * scale, (lift + times(along_b)) * scale};
        between_ends += a.begin != a.end && b.begin != b.end;
        const float distance = 7.0f * static_cast<float>(steps) * scale;
        EXPECT_TRUE(within(a, b, distance));
        EXPECT_TRUE(within(b, a, cases::nudged(distance, 1)));
        EXPECT_FALSE(within(a, b, cases::nudged(distance, -1)));
    }
    EXPECT_GT(between_ends, 1000);
}

TEST(EdgeEdge, SegmentsOfNoLengthAreTheirPoints)
{
    const Segment point = {{3, 4, 0}, {3, 4, 0}};
    const Segment origin = {{0, 0, 0}, {0, 0, 0}};
    const Segment axis = {{-1, 0, 0}, {10, 0, 0}};
    EXPECT_TRUE(within(point, origin, 5.0f));
    EXPECT_FALSE(within(point, origin, cases::nudged(5.0f, -1)));
    EXPECT_TRUE(within(point, axis, 4.0f));
    EXPECT_FALSE(within(axis, point, cases::nudged(4.0f, -1)));
    EXPECT_EQ(closest(point, origin).distance, 5.0);
    EXPECT_EQ(closest(axis, point).distance, 4.0);
}

TEST(EdgeEdge, ParallelsAtExactlyTheDistanceAreWithin)
{
    const Segment a = {{0, 0, 0}, {6, 0, 0}};
    EXPECT_TRUE(within(a, {{2, 3, 4}, {20, 3, 4}}, 5.0f));
    EXPECT_FALSE(within(a, {{2, 3, 4}, {20, 3, 4}}, cases::nudged(5.0f, -1)));
    // Past the end of a by three.
    EXPECT_TRUE(within(a, {{9, 4, 0}, {20, 4, 0}}, 5.0f));
    EXPECT_FALSE(within({{20, 4, 0}, {9, 4, 0}}, a, cases::nudged(5.0f, -1)));
}

TEST(EdgeEdge, NoDistanceIsBelowZero)
{
    const Segment a = {{0, 0, 0}, {6, 0, 0}};
    EXPECT_FALSE(within(a, a, -1.0f));
    EXPECT_FALSE(within(a, a, std::numeric_limits<float>::quiet_NaN()));
    EXPECT_TRUE(within(a, a, 0.0f));
    EXPECT_TRUE(within(a, {{3e38f, 3e38f, 3e38f}, {3e38f, 3e38f, 3e38f}}, std::numeric_limits<float>::infinity()));
}

TEST(EdgeEdge, TheClosestPointsAreAsFarApartAsRationalArithmeticSays)
{
    for (std::uint64_t number = 0; number < edge_edge_rounds; ++number) {
        const auto [a, b] = segment_pair(number);
        const EdgeEdgeClosest found = closest(a, b);
        const double expected = std::sqrt(oracle::squared_distance(a, b).get_d());
        double size = 0.0;
        for (const Vec3 p : {a.begin, a.end})
            for (const Vec3 q : {b.begin, b.end})
                size = std::max(size, std::sqrt(oracle::squared_distance(p, q).get_d()));
        ASSERT_NEAR(found.distance, expected, 1e-9 * size) << "case " << number;
        ASSERT_GE(found.parameter_a, 0.0);
        ASSERT_LE(found.parameter_a, 1.0);
        ASSERT_GE(found.parameter_b, 0.0);
        ASSERT_LE(found.parameter_b, 1.0);
        const DoubleVector offset = (to_double(b.begin) - to_double(a.begin))
                                    + (to_double(b.end) - to_double(b.begin)) * found.parameter_b
                                    - (to_double(a.end) - to_double(a.begin)) * found.parameter_a;
        ASSERT_NEAR(std::sqrt(dot(offset, offset)), expected, 1e-9 * size) << "case " << number;
        const DoubleVector apart = offset - found.offset;
        ASSERT_LE(std::sqrt(dot(apart, apart)), 1e-9 * size) << "case " << number;
    }
}

TEST(EdgeEdge, AlmostParallelsAreAsFarApartAsRationalArithmeticSays)
{
    cases::Random random(edge_edge_seed);
    int meeting = 0;
    for (int i = 0; i < 20000; ++i) {
        const auto [p, q, r, s] = cases::points_almost_in_line(random);
        const double expected = std::sqrt(oracle::squared_distance(Segment{p, q}, Segment{r, s}).get_d());
        const EdgeEdgeClosest found = closest(Segment{p, q}, Segment{r, s});
        const DoubleVector apart = found.on_b - found.on_a;
        ASSERT_NEAR(found.distance, expected, 1e-9) << "case " << i;
        ASSERT_NEAR(std::sqrt(dot(apart, apart)), expected, 1e-9) << "case " << i;
        meeting += expected < 1e-9;
    }
    EXPECT_GT(meeting, 1000);
}

TEST(EdgeEdge, TheClosestPointsAreTheSameWhicheverSegmentComesFirst)
{
    cases::Random random(edge_edge_seed);
    for (std::uint64_t number = 0; number < edge_edge_rounds; ++number) {
        auto [a, b] = segment_pair(number);
        if (number % 2 == 0) {
            const auto [p, q, r, s] = cases::points_almost_in_line(random);
            a = {p, q};
            b = {r, s};
        }
        const EdgeEdgeClosest found = closest(a, b), turned = closest(b, a);
        ASSERT_EQ(found.parameter_a, turned.parameter_b) << "case " << number;
        ASSERT_EQ(found.parameter_b, turned.parameter_a) << "case " << number;
        ASSERT_EQ(found.distance, turned.distance) << "case " << number;
        ASSERT_EQ(dot(found.offset, turned.offset), -dot(found.offset, found.offset)) << "case " << number;
    }
}

} // namespace
} // namespace tactus
