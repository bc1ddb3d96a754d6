// SPDX-License-Identifier: MIT
#include "geometry/features/crossing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <limits>

#include "geometry/features/edge_edge.h"
#include "geometry/features/vertex_face.h"
#include "geometry/features_distance_oracle.h"
#include "geometry/triangle_pairs/triangle_triangle.h"

namespace tactus {
namespace {

constexpr std::uint64_t crossing_seed = 313;

using Corners = std::array<Vec3, 3>;

Corners corners(const Triangle& t) { return {t.a, t.b, t.c}; }

// Whether a vertex and the other face, or two edges, are at distance zero.
bool touch(const Triangle& a, const Triangle& b)
{
    bool any = false;
    for (int i = 0; i < 3; ++i) {
        any |= within(corners(a)[i], b, 0.0f) || within(corners(b)[i], a, 0.0f);
        for (int j = 0; j < 3; ++j)
            any |= within(edge(a, i), edge(b, j), 0.0f);
    }
    return any;
}

// Pairs that pass through each other as often as not, some of them by a hair.
cases::TrianglePairCase interlocked_pair(std::uint64_t number)
{
    cases::Random random(crossing_seed * 77 + number);
    cases::SixPoints p;
    for (Vec3& q : p)
        q = number % 3 == 0 ? random.grid_point(5) : random.point();
    const float s = std::fabs(random.unit());
    const float t = (1.0f - s) * std::fabs(random.unit());
    const Vec3 on_a = p[0] * (1.0f - s - t) + p[1] * s + p[2] * t;
    const float hair = random.below(2) != 0 ? 0x1p-20f : 0.25f;
    const Vec3 pierced = random.below(3) == 0 ? p[0] * (1.0f - s) + p[1] * s : on_a;
    p[4] = pierced + (pierced - p[3]) * std::fabs(random.unit()) + random.point() * hair;
    if (random.below(6) == 0)
        p[5] = p[3] + random.point() * hair;
    if (random.below(6) == 0)
        p[5] = p[3] * 0.25f + p[4] * 0.75f;
    if (random.below(4) == 0)
        cases::scale(p, random);
    return random.below(2) != 0 ? cases::TrianglePairCase{{p[0], p[1], p[2]}, {p[3], p[4], p[5]}}
                                : cases::TrianglePairCase{{p[3], p[4], p[5]}, {p[0], p[1], p[2]}};
}

cases::TrianglePairCase any_pair(std::uint64_t number)
{
    return number % 2 == 0 ? cases::triangle_pair(crossing_seed, number / 2) : interlocked_pair(number / 2);
}

TEST(Crossing, TrianglesIntersectExactlyIfFeaturesCrossOrTouch)
{
    int crossing_count[4] = {};
    int touching_count = 0;
    for (std::uint64_t number = 0; number < 30000; ++number) {
        const auto [a, b] = any_pair(number);
        const Crossing found = crossing(a, b);
        const bool crosses = found.kind != CrossingKind::none;
        const bool touches = touch(a, b);
        ASSERT_EQ(crosses || touches, triangles_intersect(a, b))
            << "case " << number << ": " << testing::PrintToString(a) << " and " << testing::PrintToString(b);
        // Triangles that cross have no feature just touching.
        ASSERT_FALSE(crosses && touches) << "case " << number;
        ++crossing_count[static_cast<int>(found.kind)];
        touching_count += touches;
    }
    for (const int count : crossing_count)
        EXPECT_GT(count, 1000);
    EXPECT_GT(touching_count, 1000);
}

// The crossing in terms of another order of corners and triangles.
struct Renamed {
    std::array<int, 3> corner; ///< the new place of a corner
    std::array<int, 3> edge;

    explicit Renamed(int order)
    {
        const int first = order % 3;
        const int step = order < 3 ? 1 : 2;
        for (int place = 0; place < 3; ++place)
            corner[(first + place * step) % 3] = place;
        for (int i = 0; i < 3; ++i) {
            const int begin = corner[i];
            const int end = corner[(i + 1) % 3];
            edge[i] = (begin + 1) % 3 == end ? begin : end;
        }
    }

    std::uint8_t edges(std::uint8_t set) const
    {
        unsigned result = 0;
        for (int i = 0; i < 3; ++i)
            if ((set >> i & 1) != 0)
                result |= 1u << edge[i];
        return static_cast<std::uint8_t>(result);
    }
};

Crossing renamed(const Crossing& c, const Renamed& a, const Renamed& b)
{
    Crossing result = c;
    result.piercing = {a.edges(c.piercing.of_a), b.edges(c.piercing.of_b)};
    if (c.kind == CrossingKind::vertex_face)
        result.a = static_cast<std::uint8_t>(a.corner[c.a]);
    if (c.kind == CrossingKind::face_vertex)
        result.b = static_cast<std::uint8_t>(b.corner[c.b]);
    if (c.kind == CrossingKind::edge_edge) {
        result.a = static_cast<std::uint8_t>(a.edge[c.a]);
        result.b = static_cast<std::uint8_t>(b.edge[c.b]);
    }
    return result;
}

Crossing swapped(const Crossing& c)
{
    Crossing result = {c.kind, c.b, c.a, {c.piercing.of_b, c.piercing.of_a}};
    if (c.kind == CrossingKind::vertex_face)
        result.kind = CrossingKind::face_vertex;
    if (c.kind == CrossingKind::face_vertex)
        result.kind = CrossingKind::vertex_face;
    return result;
}

TEST(Crossing, FollowsTheOrderOfCornersAndOfTriangles)
{
    for (std::uint64_t number = 0; number < 10000; ++number) {
        const auto [a, b] = any_pair(number);
        const Crossing found = crossing(a, b);
        ASSERT_EQ(crossing(b, a), swapped(found)) << "case " << number;
        const EdgeSets meeting = edges_that_meet(a, b);
        ASSERT_EQ(edges_that_meet(b, a), (EdgeSets{meeting.of_b, meeting.of_a}));
        for (int turn = 0; turn < 4; ++turn) {
            const int order_a = static_cast<int>(number + turn) % 6;
            const int order_b = static_cast<int>(number / 6 + turn) % 6;
            ASSERT_EQ(
                crossing(cases::reordered(a, order_a), cases::reordered(b, order_b)),
                renamed(found, Renamed(order_a), Renamed(order_b)))
                << "case " << number;
        }
    }
}

TEST(Crossing, OfManyPairsAtOnceIsThatOfEach)
{
    for (const float scale : {1.0f, 1e-30f, 1e-38f, 1e30f, 1e37f}) {
        Soup a, b;
        std::vector<IndexPair> pairs, expected;
        std::vector<Crossing> expected_crossings;
        for (std::uint32_t number = 0; number < 30000; ++number) {
            auto [s, t] = any_pair(number);
            for (Vec3* corner : {&s.a, &s.b, &s.c, &t.a, &t.b, &t.c})
                *corner = *corner * scale;
            if (number % 101 == 0)
                s.b.y = NAN;
            if (number % 103 == 0)
                t.c.x = -INFINITY;
            a.add(s);
            b.add(t);
            pairs.push_back({number, number});
            if (triangles_intersect(s, t)) {
                expected.push_back(pairs.back());
                expected_crossings.push_back(crossing(s, t));
            }
        }
        std::vector<Crossing> crossings(pairs.size());
        // Hits may take the place of the pairs.
        pairs.resize(
            crossing_pairs(a.source(), b.source(), pairs.data(), pairs.size(), pairs.data(), crossings.data()));
        ASSERT_EQ(pairs, expected) << "scale " << scale;
        for (std::size_t k = 0; k < pairs.size(); ++k)
            ASSERT_EQ(crossings[k], expected_crossings[k]) << "scale " << scale << ", case " << pairs[k].a;
    }
}

int oracle_side(const std::array<oracle::Point, 4>& p)
{
    using oracle::difference;
    return sgn(oracle::dot(oracle::cross(difference(p[1], p[0]), difference(p[2], p[0])), difference(p[3], p[0])));
}

bool oracle_pierces(const Segment& s, const Triangle& t)
{
    const oracle::Point begin = oracle::exact(s.begin), end = oracle::exact(s.end);
    const std::array<oracle::Point, 3> p = {oracle::exact(t.a), oracle::exact(t.b), oracle::exact(t.c)};
    if (oracle_side({p[0], p[1], p[2], begin}) * oracle_side({p[0], p[1], p[2], end}) >= 0)
        return false;
    const int side = oracle_side({begin, end, p[0], p[1]});
    return side != 0 && oracle_side({begin, end, p[1], p[2]}) == side && oracle_side({begin, end, p[2], p[0]}) == side;
}

TEST(Crossing, EdgesPierceAndMeetWhereRationalArithmeticSaysSo)
{
    for (std::uint64_t number = 0; number < 2500; ++number) {
        const auto [a, b] = any_pair(number);
        const Crossing found = crossing(a, b);
        const EdgeSets meeting = edges_that_meet(a, b);
        ASSERT_LE(std::popcount(unsigned(found.piercing.of_a)) + std::popcount(unsigned(found.piercing.of_b)), 2);
        for (int i = 0; i < 3; ++i) {
            const Segment of_a = edge(a, i);
            const Segment of_b = edge(b, i);
            ASSERT_EQ(found.piercing.of_a >> i & 1, oracle_pierces(of_a, b)) << "case " << number;
            ASSERT_EQ(found.piercing.of_b >> i & 1, oracle_pierces(of_b, a)) << "case " << number;
            ASSERT_EQ(meeting.of_a >> i & 1, oracle::triangles_intersect({of_a.begin, of_a.end, of_a.end}, b));
            ASSERT_EQ(meeting.of_b >> i & 1, oracle::triangles_intersect({of_b.begin, of_b.end, of_b.end}, a));
        }
    }
}

TEST(Crossing, TheCornerThatPassedThroughAFaceIsAloneOnItsSide)
{
    const Triangle face = {{-4, -4, 0}, {4, -4, 0}, {0, 6, 0}};
    const Triangle tip = {{0, 0, -1}, {1, 0, 3}, {-1, 0, 3}};
    EXPECT_EQ(crossing(tip, face), (Crossing{CrossingKind::vertex_face, 0, 0, {0b101, 0}}));
    EXPECT_EQ(crossing(face, tip), (Crossing{CrossingKind::face_vertex, 0, 0, {0, 0b101}}));
    const Triangle needle = {{0, 0, 2}, {0, 0, 1}, {0, 0, -1}};
    EXPECT_EQ(crossing(needle, face), (Crossing{CrossingKind::vertex_face, 2, 0, {0b110, 0}}));
    const Triangle doubled = {{0, 0, 2}, {0, 0, -1}, {0, 0, -1}};
    EXPECT_EQ(crossing(doubled, face), (Crossing{CrossingKind::vertex_face, 0, 0, {0b101, 0}}));
}

TEST(Crossing, EdgesThatPassedEachOtherAreNamed)
{
    const Triangle a = {{-2, 0, 0}, {2, 0, 0}, {0, 0, -5}};
    const Triangle b = {{0.5f, -2, -1}, {0.5f, 2, -1}, {0, 0, 5}};
    const Crossing found = crossing(a, b);
    EXPECT_EQ(found.kind, CrossingKind::edge_edge);
    EXPECT_EQ(edge(a, found.a), (Segment{{-2, 0, 0}, {2, 0, 0}}));
    EXPECT_EQ(edge(b, found.b), (Segment{{0.5f, -2, -1}, {0.5f, 2, -1}}));
}

TEST(Crossing, NothingCrossesWhatIsNotANumber)
{
    const Triangle face = {{-4, -4, 0}, {4, -4, 0}, {0, 6, 0}};
    Triangle tip = {{0, 0, -1}, {1, 0, 3}, {-1, 0, 3}};
    tip.b.y = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(crossing(tip, face), Crossing{});
    EXPECT_EQ(edges_that_meet(face, tip), EdgeSets{});
}

} // namespace
} // namespace tactus
