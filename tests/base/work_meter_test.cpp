// SPDX-License-Identifier: MIT
#include "base/work_meter.h"

#include <chrono>

#include <gtest/gtest.h>

namespace tactus {
namespace {

using namespace std::chrono_literals;

TEST(WorkMeter, NeverRefusesWithoutALimit)
{
    WorkMeter meter(Budget::unlimited());
    for (int i = 0; i < 1000; ++i)
        ASSERT_TRUE(meter.spend(1000000));
    EXPECT_FALSE(meter.exhausted());
    EXPECT_EQ(meter.spent(), 1000000000u);
    EXPECT_EQ(meter.take(5), 5u);
}

TEST(WorkMeter, GrantsExactlyTheUnitsOfItsBudget)
{
    for (std::uint64_t limit : {0u, 1u, 2u, 17u}) {
        WorkMeter meter(Budget::work_units(limit));
        std::uint64_t done = 0;
        while (meter.spend())
            ++done;
        EXPECT_EQ(done, limit);
        EXPECT_EQ(meter.spent(), limit);
        EXPECT_TRUE(meter.exhausted());
        EXPECT_FALSE(meter.spend(0));
    }
}

TEST(WorkMeter, RefusesForGoodOnceItHasRefused)
{
    WorkMeter meter(Budget::work_units(10));
    EXPECT_TRUE(meter.spend(8));
    EXPECT_FALSE(meter.spend(3));
    // Two units are left, but a smaller batch after a refused one would not be a prefix of a longer run.
    EXPECT_FALSE(meter.spend(1));
    EXPECT_EQ(meter.take(1), 0u);
    EXPECT_EQ(meter.spent(), 8u);
}

TEST(WorkMeter, TakesThePrefixOfAListThatFits)
{
    WorkMeter meter(Budget::work_units(10));
    EXPECT_EQ(meter.take(0), 0u);
    EXPECT_EQ(meter.take(6), 6u);
    EXPECT_FALSE(meter.exhausted());
    EXPECT_EQ(meter.take(6), 4u);
    EXPECT_TRUE(meter.exhausted());
    EXPECT_EQ(meter.take(6), 0u);
    EXPECT_EQ(meter.spent(), 10u);
}

TEST(WorkMeter, GivesNoWorkAfterItsDeadline)
{
    for (const Budget& budget : {Budget::within(0ns), Budget::within(-1h), Budget::until({})}) {
        WorkMeter meter(budget);
        EXPECT_TRUE(meter.deadline_passed());
        EXPECT_FALSE(meter.spend());
        EXPECT_EQ(meter.take(3), 0u);
        EXPECT_TRUE(meter.exhausted());
        EXPECT_EQ(meter.spent(), 0u);
    }
}

TEST(WorkMeter, WorksUntilItsDeadlineComes)
{
    const auto begin = Budget::Clock::now();
    WorkMeter meter(Budget::until(begin + 2ms));
    while (meter.spend()) {
    }
    // It stops when another unit might not end in time.
    EXPECT_GE(Budget::Clock::now(), begin + 2ms - WorkMeter::unit_time);
    EXPECT_TRUE(meter.exhausted());

    WorkMeter patient(Budget::within(24h));
    EXPECT_TRUE(patient.spend());
    EXPECT_FALSE(patient.exhausted());
    EXPECT_TRUE(patient.has_deadline());
}

TEST(WorkMeter, TakesBackWhatTheDeadlineLeftUndone)
{
    WorkMeter meter(Budget::within(24h));
    EXPECT_EQ(meter.take(10), 10u);
    meter.give_back(0);
    EXPECT_TRUE(meter.spend());
    meter.give_back(4);
    EXPECT_EQ(meter.spent(), 7u);
    EXPECT_FALSE(meter.spend());
}

} // namespace
} // namespace tactus
