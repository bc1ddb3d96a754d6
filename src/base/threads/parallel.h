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

    /// A loop of this price is worth sharing with another who has to be woken, and so is each such piece of a larger
    /// one with one more.
    static constexpr std::uint64_t worth_sharing = 25'000, worth_waking = 10'000;
    /// A loop of this price is worth sharing with helpers who are awake from the loop before, with one more of them for
    /// each piece of the second price.
    static constexpr std::uint64_t worth_sharing_awake = 10'000, worth_a_helper = 3'000;

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
    /// Whether a loop of this price has help, if it has chunks enough, whether or not anybody is awake.
    bool would_share(std::uint64_t price) const;

    /// Cuts [0, item_count) into chunks of `chunk` items, the last one shorter, and calls
    /// f(chunk_index, begin, end, worker_index) once for each. Every thread begins with an equal part of the chunks, so
    /// that in the next loop over the same data it finds in its cache what it touched before, and goes on with what is
    /// left of the others' parts. As many threads take part as the work is worth, by the price of an item in the
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
        loop.item_price = item_price;
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
        std::uint64_t item_price = 0;
    };

    template <class F>
    static void run_chunk(F& f, std::size_t index, std::size_t chunk, std::size_t item_count, std::uint32_t worker)
    {
        const std::size_t begin = index * chunk;
        const std::size_t end = item_count - begin > chunk ? begin + chunk : item_count;
        f(index, begin, end, worker);
    }

    std::uint32_t helpers_for(std::size_t items, std::size_t chunks, std::uint64_t item_price) const;
    std::uint64_t price_of(std::size_t items, std::uint64_t item_price) const;
    bool has_help_awake() const;
    void share(const Loop& loop, std::uint32_t helpers);

    std::uint32_t count_ = 1;
    std::uint32_t count_at_once_ = 1; ///< Never more of them in one loop.
#if TACTUS_HAS_THREADS
    /// What belongs to one worker, on a line of its own. That of the caller has no thread.
    struct alignas(64) Seat {
        std::atomic<std::uint64_t> unclaimed = 0; ///< The end of its unclaimed chunks << 32 | the first one.
        std::atomic<std::uint32_t> is_asleep = 0; ///< 1 from when the helper wants to be woken until somebody does.
        std::thread thread;
    };
    /// What a loop tells the helpers.
    struct Call {
        std::uint32_t number = 0;
        std::uint16_t wanted = 0; ///< So many may help, if they are awake,
        std::uint16_t woken = 0;  ///< and so many are woken for it.
    };
    static Call call_of(std::uint64_t word);
    static std::uint64_t word_of(const Call& call);

    void run_jobs(std::uint32_t helpers);
    void run_with_helpers(std::uint32_t helpers);
    void run_unclaimed(std::uint32_t worker);
    void run_part(Seat& seat, bool from_front, std::uint32_t worker);
    void run_claimed(std::size_t index, std::uint32_t worker) noexcept;
    void wait_for_the_others();
    void work(std::uint32_t worker);
    void wake(const Call& call);
    std::uint64_t wait_for_call(std::uint32_t worker, std::uint64_t last);
    void sleep_until_called(std::uint32_t worker, std::uint64_t last);

    JobSystem* jobs_ = nullptr;
    std::vector<Seat> seats_; ///< Per worker, if there are several.
    // Written by the calling thread while no chunk is claimed, read only by threads that have claimed one.
    Loop loop_;
    std::atomic<std::uint32_t> parts_ = 0; ///< So many of the first seats have chunks of the loop.
    std::atomic<bool> stopping_ = false;
    std::atomic<bool> in_loop_ = false;
    std::atomic<bool> has_failed_ = false; ///< A chunk of the loop has thrown.
    std::exception_ptr failure_;           ///< Written by the thread that set has_failed_.
    // On lines of their own: helpers look at the first all the time, and every one of them writes the last.
    alignas(64) std::atomic<std::uint64_t> call_ = 0;       ///< The last one.
    alignas(64) std::atomic<std::uint32_t> asleep_ = 0;     ///< How many helpers are.
    std::atomic<bool> caller_sleeps_ = false;               ///< It wants to be woken when nothing is unfinished.
    alignas(64) std::atomic<std::uint32_t> unfinished_ = 0; ///< Chunks of the loop.
#endif
};

/// A sentence about a number of workers that nobody can ask for.
std::optional<Error> check_worker_count(std::uint32_t count);

/// How many threads this process may run at once: by the cores that it may use and the quota of its container.
std::uint32_t available_threads();
/// The number of workers that a caller asks for, where 0 stands for as many as are available.
inline std::uint32_t worker_count_of(std::uint32_t asked) { return asked != 0 ? asked : available_threads(); }

} // namespace tactus
