// SPDX-License-Identifier: MIT
#include <bit>
#include <cmath>

#include <gtest/gtest.h>

#include "scenes/random.h"
#include "scenes/travelling_waves.h"
#include "scenes/wave.h"

namespace tactus::scenes {
namespace {

TEST(Sine, IsTheSineToFifteenDigits)
{
    Random random(1);
    for (int i = 0; i < 10000; ++i) {
        const double turns = random.between(-3.0, 3.0);
        EXPECT_NEAR(sine_of_turns(turns), std::sin(turns * 6.283185307179586), 5e-15);
        EXPECT_NEAR(cosine_of_turns(turns), std::cos(turns * 6.283185307179586), 5e-15);
    }
}

TEST(Sine, IsExactAtTheQuarters)
{
    EXPECT_EQ(sine_of_turns(0.0), 0.0);
    EXPECT_EQ(sine_of_turns(0.25), 1.0);
    EXPECT_EQ(sine_of_turns(-0.25), -1.0);
    EXPECT_EQ(sine_of_turns(0.5), 0.0);
    EXPECT_EQ(sine_of_turns(1e6), 0.0);
    EXPECT_EQ(cosine_of_turns(0.0), 1.0);
    EXPECT_EQ(cosine_of_turns(0.5), -1.0);
}

TEST(Sine, HasTheSameBitsOnEveryMachine)
{
    Random random(2);
    std::uint64_t hash = 0;
    for (int i = 0; i < 10000; ++i)
        hash = splitmix64(hash ^ std::bit_cast<std::uint64_t>(sine_of_turns(random.between(-100.0, 100.0))));
    EXPECT_EQ(hash, 0x8617ce0d11cf6a57u);
}

TEST(Random, GivesTheNumbersOfSplitmix64)
{
    EXPECT_EQ(splitmix64(0), 0xe220a8397b1dcdafu);
    EXPECT_EQ(splitmix64(0x9e3779b97f4a7c15u), 0x6e789e6aa1b965f4u);
}

TEST(Random, StaysWithinItsBounds)
{
    Random random(3);
    double lowest = 1.0;
    double highest = 0.0;
    for (int i = 0; i < 10000; ++i) {
        const double value = random.uniform();
        lowest = std::min(lowest, value);
        highest = std::max(highest, value);
        EXPECT_LT(random.below(7), 7u);
        EXPECT_NEAR(norm(random.direction()), 1.0, 1e-15);
    }
    EXPECT_GE(lowest, 0.0);
    EXPECT_LT(lowest, 0.01);
    EXPECT_LT(highest, 1.0);
    EXPECT_GT(highest, 0.99);
}

TEST(TravellingWaves, NeverRiseAboveTheirHeightAndDoNotRepeat)
{
    const TravellingWaves waves(Random(4), {.count = 5, .height = 0.03});
    const double first = waves.height({0.1, 0.2, 0.3}, 0.0);
    for (int frame = 1; frame < 10000; ++frame) {
        const double height = waves.height({0.1, 0.2, 0.3}, frame / 60.0);
        EXPECT_LE(std::abs(height), 0.03);
        EXPECT_NE(height, first);
    }
}

} // namespace
} // namespace tactus::scenes
