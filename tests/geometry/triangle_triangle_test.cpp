// SPDX-License-Identifier: MIT
#include "geometry/triangle_pairs/triangle_triangle.h"

#include <gtest/gtest.h>

#include <limits>
#include <utility>
#include <vector>

#include "geometry/rational_oracle.h"
#include "geometry/triangle_cases.h"

namespace tactus {
namespace {

constexpr std::uint64_t triangle_seed = 21;

void expect_everywhere(const Triangle& a, const Triangle& b, bool expected, const char* what)
{
    for (int i = 0; i < 6; ++i)
        for (int j = 0; j < 6; ++j) {
            const Triangle s = cases::reordered(a, i);
            const Triangle t = cases::reordered(b, j);
            EXPECT_EQ(triangles_intersect(s, t), expected) << what << ", orders " << i << " and " << j;
            EXPECT_EQ(triangles_intersect(t, s), expected) << what << ", the other way round";
        }
}

TEST(TriangleTriangle, AnswersAsRationalArithmeticInEveryOrder)
{
    int intersecting = 0;
    constexpr int count = 4000;
    for (int number = 0; number < count; ++number) {
        const auto [a, b] = cases::triangle_pair(triangle_seed, static_cast<std::uint64_t>(number));
        const bool expected = oracle::triangles_intersect(a, b);
        intersecting += expected ? 1 : 0;
        for (int order = 0; order < 36; ++order) {
            const Triangle s = cases::reordered(a, order / 6);
            const Triangle t = cases::reordered(b, order % 6);
            ASSERT_EQ(triangles_intersect(s, t), expected) << "seed " << triangle_seed << ", case " << number << ": "
                                                           << testing::PrintToString(s) << testing::PrintToString(t);
            ASSERT_EQ(triangles_intersect(t, s), expected) << "seed " << triangle_seed << ", case " << number << ": "
                                                           << testing::PrintToString(t) << testing::PrintToString(s);
        }
    }
    EXPECT_GT(intersecting, count / 5);
    EXPECT_LT(intersecting, count * 4 / 5);
}

TEST(TriangleTriangle, TouchingCounts)
{
    const Triangle base = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    expect_everywhere(base, {{1, 1, 0}, {1, 1, 1}, {2, 1, 1}}, true, "corner on face");
    expect_everywhere(base, {{2, 0, 0}, {2, -1, 1}, {2, -1, -1}}, true, "corner on edge");
    expect_everywhere(base, {{0, 0, 0}, {-1, 0, 1}, {-1, 0, -1}}, true, "corner on corner");
    expect_everywhere(base, {{1, -1, 0}, {1, 5, 0}, {1, 0, 3}}, true, "edge along face");
    expect_everywhere(base, {{4, 0, 0}, {0, 4, 0}, {4, 4, 1}}, true, "a common edge");
    expect_everywhere(base, {{2, -1, -1}, {2, 1, 1}, {2, -3, 5}}, true, "edge through edge");
}

TEST(TriangleTriangle, OneBitApartIsApart)
{
    const Triangle base = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    constexpr float tiny = std::numeric_limits<float>::denorm_min();
    expect_everywhere(base, {{1, 1, tiny}, {1, 1, 1}, {2, 1, 1}}, false, "corner above face");
    expect_everywhere(base, {{2, -tiny, 0}, {2, -1, 1}, {2, -1, -1}}, false, "corner beside edge");
    expect_everywhere(base, {{-tiny, -tiny, 0}, {-1, 0, 0}, {0, -1, 0}}, false, "coplanar, beside a corner");
}

TEST(TriangleTriangle, CoplanarTrianglesAreTestedInTheirPlane)
{
    const Triangle base = {{0, 0, 0}, {4, 4, 0}, {0, 0, 4}};
    expect_everywhere(base, {{1, 1, 1}, {2, 2, 1}, {1, 1, 2}}, true, "inside");
    expect_everywhere(base, base, true, "itself");
    expect_everywhere(base, {{4, 4, 0}, {8, 8, 0}, {8, 8, 4}}, true, "at a corner");
    expect_everywhere(base, {{2, 2, 2}, {4, 4, 2}, {4, 4, 4}}, true, "corner on the long edge");
    expect_everywhere(base, {{3, 3, 2}, {4, 4, 2}, {4, 4, 4}}, false, "beside the long edge");
    expect_everywhere(base, {{-1, -1, 1}, {5, 5, 1}, {-1, -1, 2}}, true, "a star of six corners");
}

TEST(TriangleTriangle, TrianglesWithoutAreaAreSegmentsAndPoints)
{
    const Triangle base = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    const Triangle point = {{1, 1, 0}, {1, 1, 0}, {1, 1, 0}};
    const Triangle other_point = {{1, 1, 1}, {1, 1, 1}, {1, 1, 1}};
    const Triangle through = {{1, 1, -1}, {1, 1, 3}, {1, 1, 1}};
    const Triangle beside = {{3, 3, -1}, {3, 3, 1}, {3, 3, 0}};
    const Triangle flat = {{-1, 1, 0}, {5, 1, 0}, {2, 1, 0}};
    expect_everywhere(base, point, true, "point on face");
    expect_everywhere(base, other_point, false, "point above face");
    expect_everywhere(base, through, true, "segment through face");
    expect_everywhere(base, beside, false, "segment beside face");
    expect_everywhere(base, flat, true, "segment in the plane");
    expect_everywhere(point, point, true, "equal points");
    expect_everywhere(point, other_point, false, "two points");
    expect_everywhere(point, through, true, "point on segment");
    expect_everywhere(flat, through, true, "crossing segments");
    expect_everywhere(flat, {{3, 1, 0}, {3, 1, 4}, {3, 1, 2}}, true, "segments that touch");
    expect_everywhere(flat, beside, false, "segments that pass each other");
    expect_everywhere(flat, {{6, 1, 0}, {8, 1, 0}, {7, 1, 0}}, false, "segments on one line, apart");
    expect_everywhere(flat, {{5, 1, 0}, {8, 1, 0}, {7, 1, 0}}, true, "segments on one line, touching");
    expect_everywhere(flat, {{-1, 2, 0}, {5, 2, 0}, {2, 2, 0}}, false, "parallel segments");
    expect_everywhere(flat, {{0, 0, 1}, {0, 4, 1}, {0, 2, 1}}, false, "skew segments");
}

TEST(TriangleTriangle, NonFiniteCoordinatesNeverIntersect)
{
    const Triangle base = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    for (const float bad :
         {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
          -std::numeric_limits<float>::infinity()})
        for (int i = 0; i < 9; ++i) {
            std::array<float, 9> numbers = {1, 1, -1, 1, 1, 1, 2, 1, 0};
            numbers[static_cast<std::size_t>(i)] = bad;
            const Triangle broken = {
                {numbers[0], numbers[1], numbers[2]},
                {numbers[3], numbers[4], numbers[5]},
                {numbers[6], numbers[7], numbers[8]}};
            expect_everywhere(base, broken, false, "not finite");
        }
}

} // namespace
} // namespace tactus
