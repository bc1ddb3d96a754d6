// SPDX-License-Identifier: MIT
#include "geometry/triangle_pairs/triangle_neighbours.h"

#include <gtest/gtest.h>

#include <array>

#include "geometry/rational_oracle.h"
#include "geometry/triangle_cases.h"

namespace tactus {
namespace {

using oracle::CommonPoints;
using oracle::Point;
using oracle::Rational;

constexpr std::uint64_t neighbours_seed = 41;

Rational dot(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Point negated(const Point& a) { return {-a[0], -a[1], -a[2]}; }

bool extends_beyond(CommonPoints& common, const Point& direction, const Rational& least, const Rational& most)
{
    return common.extent(direction) > most || common.extent(negated(direction)) > -least;
}

// Common points off the segment from v to w, which may be a point.
bool exceed_segment(const Triangle& a, const Triangle& b, Vec3 from, Vec3 to)
{
    CommonPoints common(a, b);
    const Point v = oracle::exact(from);
    const Point w = oracle::exact(to);
    const Point along = {w[0] - v[0], w[1] - v[1], w[2] - v[2]};
    std::array<Point, 3> across = {
        Point{0, along[2], -along[1]}, Point{-along[2], 0, along[0]}, Point{along[1], -along[0], 0}};
    if (from == to)
        across = {Point{1, 0, 0}, Point{0, 1, 0}, Point{0, 0, 1}};
    for (const Point& direction : across)
        if (extends_beyond(common, direction, dot(direction, v), dot(direction, v)))
            return true;
    return from != to && extends_beyond(common, along, dot(along, v), dot(along, w));
}

Triangle mesh_triangle(const std::array<Vec3, 5>& vertices, const std::array<std::uint32_t, 3>& indices)
{
    return {vertices[indices[0]], vertices[indices[1]], vertices[indices[2]]};
}

/// Triangle 0, 1, 2 and another one, each beginning with any of its corners, and each of them first.
void expect_in_every_order(
    const std::array<Vec3, 5>& vertices, const std::array<std::uint32_t, 3>& other, bool expected)
{
    for (int order = 0; order < 9; ++order) {
        std::array<std::uint32_t, 3> ia = {0, 1, 2}, ib = other;
        std::rotate(ia.begin(), ia.begin() + order / 3, ia.end());
        std::rotate(ib.begin(), ib.begin() + order % 3, ib.end());
        const Triangle s = mesh_triangle(vertices, ia), t = mesh_triangle(vertices, ib);
        ASSERT_EQ(neighbours_intersect(s, t, ia, ib), expected)
            << testing::PrintToString(s) << testing::PrintToString(t);
        ASSERT_EQ(neighbours_intersect(t, s, ib, ia), expected);
    }
}

TEST(Neighbours, WithOneSharedVertexAnswerAsRationalArithmetic)
{
    int meeting = 0;
    for (std::uint64_t number = 0; number < 2500; ++number) {
        auto [a, b] = cases::triangle_pair(neighbours_seed, number);
        b.a = a.a;
        const std::array<Vec3, 5> vertices = {a.a, a.b, a.c, b.b, b.c};
        const bool expected = exceed_segment(a, b, a.a, a.a);
        meeting += expected ? 1 : 0;
        ASSERT_NO_FATAL_FAILURE(expect_in_every_order(vertices, {0, 3, 4}, expected)) << "case " << number;
    }
    EXPECT_GT(meeting, 300);
    EXPECT_LT(meeting, 2000);
}

TEST(Neighbours, WithTwoSharedVerticesAnswerAsRationalArithmetic)
{
    int meeting = 0;
    for (std::uint64_t number = 0; number < 2500; ++number) {
        auto [a, b] = cases::triangle_pair(neighbours_seed + 1, number);
        b.a = a.b;
        b.b = a.a;
        // Triangles that share an edge are rarely in one plane by chance.
        if (number % 3 == 0)
            b.c = a.a + (a.b - a.a) * 0.5f + (a.c - a.a) * (number % 2 == 0 ? 1.0f : -1.0f);
        if (!is_finite(b))
            b.c = a.c;
        const bool expected = exceed_segment(a, b, a.a, a.b);
        meeting += expected ? 1 : 0;
        const std::array<Vec3, 5> vertices = {a.a, a.b, a.c, b.c, {}};
        ASSERT_NO_FATAL_FAILURE(expect_in_every_order(vertices, {1, 0, 3}, expected)) << "case " << number;
    }
    EXPECT_GT(meeting, 200);
    EXPECT_LT(meeting, 2000);
}

TEST(Neighbours, OfASmoothSurfaceMeetOnlyInWhatTheyShare)
{
    const Triangle a = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    EXPECT_FALSE(neighbours_intersect(a, {{1, 0, 0}, {0, 0, 0}, {1, -1, 0.5f}}, {0, 1, 2}, {1, 0, 3}));
    EXPECT_FALSE(neighbours_intersect(a, {{1, 0, 0}, {0, 0, 0}, {1, -1, 0}}, {0, 1, 2}, {1, 0, 3}));
    EXPECT_FALSE(neighbours_intersect(a, {{0, 0, 0}, {-1, 0, 0}, {0, -1, 0}}, {0, 1, 2}, {0, 3, 4}));
}

TEST(Neighbours, FoldedOntoEachOtherMeetInMore)
{
    const Triangle a = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    EXPECT_TRUE(neighbours_intersect(a, {{1, 0, 0}, {0, 0, 0}, {1, 1, 0}}, {0, 1, 2}, {1, 0, 3}));
    EXPECT_TRUE(neighbours_intersect(a, {{0, 0, 0}, {0.5f, 0.5f, 1}, {0.5f, 0.5f, -1}}, {0, 1, 2}, {0, 3, 4}));
    EXPECT_TRUE(neighbours_intersect(a, {{0, 0, 0}, {2, 0, 0}, {2, -1, 1}}, {0, 1, 2}, {0, 3, 4}));
    EXPECT_TRUE(neighbours_intersect(a, {{1, 0, 0}, {0, 0, 0}, {0, 1, 0}}, {0, 1, 2}, {1, 0, 2}));
}

TEST(Neighbours, CountAVertexUsedTwiceOnce)
{
    EXPECT_EQ(shared_corners({5, 5, 7}, {5, 8, 9}).count, 1);
    EXPECT_EQ(shared_corners({5, 5, 7}, {7, 5, 5}).count, 2);
    EXPECT_EQ(shared_corners({5, 6, 7}, {7, 5, 6}).count, 3);
    EXPECT_EQ(shared_corners({5, 6, 7}, {8, 9, 10}).count, 0);
}

} // namespace
} // namespace tactus
