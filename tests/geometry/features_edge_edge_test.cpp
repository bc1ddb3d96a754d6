// SPDX-License-Identifier: MIT
#include "geometry/features/edge_edge.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "geometry/exact/product_across.h"
#include "geometry/features_distance_oracle.h"
#include "geometry/rational_oracle.h"
#include "geometry/triangle_cases.h"

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

using oracle::Rational;

constexpr std::uint64_t edge_pair_seed = 977;

// Two edges and corners of faces at them, in general and in special positions: on few places, where angles and places
// are often at their limits, and with coordinates whose products no double holds.
cases::SixPoints edges_and_corners(std::uint64_t number)
{
    cases::Random random(edge_pair_seed * 131 + number);
    cases::SixPoints points;
    if (number % 2 == 0) {
        const auto pair = cases::triangle_pair(edge_pair_seed, number / 2);
        points = {pair.a.a, pair.a.b, pair.b.a, pair.b.b, pair.a.c, pair.b.c};
    } else {
        const float step = number % 4 == 1 ? 1.0f : 1234567.0f;
        for (Vec3& point : points)
            point = random.grid_point(3) * step;
    }
    return points;
}

int oracle_sign(const Rational& value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }

struct ExactEdges {
    oracle::Point a, u, b, v, normal;

    ExactEdges(const Segment& first, const Segment& second)
        : a(oracle::exact(first.begin)), u(oracle::difference(oracle::exact(first.end), a)),
          b(oracle::exact(second.begin)), v(oracle::difference(oracle::exact(second.end), b)),
          normal(oracle::cross(u, v))
    {
    }

    // The lines are nearest where the way between two of their points is across both.
    bool are_nearest_between_ends() const
    {
        const oracle::Point w = oracle::difference(b, a);
        const Rational whole = oracle::dot(normal, normal);
        const Rational on_a = oracle::dot(oracle::cross(w, v), normal), on_b = oracle::dot(oracle::cross(w, u), normal);
        return on_a > 0 && on_a < whole && on_b > 0 && on_b < whole;
    }
};

TEST(EdgePair, SaysWhatRationalArithmeticSays)
{
    int counts[2] = {}, sides[3] = {}, steeper[2] = {}, rising[2] = {};
    for (std::uint64_t number = 0; number < 12000; ++number) {
        cases::SixPoints points = edges_and_corners(number);
        const float scales[] = {1.0f, 1e-30f, 0x1p-120f, 1e30f};
        for (Vec3& point : points)
            point = point * scales[number / 4 % 4];
        if (!std::all_of(points.begin(), points.end(), [](Vec3 point) { return is_finite(point); }))
            continue;
        const Segment a = {points[0], points[1]}, b = {points[2], points[3]};
        const EdgePair edges(a, b);
        const ExactEdges exact(a, b);
        ASSERT_EQ(edges.are_nearest_between_ends(), exact.are_nearest_between_ends()) << "case " << number;
        ASSERT_EQ(edges.side(), oracle_sign(oracle::dot(exact.normal, oracle::difference(exact.b, exact.a))))
            << "case " << number;
        ++counts[edges.are_nearest_between_ends() ? 1 : 0];
        for (const bool is_at_a : {true, false}) {
            const FaceAtEdge face(edges, is_at_a, points[is_at_a ? 4 : 5]);
            const oracle::Point& along = is_at_a ? exact.u : exact.v;
            const oracle::Point& other = is_at_a ? exact.v : exact.u;
            const oracle::Point way =
                oracle::difference(oracle::exact(points[is_at_a ? 4 : 5]), is_at_a ? exact.a : exact.b);
            const oracle::Point area = oracle::cross(along, way);
            const Rational volume = oracle::dot(exact.normal, way), one = oracle::dot(area, area);
            ASSERT_EQ(face.side(), oracle_sign(volume)) << "case " << number;
            ++sides[face.side() + 1];
            for (const int n : {1, 2, 4, 32}) {
                const Rational squared = volume * volume * n * n;
                const bool is_steeper =
                    squared * oracle::dot(along, along) > oracle::dot(exact.normal, exact.normal) * one;
                const bool rises_more = squared > oracle::dot(other, other) * one;
                ASSERT_EQ(face.is_steeper(n), is_steeper) << "case " << number << ", sine 1/" << n;
                ASSERT_EQ(face.rises_more(n), rises_more) << "case " << number << ", sine 1/" << n;
                ++steeper[is_steeper ? 1 : 0];
                ++rising[rises_more ? 1 : 0];
            }
        }
    }
    for (const int count :
         {counts[0], counts[1], sides[0], sides[1], sides[2], steeper[0], steeper[1], rising[0], rising[1]})
        EXPECT_GT(count, 300);
}

} // namespace
} // namespace tactus
