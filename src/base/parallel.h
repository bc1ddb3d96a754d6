// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

// WebAssembly has no threads unless they are asked for: there every loop runs on the calling one.
#if defined(__wasi__) && !defined(_REENTRANT)
#define TACTUS_HAS_THREADS 0
#else
#define TACTUS_HAS_THREADS 1
#include <atomic>
#include <thread>
#include <vector>
#endif

#include <tactus/result.h>

namespace tactus {

class JobSystem;

/// The threads of a world. Those that a loop has used stay awake for some microseconds after it, about as long as a
/// loop must take to be shared at all, since the loops of one query follow closely on each other and queries on
/// updates. After that they sleep. No more of them work at once than this process could run when they were made.
///
/// Any thread may start a loop at any time, but they help with one at a time: a loop that is started while another one
/// runs, by another thread or from within that loop, is done by the thread that started it, as worker 0. What loops
/// keep per worker index must therefore belong to the loop.
class Workers {
public:
    /// The most that a caller may ask for.
    static constexpr std::uint32_t max_count = 1024;
    /// The price of items that cost more than anybody has measured: a loop over them is shared, however few there are.
    static constexpr std::uint64_t dear = UINT64_MAX;

    /// A loop of this price is worth sharing with another, and so is each such piece of a larger one with one more.
    static constexpr std::uint64_t worth_sharing = 25'000, worth_a_helper = 10'000;

    /// `count` threads, the calling one included; fewer if the system or the memory does not allow that many, never
    /// none. With a job system, which must outlive this, its threads are used in place of them.
    explicit Workers(std::uint32_t count, JobSystem* jobs = nullptr);
    ~Workers();
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    /// For tests: from now on every loop of every world is shared that has two chunks, whatever it is worth, by all
    /// workers, whether or not they can run at once.
    static void share_small_loops();

    /// Threads that loops run on, the calling one included.
    std::uint32_t count() const { return count_; }
    /// Whether a loop of this price has help, if it has chunks enough.
    bool would_share(std::uint64_t price) const { return count_ > 1 && helpers_for(1, count_, price) > 0; }

    /// Cuts [0, item_count) into chunks of `chunk` items, the last one shorter, and calls
    /// f(chunk_index, begin, end, worker_index) once for each. They run on whichever thread is free: the caller takes
    /// the first one left, another thread the last one, so that in the next loop over the same data each finds in its
    /// cache what it touched before. As many threads take part as the work is worth, by the price of an item in the
    /// nanoseconds of base/work_prices.h. worker_index < count() is that thread's own, 0 the caller's. Everything that
    /// f did is visible to the caller afterwards. If f throws, chunks that nobody has begun are left out, and when all
    /// others have ended the caller gets the exception, the first one if there are several. Takes no memory.
    template <class F>
    void for_each_chunk(std::size_t item_count, std::size_t chunk, std::uint64_t item_price, F&& f)
    {
        if (chunk == 0)
            chunk = 1;
        const std::size_t chunk_count = item_count / chunk + (item_count % chunk != 0 ? 1 : 0);
        const std::uint32_t helpers = count_ == 1 ? 0 : helpers_for(item_count, chunk_count, item_price);
        if (helpers == 0) {
            for (std::size_t index = 0; index < chunk_count; ++index)
                run_chunk(f, index, chunk, item_count, 0);
            return;
        }
        using Body = std::remove_reference_t<F>;
        Loop loop;
        loop.body = const_cast<void*>(static_cast<const void*>(std::addressof(f)));
        loop.run = [](const Loop& now, std::size_t index, std::uint32_t worker) {
            run_chunk(*static_cast<Body*>(now.body), index, now.chunk, now.item_count, worker);
        };
        loop.item_count = item_count;
        loop.chunk = chunk;
        loop.chunk_count = chunk_count;
        share(loop, helpers);
    }
    template <class F>
    void for_each_chunk(std::size_t item_count, std::size_t chunk, F&& f)
    {
        for_each_chunk(item_count, chunk, dear, std::forward<F>(f));
    }

    /// Calls f(item, worker_index) once for every item, in chunks as for_each_chunk does, of items that are dear.
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

    std::uint32_t helpers_for(std::size_t items, std::size_t chunks, std::uint64_t item_price) const;
    void share(const Loop& loop, std::uint32_t helpers);

    std::uint32_t count_ = 1;
    std::uint32_t count_at_once_ = 1; ///< Never more of them in one loop.
#if TACTUS_HAS_THREADS
    /// A thread of ours, on a line of its own.
    struct alignas(64) Helper {
        std::atomic<std::uint32_t> called = 0; ///< How often.
        std::thread thread;
    };

    void run_jobs(std::uint32_t helpers);
    void run_with_helpers(std::uint32_t helpers);
    std::uint32_t run_unclaimed(std::uint32_t worker);
    void run_claimed(std::size_t index, std::uint32_t worker) noexcept;
    void wait_for_the_others();
    void work(std::uint32_t worker);
    void call_below(std::uint32_t worker);
    std::uint32_t wait_for_call(Helper& helper, std::uint32_t last);

    JobSystem* jobs_ = nullptr;
    std::vector<Helper> helpers_; ///< Helper k - 1 is worker k.
    // Written by the calling thread while no chunk is claimed, read only by threads that have claimed one.
    Loop loop_;
    std::atomic<std::uint32_t> wanted_ = 0; ///< How many helpers the last loop wants.
    std::atomic<bool> stopping_ = false;
    std::atomic<bool> in_loop_ = false;
    std::atomic<bool> has_failed_ = false; ///< A chunk of the loop has thrown.
    std::exception_ptr failure_;           ///< Written by the thread that set has_failed_.
    // On lines of their own: every claim and every finish writes them.
    alignas(64) std::atomic<std::uint64_t> unclaimed_ = 0; ///< The end of the unclaimed chunks << 32 | the first one.
    alignas(64) std::atomic<std::uint32_t> unfinished_ = 0;
#endif
};

/// A sentence about a number of workers that nobody can ask for.
std::optional<Error> check_worker_count(std::uint32_t count);

/// How many threads this process may run at once: by the cores that it may use and the quota of its container.
std::uint32_t available_threads();
/// The number of workers that a caller asks for, where 0 stands for as many as are available.
inline std::uint32_t worker_count_of(std::uint32_t asked) { return asked != 0 ? asked : available_threads(); }

} // namespace tactus
