// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "hierarchy/spherical_octree_cases.h"
#include "tree/octree/made/sphere_reach.h"
#include "tree/rigid_pose.h"

namespace tactus {
namespace {

using namespace octree_cases;

float next_up(float x) { return std::nextafter(x, INFINITY); }

TEST(SphereReach, AgreesWithExactArithmeticWhereItIsClose)
{
    scenes::Random random(4);
    int reached = 0, missed = 0;
    for (int round = 0; round < 4000; ++round) {
        const auto point = [&](double scale) { return scenes::rounded(random.in_cube() * scale); };
        // Plain triangles, slivers, and ones that have collapsed.
        const Vec3 a = point(1.0), b = point(1.0);
        const Vec3 c = round % 4 == 0   ? a
                       : round % 4 == 1 ? to_float(to_double(a) * 0.25 + to_double(b) * 0.75)
                                        : point(round % 4 == 2 ? 1.0 : 1e-3);
        const Vec3 corners[3] = {a, b, c};
        const Vec3 centre = point(2.0);
        for (std::size_t count = 1; count <= 3; ++count) {
            const double distance =
                count == 1   ? std::sqrt(dot(to_double(a) - to_double(centre), to_double(a) - to_double(centre)))
                : count == 2 ? closest(centre, Segment{a, b}).distance
                             : closest(centre, Triangle{a, b, c}).distance;
            const float about = static_cast<float>(distance);
            for (const float radius : {about * 0.5f, about, next_up(about), -next_up(-about), about * 2.0f}) {
                const bool exact = count == 1   ? within(centre, a, radius)
                                   : count == 2 ? within(centre, Segment{a, b}, radius)
                                                : within(centre, Triangle{a, b, c}, radius);
                ASSERT_EQ(reaches({centre, radius}, std::span(corners).first(count)), exact) << "round " << round;
                ++(exact ? reached : missed);
            }
        }
    }
    EXPECT_GT(reached, 10'000);
    EXPECT_GT(missed, 10'000);
}

TEST(SphereReach, ASphereThatTouchesReaches)
{
    const Vec3 corners[3] = {{1, 0, 0}, {1, 2, 0}, {1, 0, 2}};
    EXPECT_TRUE(reaches({{0, 0.5f, 0.5f}, 1.0f}, corners));
    EXPECT_FALSE(reaches({{0, 0.5f, 0.5f}, 0.99999994f}, corners));
    EXPECT_TRUE(reaches({{-3, -3, 0}, 5.0f}, corners)) << "at a corner, 3-4-5";
    EXPECT_FALSE(reaches({{-3, -3, 0}, 4.9999995f}, corners));
}

TEST(SphereBlock, FindsTheOctantsThatOverlap)
{
    SphereBlock block;
    for (unsigned k = 0; k < 8; ++k)
        block.set(k, {{float(k), 0.0f, 0.0f}, 0.25f});
    EXPECT_EQ(overlapping_octants(block, {{3.0, 0.0, 0.0}, 0.75, 1.0}), 0b00011100u) << "touching counts";
    EXPECT_EQ(overlapping_octants(block, {{3.0, 0.0, 0.0}, 0.74, 1.0}), 0b00001000u);
    EXPECT_EQ(overlapping_octants(block, {{3.0, 0.0, 0.0}, 0.5, 2.0}), 0b00011100u) << "radii are scaled";
    for (unsigned k = 0; k < 8; ++k)
        EXPECT_EQ(overlaps(block[k], {{3.0, 0.0, 0.0}, 0.75, 1.0}), k >= 2 && k <= 4);
}

TEST(SphereBlock, RadiiAreRoundedUp)
{
    EXPECT_EQ(rounded_up(0.0), 0.0f);
    EXPECT_EQ(rounded_up(1.0), 1.0f);
    EXPECT_EQ(rounded_up(1.0 + 1e-12), next_up(1.0f));
    EXPECT_EQ(rounded_up(1e-300), std::numeric_limits<float>::denorm_min());
    EXPECT_EQ(rounded_up(1e300), std::numeric_limits<float>::infinity());
}

TEST(RigidPose, ASphereIsSeenWhereItIs)
{
    scenes::Random random(9);
    for (int round = 0; round < 100; ++round) {
        const RigidPose to = any_pose(random, 1.0);
        const RigidPose from = any_pose(random, 1.0);
        const NodeSphere sphere = {scenes::rounded(random.in_cube()), 0.5f};
        const SphereQuery query = SeenFrom(to, 1.0, from, 1.0, 0.125)(sphere);
        const DoubleVector off = to(query.centre) - from(to_double(sphere.centre));
        EXPECT_LT(std::sqrt(dot(off, off)), 1e-14);
        EXPECT_GE(query.distance, 0.625);
        EXPECT_LT(query.distance, 0.62501);
    }
}

} // namespace
} // namespace tactus
