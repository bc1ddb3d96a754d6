// SPDX-License-Identifier: MIT
// Bounds on how high boxes are above planes hold what rational arithmetic says of their points.
#include <gtest/gtest.h>

#include <cmath>

#include "geometry/half_spaces/plane_heights.h"
#include "ground/ground_oracle.h"

namespace tactus::ground {
namespace {

/// Points of a box on a grid of four by four by four, corners included.
std::vector<Vec3> points_of(const Box& box)
{
    std::vector<Vec3> points;
    const auto along = [](float lower, float upper, int k) {
        return k == 3 ? upper : lower + (upper - lower) * (float(k) / 3.0f);
    };
    for (int k = 0; k < 64; ++k)
        points.push_back(
            {along(box.lower.x, box.upper.x, k % 4), along(box.lower.y, box.upper.y, k / 4 % 4),
             along(box.lower.z, box.upper.z, k / 16)});
    return points;
}

TEST(PlaneHeights, OfBoxesHoldThoseOfTheirPoints)
{
    std::mt19937 random(17);
    std::size_t reached = 0, cut_off = 0;
    for (const HalfSpaceDesc& ground : some_grounds()) {
        const PlaneHeights heights({ground.normal, ground.offset});
        for (int k = 0; k < 12; ++k) {
            const auto number = [&] { return float(random() % (1u << 24)) * 0x1p-22f - 2.0f; };
            const float x = number(), y = number(), z = number();
            const float side = k % 4 == 0 ? 0.0f : 0.5f + 0.2f * number();
            const Box box = {{x, y, z}, {x + side, y + side, z + side}};
            const float distance = k % 3 == 0 ? 0.0f : 0.125f * float(k % 5);
            const PlaneHeights::Range range = heights.of(box);
            const bool may_reach = heights.may_reach(box, distance);
            const Box part = may_reach ? heights.part_within(box, distance) : Box{};
            const Point normal = exact(ground.normal);
            const Rational squared = dot(normal, normal);
            EXPECT_TRUE(!may_reach || include(box, part) == box);
            for (const Vec3 point : points_of(box)) {
                // Heights times the length of the normal, squared, with their signs.
                const Rational value = value_at(ground, point), size = abs(value), signed_square = value * size;
                const auto square_of = [&](double height) -> Rational {
                    return Rational(height) * Rational(std::fabs(height)) * squared;
                };
                EXPECT_TRUE(square_of(range.lowest) <= signed_square && signed_square <= square_of(range.highest));
                if (compare_height(ground, point, Rational(distance)) <= 0) {
                    ++reached;
                    EXPECT_TRUE(may_reach && overlap(part, Box{point, point}));
                } else {
                    cut_off += !may_reach || !overlap(part, Box{point, point}) ? 1 : 0;
                }
                EXPECT_EQ(heights.compare(point, distance, 0.0f), compare_height(ground, point, Rational(distance)));
                EXPECT_EQ(
                    heights.compare(point, distance, 0.1f),
                    compare_height(ground, point, Rational(distance) + Rational(0.1f)));
            }
        }
    }
    EXPECT_GT(reached, 300u);
    EXPECT_GT(cut_off, 300u) << "the bounds are worth something";
}

} // namespace
} // namespace tactus::ground
