// SPDX-License-Identifier: MIT
// A world that works with the caller's threads gives what it gives with its own.
#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "agreement/scene_player.h"
#include "base/cases.h"
#include "base/threads/parallel.h"
#include "determinism/ordered_pairs.h"

namespace tactus {
namespace {

/// Jobs one after the other on the calling thread, from the last to the first, and every third of them not at all.
class Careless final : public JobSystem {
public:
    explicit Careless(bool forgets) : forgets_(forgets) {}
    std::uint32_t thread_count() const override { return 5; }
    void run(Job& job, std::uint32_t count) override
    {
        ++calls;
        EXPECT_LE(count, 5u);
        for (std::uint32_t k = count; k-- > 0;)
            if (!forgets_ || k % 3 != 1)
                job.run(k);
    }
    int calls = 0;

private:
    bool forgets_;
};

/// A simple one, as a caller might have it: threads that take numbers until there are none left.
class Pool final : public JobSystem {
public:
    explicit Pool(std::uint32_t count)
    {
        for (std::uint32_t k = 1; k < count; ++k)
            threads_.emplace_back([this] { work(); });
    }
    ~Pool() override
    {
        {
            const std::lock_guard lock(mutex_);
            is_ending_ = true;
        }
        changed_.notify_all();
        for (std::thread& thread : threads_)
            thread.join();
    }
    std::uint32_t thread_count() const override { return static_cast<std::uint32_t>(threads_.size()) + 1; }
    void run(Job& job, std::uint32_t count) override
    {
        std::unique_lock lock(mutex_);
        job_ = &job;
        next_ = 0;
        left_ = end_ = count;
        changed_.notify_all();
        take(lock);
        changed_.wait(lock, [&] { return left_ == 0; });
    }

private:
    void take(std::unique_lock<std::mutex>& lock)
    {
        while (next_ < end_) {
            const std::uint32_t mine = next_++;
            lock.unlock();
            job_->run(mine);
            lock.lock();
            if (--left_ == 0)
                changed_.notify_all();
        }
    }
    void work()
    {
        std::unique_lock lock(mutex_);
        while (!is_ending_) {
            take(lock);
            changed_.wait(lock, [&] { return is_ending_ || next_ < end_; });
        }
    }

    std::vector<std::thread> threads_;
    std::mutex mutex_;
    std::condition_variable changed_;
    Job* job_ = nullptr;
    std::uint32_t next_ = 0;
    std::uint32_t end_ = 0;
    std::uint32_t left_ = 0;
    bool is_ending_ = false;
};

void expect_every_index_once(JobSystem& jobs)
{
    Workers workers(1, &jobs);
    for (int round = 0; round < 200; ++round) {
        std::vector<std::atomic<int>> visits(100);
        workers.for_each_chunk(100, 3, [&](std::size_t, std::size_t begin, std::size_t end, std::uint32_t worker) {
            EXPECT_LT(worker, workers.count());
            for (std::size_t k = begin; k < end; ++k)
                ++visits[k];
        });
        for (const std::atomic<int>& visit : visits)
            ASSERT_EQ(visit, 1);
    }
}

TEST(JobSystem, RunsEveryChunkOnce)
{
    Pool pool(4);
    expect_every_index_once(pool);
    Careless orderly(false), forgetful(true);
    expect_every_index_once(orderly);
    expect_every_index_once(forgetful);
    EXPECT_GT(orderly.calls, 0);
}

TEST(JobSystem, HandsExceptionsToTheCaller)
{
    Pool pool(3);
    Workers workers(1, &pool);
    EXPECT_THROW(
        workers.for_each_chunk(
            20, 1,
            [&](std::size_t index, std::size_t, std::size_t, std::uint32_t) {
                if (index == 7)
                    throw std::bad_alloc();
            }),
        std::bad_alloc);
    std::atomic<int> sum = 0;
    workers.for_each_chunk(20, 1, [&](std::size_t, std::size_t, std::size_t, std::uint32_t) { ++sum; });
    EXPECT_EQ(sum, 20);
}

TEST(JobSystem, ChangesNoAnswerAndNoCut)
{
    for (const std::string name : {"soft_organs", "folded_cloth", "many_bodies"}) {
        const scenes::Scene scene = scene_called(name, {.triangles = sized(2000)});
        const std::vector<std::uint32_t> frames = spread_frames(scene, 3);
        for (const std::uint32_t threads : worker_counts()) {
            Pool pool(threads);
            World world = World::create({.jobs = &pool}).value();
            std::vector<BodyId> bodies;
            for (const scenes::SceneMesh& mesh : scene.meshes)
                bodies.push_back(world
                                     .add_body(
                                         {.triangles = mesh.triangles,
                                          .positions = mesh.positions,
                                          .self_collision = mesh.self_collision})
                                     .value());
            ScenePlayer alone(scene);
            for (const std::uint32_t frame : frames) {
                alone.set_frame(frame);
                for (std::size_t k = 0; k < bodies.size(); ++k)
                    ASSERT_TRUE(world.set_positions(bodies[k], positions_at(scene, frame, k)));
                const OrderedReport whole = ordered(alone.world().find_pairs());
                EXPECT_TRUE(ordered(world.find_pairs()) == whole) << name << ", " << threads << " threads";
                for (const std::uint64_t part : {1u, 3u, 7u}) {
                    const Budget cut = Budget::work_units(alone.world().find_pairs().work_units_spent * part / 8);
                    const OrderedReport expected = ordered(alone.world().find_pairs(cut));
                    EXPECT_TRUE(ordered(world.find_pairs(cut)) == expected)
                        << name << ", " << threads << " threads, " << part << " eighths";
                }
            }
        }
    }
}

} // namespace
} // namespace tactus
