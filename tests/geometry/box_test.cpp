// SPDX-License-Identifier: MIT
#include "geometry/box.h"

#include <gtest/gtest.h>

#include <limits>

#include "geometry/triangle.h"

namespace tactus {
namespace {

TEST(Box, EmptyOverlapsNothingAndBecomesWhatItIncludes)
{
    constexpr Box empty;
    constexpr Box unit = {{0, 0, 0}, {1, 1, 1}};
    EXPECT_TRUE(is_empty(empty));
    EXPECT_FALSE(overlap(empty, unit));
    EXPECT_FALSE(overlap(empty, empty));
    EXPECT_EQ(include(empty, unit), unit);
    EXPECT_EQ(include(empty, Vec3{1, 2, 3}), (Box{{1, 2, 3}, {1, 2, 3}}));
    EXPECT_EQ(half_area(empty), 0.0f);
}

TEST(Box, TouchingFacesOverlap)
{
    const Box unit = {{0, 0, 0}, {1, 1, 1}};
    EXPECT_TRUE(overlap(unit, {{1, 0, 0}, {2, 1, 1}}));
    EXPECT_TRUE(overlap(unit, {{1, 1, 1}, {2, 2, 2}}));
    EXPECT_FALSE(overlap(unit, {{1.0f + std::numeric_limits<float>::epsilon(), 0, 0}, {2, 1, 1}}));
    EXPECT_EQ(intersection(unit, {{0.5f, 0.5f, 0.5f}, {2, 2, 2}}), (Box{{0.5f, 0.5f, 0.5f}, {1, 1, 1}}));
    EXPECT_TRUE(is_empty(intersection(unit, {{2, 0, 0}, {3, 1, 1}})));
}

TEST(Box, OfATriangleHoldsItsCorners)
{
    const Triangle triangle = {{0, 5, -1}, {2, -3, 4}, {1, 1, 1}};
    EXPECT_EQ(box_of(triangle), (Box{{0, -3, -1}, {2, 5, 4}}));
    EXPECT_FLOAT_EQ(half_area(box_of(triangle)), 2 * 8 + 8 * 5 + 5 * 2);
}

TEST(Vector, KnowsWhatIsFinite)
{
    constexpr float infinity = std::numeric_limits<float>::infinity();
    constexpr float largest = std::numeric_limits<float>::max();
    EXPECT_TRUE(is_finite(Vec3{largest, -largest, largest}));
    EXPECT_FALSE(is_finite(Vec3{0, infinity, 0}));
    EXPECT_FALSE(is_finite(Vec3{0, 0, std::numeric_limits<float>::quiet_NaN()}));
    EXPECT_TRUE(is_finite(Triangle{{largest, 0, 0}, {largest, 0, 0}, {largest, 0, 0}}));
    EXPECT_FALSE(is_finite(Triangle{{0, 0, 0}, {-infinity, 0, 0}, {infinity, 0, 0}}));
}

TEST(Vector, OrdersPointsOnALine)
{
    EXPECT_TRUE(lexicographically_less({0, 5, 5}, {1, 0, 0}));
    EXPECT_TRUE(lexicographically_less({1, 0, 5}, {1, 1, 0}));
    EXPECT_TRUE(lexicographically_less({1, 1, 0}, {1, 1, 1}));
    EXPECT_FALSE(lexicographically_less({1, 1, 1}, {1, 1, 1}));
}

TEST(ABoxWidenedByADistance, HoldsWhatIsThatFarAwayAndStaysFinite)
{
    const Box box = {{-1.0f, 0.1f, 2.0f}, {1.0f, 0.3f, 2.0f}};
    const Box wide = widened_by(0.7, box);
    EXPECT_LE(double(wide.lower.y), double(box.lower.y) - 0.7);
    EXPECT_GE(double(wide.upper.y), double(box.upper.y) + 0.7);
    EXPECT_NEAR(wide.lower.x, -1.7, 1e-6);
    EXPECT_NEAR(wide.upper.z, 2.7, 1e-6);
    constexpr float largest = std::numeric_limits<float>::max();
    const Box all = widened_by(1e39, box);
    EXPECT_EQ(all.lower, (Vec3{-largest, -largest, -largest}));
    EXPECT_EQ(all.upper, (Vec3{largest, largest, largest}));
    EXPECT_TRUE(is_empty(widened_by(1.0, Box{})));
}

} // namespace
} // namespace tactus
