// SPDX-License-Identifier: MIT
#include "base/parallel.h"

#include <algorithm>
#include <string>

#include <tactus/queries.h>

#include "base/planted_fault.h"

namespace tactus {

std::optional<Error> check_worker_count(std::uint32_t count)
{
    if (count <= Workers::max_count)
        return std::nullopt;
    return Error{
        ErrorCode::invalid_argument, "worker_count is " + std::to_string(count) + ", it must be 1 to "
                                         + std::to_string(Workers::max_count)
                                         + ", or 0 for as many as can run at once"};
}

namespace {

bool shares_small_loops = false;

} // namespace

void Workers::share_small_loops() { shares_small_loops = true; }

// Waking a sleeper takes as long as a loop of this price, and the caller could have done it meanwhile.
std::uint32_t Workers::helpers_for(std::size_t items, std::size_t chunks, std::uint64_t item_price) const
{
    const std::uint64_t most =
        std::min<std::uint64_t>(shares_small_loops ? count_ : count_at_once_, std::max<std::size_t>(1, chunks)) - 1;
    if (item_price == dear || shares_small_loops)
        return static_cast<std::uint32_t>(most);
    const std::uint64_t work = items * item_price;
    return static_cast<std::uint32_t>(work < worth_sharing ? 0 : std::min(most, work / worth_a_helper));
}

} // namespace tactus

#if !TACTUS_HAS_THREADS

namespace tactus {

Workers::Workers(std::uint32_t, JobSystem*) {}
Workers::~Workers() = default;
void Workers::share(const Loop&, std::uint32_t) {} // Nobody to share with: for_each_chunk never asks.

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

// Bridges the gaps between the loops of one query, and between updates and queries. Waking a sleeper takes some
// microseconds, and waking fifteen of them may take fifty.
constexpr std::chrono::microseconds helper_awake{30};
// A helper that is not done by then is probably off its core: the caller leaves it its own.
constexpr std::chrono::microseconds caller_awake{30};
constexpr int caller_yields = 4;

void pause_processor()
{
#if defined(__x86_64__) || defined(_M_X64)
    _mm_pause();
#elif defined(__aarch64__)
    asm volatile("isb" ::: "memory");
#endif
}

bool has_chunks(std::uint64_t unclaimed) { return static_cast<std::uint32_t>(unclaimed) < unclaimed >> 32; }

/// True as soon as `condition` holds, false if it does not within this time.
template <class Condition>
bool holds_within(std::chrono::microseconds time, Condition condition)
{
    const Clock::time_point end = Clock::now() + time;
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

Workers::Workers(std::uint32_t count, JobSystem* jobs)
    : jobs_(jobs), helpers_(count > 1 && jobs == nullptr ? count - 1 : 0)
{
    if (jobs != nullptr) {
        count_ = count_at_once_ = std::clamp<std::uint32_t>(jobs->thread_count(), 1, max_count);
        return;
    }
    std::uint32_t started = 0;
    try {
        for (; started < helpers_.size(); ++started)
            helpers_[started].thread = std::thread([this, worker = started + 1] { work(worker); });
    } catch (const std::system_error&) {
        // The result does not depend on the number of threads: go on with those there are.
    } catch (const std::bad_alloc&) {
        // The same.
    }
    count_ = started + 1;
    count_at_once_ = count_ == 1 ? 1 : std::min(count_, available_threads());
}

Workers::~Workers()
{
    stopping_.store(true);
    for (Helper& helper : helpers_)
        if (helper.thread.joinable()) {
            helper.called.fetch_add(1);
            helper.called.notify_one();
            helper.thread.join();
        }
}

void Workers::share(const Loop& loop, std::uint32_t helpers)
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
    unfinished_.store(static_cast<std::uint32_t>(loop.chunk_count), std::memory_order_relaxed);
    unclaimed_.store(std::uint64_t{loop.chunk_count} << 32);
    if (jobs_ != nullptr)
        run_jobs(helpers);
    else
        run_with_helpers(helpers);
    std::exception_ptr failure;
    if (has_failed_.load())
        failure = std::exchange(failure_, nullptr);
    in_loop_.store(false, std::memory_order_release);
    if (failure)
        std::rethrow_exception(std::move(failure));
}

/// When the last job has ended, so has every chunk that one of them has claimed.
void Workers::run_jobs(std::uint32_t helpers)
{
    struct Job final : JobSystem::Job {
        explicit Job(Workers& all) : workers(all) {}
        void run(std::uint32_t number) noexcept override { workers.run_unclaimed(number); }
        Workers& workers;
    } job(*this);
    jobs_->run(job, helpers + 1);
    // A job system that has left some out is no reason to leave out theirs.
    run_unclaimed(0);
}

void Workers::run_with_helpers(std::uint32_t helpers)
{
    wanted_.store(helpers, std::memory_order_relaxed);
    call_below(0);
    const std::uint32_t finished = run_unclaimed(0);
    if (unfinished_.fetch_sub(finished) != finished)
        wait_for_the_others();
}

void Workers::wait_for_the_others()
{
    const auto all_finished = [this] { return unfinished_.load() == 0; };
    if (holds_within(caller_awake, all_finished))
        return;
    for (int k = 0; k < caller_yields; ++k) {
        std::this_thread::yield();
        if (all_finished())
            return;
    }
    for (std::uint32_t left = unfinished_.load(); left != 0; left = unfinished_.load())
        unfinished_.wait(left);
}

// Each one that is called calls two others, so that nobody has to wake many.
void Workers::call_below(std::uint32_t worker)
{
    const std::uint32_t wanted = wanted_.load(std::memory_order_relaxed);
    for (std::uint32_t below = 2 * worker + 1; below <= 2 * worker + 2 && below <= wanted; ++below) {
        Helper& helper = helpers_[below - 1];
        helper.called.fetch_add(1);
        helper.called.notify_one();
    }
}

// A claim succeeds only while its chunk is unfinished, and so while loop_ stays as it is.
// A thread that comes too late finds nothing unclaimed and touches nothing.
std::uint32_t Workers::run_unclaimed(std::uint32_t worker)
{
    std::uint32_t finished = 0;
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
    Helper& helper = helpers_[worker - 1];
    for (std::uint32_t last = 0; !stopping_.load();) {
        last = wait_for_call(helper, last);
        call_below(worker);
        const std::uint32_t finished = run_unclaimed(worker);
        // Subtracting zero would touch the count of a loop this thread had no part in.
        if (finished > 0 && unfinished_.fetch_sub(finished) == finished)
            unfinished_.notify_one();
    }
}

/// Until it is called again, and also when the workers are to end. Gives how often it has been.
std::uint32_t Workers::wait_for_call(Helper& helper, std::uint32_t last)
{
    const auto is_called = [&] { return helper.called.load() != last; };
    holds_within(helper_awake, is_called);
    while (!is_called())
        helper.called.wait(last);
    return helper.called.load();
}

} // namespace tactus

#endif
