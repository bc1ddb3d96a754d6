// SPDX-License-Identifier: MIT
#include "base/deadline_watch.h"

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace tactus {
namespace {

using namespace std::chrono_literals;
using Clock = DeadlineWatch::Clock;

/// What the clock's own steps may come to.
constexpr Clock::duration step = 50ns;

/// Asks again and again until a while after the deadline. How often was the answer more than what is left, and less
/// than half of it?
struct WrongAnswers {
    int too_much = 0;
    int too_little = 0;
};

WrongAnswers ask(const DeadlineWatch& watch, Clock::time_point deadline)
{
    WrongAnswers wrong;
    for (Clock::duration before = 1ns; before > -100us;) {
        before = deadline - Clock::now();
        const Clock::duration left = watch.left();
        const Clock::duration after = deadline - Clock::now();
        wrong.too_much += left > before + step ? 1 : 0;
        wrong.too_little += left < after / 2 - step && after > 0ns ? 1 : 0;
    }
    return wrong;
}

TEST(DeadlineWatch, NeverSaysMoreThanIsLeftNorLessThanHalfOfIt)
{
    for (const Clock::duration time : {Clock::duration(20us), Clock::duration(1ms), Clock::duration(30ms)}) {
        const Clock::time_point deadline = Clock::now() + time;
        const WrongAnswers wrong = ask(DeadlineWatch(deadline), deadline);
        EXPECT_EQ(wrong.too_much, 0);
        EXPECT_EQ(wrong.too_little, 0);
    }
}

TEST(DeadlineWatch, NeverTellsSeveralThreadsMoreThanIsLeft)
{
    const Clock::time_point deadline = Clock::now() + 20ms;
    const DeadlineWatch watch(deadline);
    std::atomic<int> wrong = 0;
    std::vector<std::thread> threads;
    for (int k = 0; k < 3; ++k)
        threads.emplace_back([&] { wrong += ask(watch, deadline).too_much; });
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_EQ(wrong, 0);
}

TEST(DeadlineWatch, KnowsDeadlinesThatAreLongPastOrNeverCome)
{
    EXPECT_LT(DeadlineWatch(Clock::time_point::min()).left(), -59min);
    EXPECT_LT(DeadlineWatch(Clock::time_point{}).left(), 0ns);
    const DeadlineWatch patient(Clock::time_point::max());
    for (int k = 0; k < 1000; ++k)
        EXPECT_GT(patient.left(), 4999h);
}

} // namespace
} // namespace tactus
