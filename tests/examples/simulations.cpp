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

} // namespace
} // namespace tactus
