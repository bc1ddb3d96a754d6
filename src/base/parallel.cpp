// SPDX-License-Identifier: MIT
#include "base/parallel.h"

#include <string>

#include "base/planted_fault.h"

namespace tactus {

std::optional<Error> check_worker_count(std::uint32_t count)
{
    if (count > 0 && count <= Workers::max_count)
        return std::nullopt;
    return Error{
        ErrorCode::invalid_argument,
        "worker_count is " + std::to_string(count) + ", it must be 1 to " + std::to_string(Workers::max_count)};
}

} // namespace tactus

#if !TACTUS_HAS_THREADS

namespace tactus {

Workers::Workers(std::uint32_t) {}
Workers::~Workers() = default;
void Workers::share(const Loop&) {} // Nobody to share with: for_each_chunk never asks.

} // namespace tactus

#else

#include <chrono>
#include <new>
#include <system_error>
#include <utility>

#if defined(__x86_64__) || defined(_M_X64)
#include <immintrin.h>
#endif

namespace tactus {

namespace {

using Clock = std::chrono::steady_clock;

// Long enough to bridge the gaps between the loops of one frame: waking a sleeper takes as long as a small loop. Short
// enough that an idle world costs next to nothing.
constexpr std::chrono::microseconds awake_time{200};

void pause_processor()
{
#if defined(__x86_64__) || defined(_M_X64)
    _mm_pause();
#elif defined(__aarch64__)
    asm volatile("isb" ::: "memory");
#endif
}

bool has_chunks(std::uint64_t unclaimed) { return static_cast<std::uint32_t>(unclaimed) < unclaimed >> 32; }

// True as soon as `condition` holds, false if it does not within awake_time.
template <class Condition>
bool holds_soon(Condition condition)
{
    const Clock::time_point end = Clock::now() + awake_time;
    do {
        for (int i = 0; i < 16; ++i) {
            if (condition())
                return true;
            pause_processor();
        }
    } while (Clock::now() < end);
    return false;
}

} // namespace

Workers::Workers(std::uint32_t count)
{
    const std::uint32_t wanted = count > 1 ? count - 1 : 0;
    threads_.reserve(wanted);
    try {
        for (std::uint32_t i = 0; i < wanted; ++i)
            threads_.emplace_back([this, worker = i + 1] { work(worker); });
    } catch (const std::system_error&) {
        // The result does not depend on the number of threads: go on with those there are.
    } catch (const std::bad_alloc&) {
        // The same.
    }
    count_ = static_cast<std::uint32_t>(threads_.size()) + 1;
}

Workers::~Workers()
{
    {
        const std::lock_guard lock(mutex_);
        stopping_.store(true);
    }
    work_came_.notify_all();
    for (std::thread& thread : threads_)
        thread.join();
}

void Workers::share(const Loop& loop)
{
    // What is unclaimed is counted in two halves of a word.
    const bool fits = loop.chunk_count <= UINT32_MAX;
    if (!fits || in_loop_.exchange(true, std::memory_order_acquire)) {
        for (std::size_t index = 0; index < loop.chunk_count; ++index)
            loop.run(loop, index, 0);
        return;
    }

    loop_ = loop;
    has_failed_.store(false, std::memory_order_relaxed);
    unfinished_.store(loop.chunk_count, std::memory_order_relaxed);
    // Sequentially consistent, as is the count of sleepers: this thread sees the sleeper, or the sleeper the work.
    unclaimed_.store(std::uint64_t{loop.chunk_count} << 32);
    if (sleeping_.load() > 0) {
        {
            const std::lock_guard lock(mutex_);
        }
        work_came_.notify_all();
    }

    const std::size_t finished = run_unclaimed(0);
    const auto all_finished = [this] { return unfinished_.load() == 0; };
    if (unfinished_.fetch_sub(finished) != finished && !holds_soon(all_finished)) {
        std::unique_lock lock(mutex_);
        caller_sleeping_.store(true);
        loop_ended_.wait(lock, all_finished);
        caller_sleeping_.store(false);
    }
    std::exception_ptr failure;
    if (has_failed_.load())
        failure = std::exchange(failure_, nullptr);
    in_loop_.store(false, std::memory_order_release);
    if (failure)
        std::rethrow_exception(std::move(failure));
}

// A claim succeeds only while its chunk is unfinished, and so while loop_ stays as it is.
// A thread that comes too late finds nothing unclaimed and touches nothing.
std::size_t Workers::run_unclaimed(std::uint32_t worker)
{
    std::size_t finished = 0;
    std::uint64_t unclaimed = unclaimed_.load(std::memory_order_relaxed);
    while (has_chunks(unclaimed)) {
        const bool takes_first = worker == 0;
        const std::uint64_t rest = takes_first ? unclaimed + 1 : unclaimed - (std::uint64_t{1} << 32);
        if (!unclaimed_.compare_exchange_weak(unclaimed, rest, std::memory_order_acquire, std::memory_order_relaxed))
            continue;
        run_claimed(takes_first ? static_cast<std::uint32_t>(unclaimed) : rest >> 32, worker);
        ++finished;
        unclaimed = unclaimed_.load(std::memory_order_relaxed);
    }
    return finished;
}

// What is thrown is kept for the caller, who waits until every claimed chunk has ended.
void Workers::run_claimed(std::size_t index, std::uint32_t worker) noexcept
{
    if (has_failed_.load(std::memory_order_relaxed) || (TACTUS_FAULT(40) && index + 1 == loop_.chunk_count))
        return;
    try {
        loop_.run(loop_, index, worker);
    } catch (...) {
        if (!has_failed_.exchange(true))
            failure_ = std::current_exception();
    }
}

void Workers::work(std::uint32_t worker)
{
    while (wait_for_work()) {
        const std::size_t finished = run_unclaimed(worker);
        // Subtracting zero would touch the count of a loop this thread had no part in.
        if (finished > 0 && unfinished_.fetch_sub(finished) == finished && caller_sleeping_.load()) {
            {
                const std::lock_guard lock(mutex_);
            }
            loop_ended_.notify_one();
        }
    }
}

// False when the workers are to end.
bool Workers::wait_for_work()
{
    const auto come = [this] { return has_chunks(unclaimed_.load()) || stopping_.load(); };
    if (!holds_soon(come)) {
        std::unique_lock lock(mutex_);
        sleeping_.fetch_add(1);
        work_came_.wait(lock, come);
        sleeping_.fetch_sub(1);
    }
    return !stopping_.load();
}

} // namespace tactus

#endif
