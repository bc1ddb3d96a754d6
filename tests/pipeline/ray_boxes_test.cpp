// SPDX-License-Identifier: MIT
#include "queries/rays/ray_boxes.h"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "queries/rays/ray_cast.h"
#include "scenes/random.h"

namespace tactus {
namespace {

constexpr double endless = std::numeric_limits<double>::infinity();

TEST(RayAndBoxes, TheWayHoldsAllOfTheRayThatLiesInTheBox)
{
    scenes::Random random(31);
    int met = 0;
    for (int trial = 0; trial < 2000; ++trial) {
        const float scale = trial % 3 == 0 ? 1e-38f : trial % 3 == 1 ? 1.0f : 1e37f;
        const Box box = include(Box{{}, {}}, rounded(random.in_cube()) * scale);
        const Vec3 origin = rounded(random.in_cube()) * (2.0f * scale);
        Vec3 direction = rounded(random.direction());
        // Half of the rays are aimed at the box.
        if (trial % 2 == 0)
            direction = (box.lower * 0.5f + box.upper * 0.5f - origin) * (0.5f / scale);
        if (trial % 5 == 0)
            direction.y = 0.0f;
        const RayCast cast({origin, direction}, endless);
        if (!cast.reach(box))
            continue;
        ++met;
        const Box way = cast.way_through(box);
        ASSERT_FALSE(is_empty(way)) << trial;
        // The way holds whatever point of the ray lies in the box.
        for (int step = 0; step <= 400; ++step) {
            const double t = double(scale) * 4.0 * step / 400;
            const DoubleVector at = to_double(origin) + to_double(direction) * t;
            const auto within = [&](const Box& b) {
                return b.lower.x <= at.x && at.x <= b.upper.x && b.lower.y <= at.y && at.y <= b.upper.y
                       && b.lower.z <= at.z && at.z <= b.upper.z;
            };
            EXPECT_EQ(within(box), within(way)) << trial;
        }
    }
    EXPECT_GT(met, 100);
}

TEST(RayAndBoxes, NoBoxThatIsMetIsLeftOut)
{
    scenes::Random random(37);
    std::array<LaneBox, 64> boxes;
    std::vector<std::uint32_t> all(61), kept(64);
    for (std::uint32_t k = 0; k < all.size(); ++k)
        all[k] = k;
    int met = 0, left_out = 0;
    for (int trial = 0; trial < 600; ++trial) {
        const float scale = trial % 3 == 0 ? 1e-38f : trial % 3 == 1 ? 1.0f : 1e37f;
        const auto coordinate = [&] { return static_cast<float>(random.below(5)) * scale; };
        for (LaneBox& box : boxes)
            for (int axis = 0; axis < 3; ++axis) {
                const float p = coordinate(), q = coordinate();
                box.lower[axis] = std::min(p, q);
                box.upper[axis] = std::max(p, q);
            }
        // Along edges and through corners as often as not.
        Ray ray = {{coordinate(), coordinate(), coordinate()}, {}};
        while (ray.direction == Vec3{})
            ray.direction = Vec3{coordinate(), coordinate(), coordinate()} - ray.origin;
        if (trial % 7 == 0)
            ray.direction = ray.direction * 1e-30f;
        if (ray.direction == Vec3{})
            continue;
        const RayCast cast(ray, endless);
        const std::uint64_t on_the_way = boxes_on_the_way(cast.slabs(), boxes);
        const std::size_t count = keep_boxes_on_the_way(cast.slabs(), boxes, all, kept.data());
        for (std::uint32_t k = 0; k < boxes.size(); ++k) {
            const LaneBox& b = boxes[k];
            const Box box = {{b.lower[0], b.lower[1], b.lower[2]}, {b.upper[0], b.upper[1], b.upper[2]}};
            const bool reached = cast.reach(box).has_value();
            const bool is_kept = (on_the_way >> k & 1) != 0;
            EXPECT_TRUE(is_kept || !reached) << trial << ", box " << k;
            if (k < all.size()) {
                EXPECT_EQ(std::find(kept.begin(), kept.begin() + count, k) != kept.begin() + count, is_kept) << trial;
            }
            (is_kept ? met : left_out) += 1;
        }
    }
    EXPECT_GT(met, 1000);
    EXPECT_GT(left_out, 1000);
}

} // namespace
} // namespace tactus
