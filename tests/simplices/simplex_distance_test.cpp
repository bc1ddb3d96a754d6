// SPDX-License-Identifier: MIT
#include "geometry/simplices/simplex_distance.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "geometry/simplices/nearest_walk.h"
#include "simplices/hull_cases.h"
#include "simplices/hull_oracle.h"

namespace tactus {
namespace {

constexpr std::uint64_t hull_seed = 811;
constexpr std::uint64_t hull_rounds = 420;

int expected_sign(const oracle::Rational& squared, const LengthSum& length)
{
    const oracle::Rational sum = oracle::Rational(length.a) + oracle::Rational(length.b) + oracle::Rational(length.c);
    return sgn(oracle::Rational(squared - sum * sum));
}

Simplex turned(const Simplex& hull, int first)
{
    Simplex result = hull;
    for (int i = 0; i < hull.count; ++i)
        result.corners[static_cast<std::size_t>(i)] = hull.corners[static_cast<std::size_t>((first + i) % hull.count)];
    return result;
}

struct SignCounts {
    std::array<int, 3> of{};
    int below() const { return of[0]; }
    int equal() const { return of[1]; }
    int above() const { return of[2]; }
};

TEST(SimplexDistance, IsComparedAsRationalArithmeticDoes)
{
    SignCounts counts;
    int decided_by_doubles = 0, all = 0;
    for (std::uint64_t number = 0; number < hull_rounds; ++number) {
        cases::Random random(hull_seed + number);
        const cases::HullCase given = cases::hull_case(hull_seed, number);
        const Simplex other(given.triangle);
        const oracle::Rational squared = oracle::squared_distance(given.hull, other);
        for (const LengthSum& length : cases::telling_lengths(std::sqrt(squared.get_d()), random)) {
            const int expected = expected_sign(squared, length);
            const Simplex hull = turned(given.hull, random.below(4));
            const Triangle triangle = cases::reordered(given.triangle, random.below(6));
            ASSERT_EQ(compare_distance(hull, triangle, length), expected)
                << "case " << number << ", " << testing::PrintToString(hull) << "and "
                << testing::PrintToString(triangle) << testing::PrintToString(length);
            ASSERT_EQ(compare_distance(other, hull, length), expected) << "case " << number;
            ++counts.of[static_cast<std::size_t>(expected + 1)];
            ++all;
            const int walked = detail::walked_comparison(hull, other, detail::LengthBracket(length));
            ASSERT_TRUE(walked == 0 || walked == expected) << "case " << number;
            decided_by_doubles += walked != 0;
        }
        ASSERT_EQ(hulls_intersect(given.hull, other), squared == 0) << "case " << number;
    }
    EXPECT_GT(counts.below(), all / 5);
    EXPECT_GT(counts.equal(), all / 10);
    EXPECT_GT(counts.above(), all / 5);
    EXPECT_GT(decided_by_doubles, all / 5);
}

TEST(SimplexDistance, OfPointsAndOfTetrahedraIsComparedAsRationalArithmeticDoes)
{
    SignCounts counts;
    for (std::uint64_t number = 0; number < hull_rounds / 3; ++number) {
        cases::Random random(hull_seed + 1 + number);
        const cases::HullCase given = cases::hull_case(hull_seed + 1, number);
        const Vec3 point = number % 2 == 0 ? given.triangle.b : given.triangle.a * 0.5f + given.triangle.c * 0.5f;
        Simplex other(given.triangle);
        other.add(given.hull.corners[0] + (number % 3 == 0 ? random.point() : random.grid_point(3)));
        if (!is_finite(point) || !is_finite(other.corners[3]))
            continue;
        const oracle::Rational of_point = oracle::squared_distance(given.hull, Simplex(point));
        for (const LengthSum& length : cases::telling_lengths(std::sqrt(of_point.get_d()), random)) {
            const int expected = expected_sign(of_point, length);
            ASSERT_EQ(compare_distance(given.hull, point, length), expected) << "case " << number;
            ++counts.of[static_cast<std::size_t>(expected + 1)];
        }
        const oracle::Rational of_other = oracle::squared_distance(given.hull, other);
        for (const LengthSum& length : cases::telling_lengths(std::sqrt(of_other.get_d()), random)) {
            const int expected = expected_sign(of_other, length);
            ASSERT_EQ(compare_distance(given.hull, other, length), expected) << "case " << number;
            ++counts.of[static_cast<std::size_t>(expected + 1)];
        }
    }
    EXPECT_GT(counts.below(), 500);
    EXPECT_GT(counts.equal(), 200);
    EXPECT_GT(counts.above(), 500);
}

TEST(SimplexDistance, ATriangleInsideATetrahedronIsAtNoDistance)
{
    Simplex hull;
    hull.corners = {Vec3{-8, -8, -8}, {8, 8, -8}, {8, -8, 8}, {-8, 8, 8}};
    hull.count = 4;
    const Triangle inside = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    EXPECT_EQ(compare_distance(hull, inside, {}), 0);
    EXPECT_EQ(compare_distance(hull, inside, {0x1p-149f, 0.0f, 0.0f}), -1);
    EXPECT_EQ(compare_distance(hull, inside, {1.0f, 0.0f, 0.0f}), -1);
    EXPECT_EQ(compare_distance(hull, Vec3{1, 2, 0}, {}), 0);
    EXPECT_EQ(compare_distance(Simplex(inside), hull, {}), 0);
    EXPECT_TRUE(hulls_intersect(hull, Simplex(inside)));
}

TEST(SimplexDistance, OrdinaryToolsAreDecidedInDoubles)
{
    cases::Random random(hull_seed + 2);
    int open = 0;
    for (int i = 0; i < 4000; ++i) {
        Simplex hull;
        hull.count = 1 + i % 4;
        for (Vec3& corner : hull.corners)
            corner = random.point();
        const Vec3 near = random.point();
        const Triangle triangle = {
            near + random.point() * 0.1f, near + random.point() * 0.1f, near + random.point() * 0.1f};
        open += detail::walked_comparison(hull, Simplex(triangle), detail::LengthBracket({0.05f, 0.0f, 0.0f})) == 0;
    }
    EXPECT_EQ(open, 0);
}

TEST(SimplexCore, HasNoCornerTwice)
{
    const Vec3 pivot = {0, 0, 1}, tip = {1, 0, 0}, old_pivot = {0, 0, 2}, old_tip = {1, 1, 0};
    EXPECT_EQ(core_of({tip, tip, tip, tip, 1.0f}).count, 1);
    const Simplex standing = core_of({pivot, tip, pivot, tip, 1.0f});
    EXPECT_EQ(standing.count, 2);
    EXPECT_EQ(standing.corners[0], pivot);
    EXPECT_EQ(standing.corners[1], tip);
    const Simplex sweeping = core_of({pivot, tip, pivot, old_tip, 1.0f});
    EXPECT_EQ(sweeping.count, 3);
    EXPECT_EQ(sweeping.corners[2], old_tip);
    const Simplex moving = core_of({pivot, tip, old_pivot, old_tip, 1.0f});
    EXPECT_EQ(moving.count, 4);
    EXPECT_EQ(moving.corners[3], old_pivot);
    // Along the shaft, with the old tip where the pivot is now.
    EXPECT_EQ(core_of({pivot, tip, old_pivot, pivot, 1.0f}).count, 3);
}

} // namespace
} // namespace tactus
