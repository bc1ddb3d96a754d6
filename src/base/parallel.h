// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <type_traits>

// WebAssembly has no threads unless they are asked for: there every loop runs on the calling one.
#if defined(__wasi__) && !defined(_REENTRANT)
#define TACTUS_HAS_THREADS 0
#else
#define TACTUS_HAS_THREADS 1
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>
#endif

#include <tactus/result.h>

namespace tactus {

/// The threads of a world. They wait between loops: awake for a fraction of a millisecond, then
/// asleep.
///
/// Any thread may start a loop at any time, but they help with one at a time: a loop that is started while another one
/// runs, by another thread or from within that loop, is done by the thread that started it, as worker 0. What loops
/// keep per worker index must therefore belong to the loop.
class Workers {
public:
    /// The most that a caller may ask for.
    static constexpr std::uint32_t max_count = 1024;

    /// `count` threads, the calling one included; fewer if the system or the memory does not allow that many, never
    /// none.
    explicit Workers(std::uint32_t count);
    ~Workers();
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    /// Threads that loops run on, the calling one included.
    std::uint32_t count() const { return count_; }

    /// Cuts [0, item_count) into chunks of `chunk` items, the last one shorter, and calls
    /// f(chunk_index, begin, end, worker_index) once for each. They run on whichever thread is free: the caller takes
    /// the first one left, another thread the last one, so that in the next loop over the same data each finds in its
    /// cache what it touched before. worker_index < count() is that thread's own, 0 the caller's. Everything that f did
    /// is visible to the caller afterwards. If f throws, chunks that nobody has begun are left out, and when all others
    /// have ended the caller gets the exception, the first one if there are several. Takes no memory.
    template <class F>
    void for_each_chunk(std::size_t item_count, std::size_t chunk, F&& f)
    {
        if (chunk == 0)
            chunk = 1;
        const std::size_t chunk_count = item_count / chunk + (item_count % chunk != 0 ? 1 : 0);
        if (count_ == 1 || chunk_count <= 1) {
            for (std::size_t index = 0; index < chunk_count; ++index)
                run_chunk(f, index, chunk, item_count, 0);
            return;
        }
        using LoopBody = std::remove_reference_t<F>;
        Loop loop;
        loop.body = const_cast<void*>(static_cast<const void*>(std::addressof(f)));
        loop.run = [](const Loop& now, std::size_t index, std::uint32_t worker) {
            run_chunk(*static_cast<LoopBody*>(now.body), index, now.chunk, now.item_count, worker);
        };
        loop.item_count = item_count;
        loop.chunk = chunk;
        loop.chunk_count = chunk_count;
        share(loop);
    }

    /// The same with f(item, worker_index) for every single item.
    template <class F>
    void for_each(std::size_t item_count, std::size_t chunk, F&& f)
    {
        for_each_chunk(item_count, chunk, [&](std::size_t, std::size_t begin, std::size_t end, std::uint32_t worker) {
            for (std::size_t item = begin; item < end; ++item)
                f(item, worker);
        });
    }

private:
    struct Loop {
        void* body = nullptr;
        void (*run)(const Loop&, std::size_t index, std::uint32_t worker) = nullptr;
        std::size_t item_count = 0;
        std::size_t chunk = 0;
        std::size_t chunk_count = 0;
    };

    template <class F>
    static void run_chunk(F& f, std::size_t index, std::size_t chunk, std::size_t item_count, std::uint32_t worker)
    {
        const std::size_t begin = index * chunk;
        const std::size_t end = item_count - begin > chunk ? begin + chunk : item_count;
        f(index, begin, end, worker);
    }

    void share(const Loop& loop);

    std::uint32_t count_ = 1;
#if TACTUS_HAS_THREADS
    std::size_t run_unclaimed(std::uint32_t worker);
    void run_claimed(std::size_t index, std::uint32_t worker) noexcept;
    void work(std::uint32_t worker);
    bool wait_for_work();

    // Written by the calling thread while no chunk is claimed, read only by threads that have claimed one.
    Loop loop_;
    std::vector<std::thread> threads_;
    std::mutex mutex_;
    std::condition_variable work_came_;
    std::condition_variable loop_ended_;
    std::atomic<std::uint32_t> sleeping_ = 0;
    std::atomic<bool> caller_sleeping_ = false;
    std::atomic<bool> stopping_ = false;
    std::atomic<bool> in_loop_ = false;
    std::atomic<bool> has_failed_ = false; ///< a chunk of the loop has thrown
    std::exception_ptr failure_;           ///< written by the thread that set has_failed_
    // On lines of their own: every claim and every finish writes them.
    alignas(64) std::atomic<std::uint64_t> unclaimed_ = 0; ///< end of the unclaimed chunks << 32 | the first of them
    alignas(64) std::atomic<std::size_t> unfinished_ = 0;
#endif
};

/// A sentence about a number of workers that nobody can ask for.
std::optional<Error> check_worker_count(std::uint32_t count);

} // namespace tactus
