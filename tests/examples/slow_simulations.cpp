// SPDX-License-Identifier: MIT
// What the examples claim, as long as they claim it.
#include <gtest/gtest.h>

#include "examples/run_example.h"

namespace tactus {
namespace {

TEST(ExamplesToTheEnd, AClothHasNoIntersectingPairsAfterAnyOf500Frames)
{
    const ClothRun run = run_cloth_on_ball(500);
    ASSERT_EQ(run.frames, 500u);
    EXPECT_EQ(run.intersecting_pairs, 0u);
    EXPECT_GT(run.contacts, 1000u) << "it has slipped off the ball";
}

TEST(ExamplesToTheEnd, AStackOfTenBoxesStandsForAMinute)
{
    const StackRun run = run_box_stack(60);
    ASSERT_EQ(run.seconds, 60u);
    EXPECT_LT(run.moved_mm, 1.0);
}

TEST(ExamplesToTheEnd, AProbeFeelsHardlyLargerStepsIfQueriesAreCut)
{
    const HapticRun run = run_haptic_loop(10000);
    ASSERT_EQ(run.milliseconds, 10000u);
    EXPECT_GT(run.cut_answers, 1000u) << "there was time for everything";
    EXPECT_GT(run.unlimited_step, 0.0);
    EXPECT_LE(run.step, 1.25 * run.unlimited_step);
    EXPECT_NEAR(run.force, run.unlimited_force, 0.05 * run.unlimited_force);
}

} // namespace
} // namespace tactus
