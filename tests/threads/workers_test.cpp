// SPDX-License-Identifier: MIT
#include "base/threads/parallel.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <new>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "base/cases.h"

namespace tactus {
namespace {

struct Visit {
    std::atomic<std::uint32_t> times = 0;
};

TEST(Workers, VisitEveryIndexExactlyOnceForManySizesChunksAndThreads)
{
    for (std::uint32_t threads : {1u, 2u, 3u, 5u, 8u}) {
        Workers workers(threads);
        ASSERT_EQ(workers.count(), threads);
        for (std::size_t items : {0, 1, 2, 3, 7, 64, 65, 1000, 4097}) {
            for (std::size_t chunk : {1, 2, 3, 64, 1000, 10000}) {
                std::vector<Visit> visits(items);
                std::vector<Visit> chunks(items / chunk + 1);
                std::atomic<bool> sound = true;
                workers.for_each_chunk(
                    items, chunk, [&](std::size_t index, std::size_t begin, std::size_t end, std::uint32_t worker) {
                        if (worker >= threads || begin != index * chunk || end <= begin || end - begin > chunk)
                            sound = false;
                        ++chunks[index].times;
                        for (std::size_t i = begin; i < end; ++i)
                            ++visits[i].times;
                    });
                EXPECT_TRUE(sound);
                for (std::size_t i = 0; i < items; ++i)
                    ASSERT_EQ(visits[i].times, 1u) << items << " items in chunks of " << chunk << ", index " << i;
                for (std::size_t i = 0; i < (items + chunk - 1) / chunk; ++i)
                    ASSERT_EQ(chunks[i].times, 1u);
            }
        }
    }
}

TEST(Workers, MakeWhatTheyWroteVisibleToTheCallerAndToTheNextLoop)
{
    Workers workers(4);
    std::vector<std::uint64_t> values(513, 0);
    constexpr std::uint64_t rounds = 2000;
    for (std::uint64_t round = 0; round < rounds; ++round)
        workers.for_each_chunk(values.size(), 100, [&](std::size_t, std::size_t begin, std::size_t end, std::uint32_t) {
            for (std::size_t i = begin; i < end; ++i)
                values[i] += i + round;
        });
    for (std::size_t i = 0; i < values.size(); ++i)
        ASSERT_EQ(values[i], i * rounds + rounds * (rounds - 1) / 2);
}

TEST(Workers, NeverRunTwoChunksWithOneWorkerIndexAtATime)
{
    Workers workers(5);
    // Plain counters: the thread sanitizer reports it if two threads share an index.
    std::vector<std::uint64_t> counts(workers.count(), 0);
    for (int round = 0; round < 200; ++round)
        workers.for_each_chunk(
            100, 1, [&](std::size_t, std::size_t, std::size_t, std::uint32_t worker) { ++counts[worker]; });
    std::uint64_t sum = 0;
    for (std::uint64_t count : counts)
        sum += count;
    EXPECT_EQ(sum, 20000u);
}

TEST(Workers, ShareTheWorkWhenItLasts)
{
    Workers workers(2);
    std::atomic<std::uint32_t> inside = 0;
    std::atomic<bool> met = false;
    // Each chunk waits for the other one, so a loop that used one thread would run into the time limit.
    workers.for_each_chunk(2, 1, [&](std::size_t, std::size_t, std::size_t, std::uint32_t) {
        ++inside;
        const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(60);
        while (inside < 2 && std::chrono::steady_clock::now() < limit)
            std::this_thread::yield();
        if (inside == 2)
            met = true;
    });
    EXPECT_TRUE(met);
}

TEST(Workers, StillWorkAfterTheyHaveFallenAsleep)
{
    Workers workers(3);
    std::atomic<std::uint32_t> sum = 0;
    for (int round = 0; round < 50; ++round) {
        std::this_thread::sleep_for(std::chrono::microseconds(round * 10));
        workers.for_each_chunk(10, 1, [&](std::size_t index, std::size_t, std::size_t, std::uint32_t) {
            sum += static_cast<std::uint32_t>(index);
        });
    }
    EXPECT_EQ(sum, 50u * 45u);
}

TEST(Workers, WaitForAChunkThatOutlastsTheirSpinning)
{
    Workers workers(2);
    std::uint32_t sums[2] = {0, 0};
    for (int round = 0; round < 20; ++round)
        workers.for_each_chunk(2, 1, [&](std::size_t index, std::size_t, std::size_t, std::uint32_t worker) {
            if (worker == 1)
                std::this_thread::sleep_for(std::chrono::microseconds(300));
            ++sums[index];
        });
    EXPECT_EQ(sums[0], 20u);
    EXPECT_EQ(sums[1], 20u);
}

TEST(Workers, CanBeMadeAndEndedInRapidSuccession)
{
    std::atomic<std::uint32_t> visits = 0;
    for (std::uint32_t round = 0; round < 300; ++round) {
        Workers workers(1 + round % 4);
        if (round % 3 != 0)
            workers.for_each_chunk(7, 2, [&](std::size_t, std::size_t begin, std::size_t end, std::uint32_t) {
                visits += static_cast<std::uint32_t>(end - begin);
            });
    }
    EXPECT_EQ(visits, 200u * 7u);
}

TEST(Workers, EndWhileTheyAreAsleep)
{
    Workers workers(4);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

TEST(Workers, CountsOfZeroAndOneMeanTheCallingThread)
{
    for (std::uint32_t count : {0u, 1u}) {
        Workers workers(count);
        EXPECT_EQ(workers.count(), 1u);
        const std::thread::id caller = std::this_thread::get_id();
        std::size_t next = 0;
        workers.for_each_chunk(10, 3, [&](std::size_t index, std::size_t, std::size_t, std::uint32_t worker) {
            EXPECT_EQ(std::this_thread::get_id(), caller);
            EXPECT_EQ(worker, 0u);
            EXPECT_EQ(index, next++);
        });
        EXPECT_EQ(next, 4u);
    }
}

TEST(Workers, CarryAnExceptionToTheCallerAndWorkOn)
{
    for (const std::uint32_t threads : {1u, 2u, 4u}) {
        Workers workers(threads);
        for (const std::size_t thrower : {0u, 7u, 99u}) {
            std::atomic<std::uint32_t> inside = 0;
            const auto loop = [&] {
                workers.for_each_chunk(100, 1, [&](std::size_t index, std::size_t, std::size_t, std::uint32_t) {
                    ++inside;
                    if (index == thrower)
                        throw std::runtime_error("chunk " + std::to_string(index));
                    --inside;
                });
            };
            try {
                loop();
                ADD_FAILURE() << "nothing was thrown";
            } catch (const std::runtime_error& error) {
                EXPECT_EQ(error.what(), "chunk " + std::to_string(thrower));
            }
            EXPECT_EQ(inside, 1u) << "nobody works on when the caller has the exception";
            std::atomic<std::uint32_t> visits = 0;
            workers.for_each_chunk(100, 1, [&](std::size_t, std::size_t, std::size_t, std::uint32_t) { ++visits; });
            EXPECT_EQ(visits, 100u);
        }
    }
}

TEST(Workers, CarryOneExceptionWhereEveryChunkThrowsAlsoFromLoopsInsideLoops)
{
    Workers workers(3);
    for (int round = 0; round < 200; ++round)
        EXPECT_THROW(
            workers.for_each_chunk(
                20, 1,
                [&](std::size_t, std::size_t, std::size_t, std::uint32_t) {
                    workers.for_each_chunk(
                        5, 1, [&](std::size_t, std::size_t, std::size_t, std::uint32_t) { throw std::bad_alloc(); });
                }),
            std::bad_alloc);
}

TEST(Workers, CanBeAskedForUpToALimit)
{
    EXPECT_FALSE(check_worker_count(1));
    EXPECT_FALSE(check_worker_count(Workers::max_count));
    EXPECT_FALSE(check_worker_count(0));
    const auto refused = check_worker_count(2000);
    ASSERT_TRUE(refused);
    EXPECT_EQ(refused->message, "worker_count is 2000, it must be 1 to 1024, or 0 for as many as can run at once");
}

TEST(Workers, FinishALoopInsideALoop)
{
    Workers workers(3);
    std::atomic<std::uint32_t> visits = 0;
    workers.for_each_chunk(4, 1, [&](std::size_t, std::size_t, std::size_t, std::uint32_t) {
        workers.for_each_chunk(5, 1, [&](std::size_t, std::size_t, std::size_t, std::uint32_t) { ++visits; });
    });
    EXPECT_EQ(visits, 20u);
}

TEST(Workers, FinishTheLoopsOfSeveralThreadsAtOnce)
{
    Workers workers(2);
    constexpr std::size_t items = 1000;
    std::vector<std::vector<std::uint32_t>> visits(3, std::vector<std::uint32_t>(items, 0));
    const auto loops = [&](std::size_t thread) {
        for (int round = 0; round < 100; ++round)
            workers.for_each_chunk(items, 64, [&](std::size_t, std::size_t begin, std::size_t end, std::uint32_t) {
                for (std::size_t i = begin; i < end; ++i)
                    ++visits[thread][i];
            });
    };
    {
        std::vector<std::jthread> threads;
        for (std::size_t thread = 0; thread < visits.size(); ++thread)
            threads.emplace_back(loops, thread);
    }
    for (const auto& of_thread : visits)
        for (std::uint32_t times : of_thread)
            ASSERT_EQ(times, 100u);
}

/// Helpers fall asleep and are called at all moments, with more of them than processors. One that slept on would keep
/// its chunk from being done, or the caller from being told.
TEST(Workers, AreNeverLeftAsleepByManySmallLoops)
{
    std::mt19937 random(17);
    for (const std::uint32_t threads : {2u, 3u, 8u, 16u}) {
        Workers workers(threads);
        std::atomic<std::uint64_t> visits = 0;
        std::uint64_t expected = 0;
        for (std::size_t query = 0; query < cases(600); ++query) {
            for (std::uint32_t loop = 0; loop < 1 + random() % 6; ++loop) {
                const std::size_t chunks = 2 + random() % 20;
                workers.for_each_chunk(
                    chunks, 1, [&](std::size_t, std::size_t, std::size_t, std::uint32_t) { ++visits; });
                expected += chunks;
                ASSERT_EQ(visits, expected);
            }
            // About as long as helpers stay awake, and as the caller looks for them before it sleeps.
            if (random() % 3 == 0)
                std::this_thread::sleep_for(std::chrono::microseconds(random() % 60));
        }
    }
}

} // namespace
} // namespace tactus
