// SPDX-License-Identifier: MIT
// The first moments of what slow_simulations.cpp runs to the end.
#include <gtest/gtest.h>

#include "examples/run_example.h"

namespace tactus {
namespace {

TEST(Examples, AClothFallsOnABallWithoutIntersectingPairs)
{
    const ClothRun run = run_cloth_on_ball(16);
    ASSERT_EQ(run.frames, 16u);
    EXPECT_EQ(run.intersecting_pairs, 0u);
    EXPECT_GT(run.contacts, 100u) << "it has not come down yet";
}

TEST(Examples, AStackOfTenBoxesStandsForThreeSeconds)
{
    const StackRun run = run_box_stack(3);
    ASSERT_EQ(run.seconds, 3u);
    EXPECT_LT(run.moved_mm, 1.0);
}

TEST(Examples, AProbeFeelsHardlyLargerStepsIfQueriesAreCut)
{
    const HapticRun run = run_haptic_loop(600);
    ASSERT_EQ(run.milliseconds, 600u);
    EXPECT_GT(run.cut_answers, 100u) << "there was time for everything";
    EXPECT_GT(run.unlimited_step, 0.0);
    EXPECT_LE(run.step, 1.25 * run.unlimited_step);
    EXPECT_NEAR(run.force, run.unlimited_force, 0.05 * run.unlimited_force);
}

TEST(Examples, AToolPressesAnOrganAndNoStrikeThroughAFoldIsMissed)
{
    const ToolRun run = run_tool_in_my_simulator(500);
    ASSERT_EQ(run.milliseconds, 500);
    EXPECT_GT(run.in_touch, 100);
    EXPECT_GT(run.triangles, 3);
    EXPECT_LT(run.depth_mm, 5.0) << "deeper than the tool is thick";
    EXPECT_GT(run.force, 0.1);
    EXPECT_GT(run.dent_mm, 0.1);
    EXPECT_GT(run.first_touch_begin, 0.0);
    EXPECT_LT(run.first_touch_begin, 0.5) << "it meets the near side of the fold before half of the way";
    EXPECT_LE(run.first_touch_begin, run.first_touch_end);
    EXPECT_EQ(run.strikes, 13);
    EXPECT_EQ(run.seen_sweeping, run.strikes);
    EXPECT_EQ(run.seen_standing, 0) << "these strikes are too slow to be worth anything";
}

} // namespace
} // namespace tactus
