// SPDX-License-Identifier: MIT
#include "geometry/exact/product_across.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "geometry/features_distance_oracle.h"
#include "geometry/rational_oracle.h"
#include "geometry/triangle_cases.h"

namespace tactus {
namespace {

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
