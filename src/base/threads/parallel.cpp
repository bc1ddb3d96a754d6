// SPDX-License-Identifier: MIT
#include "base/threads/parallel.h"

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

std::uint64_t Workers::price_of(std::size_t items, std::uint64_t item_price) const
{
    return item_price == dear || shares_small_loops ? dear : items * item_price;
}

bool Workers::would_share(std::uint64_t price) const
{
    return std::min(count_, shares_small_loops ? count_ : count_at_once_) > 1 && price_of(1, price) >= worth_sharing;
}

// Waking a sleeper takes as long as a loop of worth_waking, and the caller could have done it meanwhile.
std::uint32_t Workers::helpers_for(std::size_t items, std::size_t chunks, std::uint64_t item_price) const
{
    const std::uint64_t price = price_of(items, item_price);
    if (price < worth_sharing_awake || chunks < 2)
        return 0;
    const bool is_awake = has_help_awake();
    if (!is_awake && price < worth_sharing)
        return 0;
    const std::uint64_t most = std::min<std::uint64_t>(shares_small_loops ? count_ : count_at_once_, chunks) - 1;
    return static_cast<std::uint32_t>(std::min(most, price / (is_awake ? worth_a_helper : worth_waking)));
}

} // namespace tactus

#if !TACTUS_HAS_THREADS

namespace tactus {

Workers::Workers(std::uint32_t, JobSystem*) {}
Workers::~Workers() = default;
bool Workers::has_help_awake() const { return false; }
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
// microseconds, and waking fifteen of them may take thirty.
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

constexpr std::uint64_t range_of(std::uint64_t first, std::uint64_t end) { return end << 32 | first; }
constexpr std::uint64_t first_of(std::uint64_t range) { return range & UINT32_MAX; }
constexpr std::uint64_t end_of(std::uint64_t range) { return range >> 32; }

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

Workers::Workers(std::uint32_t count, JobSystem* jobs) : jobs_(jobs)
{
    const std::uint32_t wanted =
        std::clamp<std::uint32_t>(jobs != nullptr ? jobs->thread_count() : count, 1, max_count);
    count_ = count_at_once_ = wanted;
    // One worker alone takes no memory.
    if (wanted == 1)
        return;
    seats_ = std::vector<Seat>(wanted);
    if (jobs != nullptr)
        return;
    std::uint32_t started = 1;
    try {
        for (; started < wanted; ++started)
            seats_[started].thread = std::thread([this, worker = started] { work(worker); });
    } catch (const std::system_error&) {
        // The result does not depend on the number of threads: go on with those there are.
    } catch (const std::bad_alloc&) {
        // The same.
    }
    count_ = started;
    count_at_once_ = count_ == 1 ? 1 : std::min(count_, available_threads());
}

Workers::~Workers()
{
    stopping_.store(true);
    for (Seat& seat : seats_)
        if (seat.thread.joinable()) {
            seat.is_asleep.store(0);
            seat.is_asleep.notify_one();
            seat.thread.join();
        }
}

Workers::Call Workers::call_of(std::uint64_t word)
{
    return {
        static_cast<std::uint32_t>(word >> 32), static_cast<std::uint16_t>(word >> 16),
        static_cast<std::uint16_t>(word)};
}

std::uint64_t Workers::word_of(const Call& call)
{
    return std::uint64_t{call.number} << 32 | std::uint64_t{call.wanted} << 16 | call.woken;
}

bool Workers::has_help_awake() const
{
    return jobs_ == nullptr && asleep_.load(std::memory_order_relaxed) + 1 < count_;
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
    const std::uint64_t parts = std::uint64_t{helpers} + 1;
    parts_.store(static_cast<std::uint32_t>(parts), std::memory_order_relaxed);
    std::uint64_t first = 0;
    for (std::uint64_t part = 0; part < parts; ++part) {
        const std::uint64_t end = loop.chunk_count * (part + 1) / parts;
        seats_[part].unclaimed.store(range_of(first, end), std::memory_order_release);
        first = end;
    }
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
    const std::uint64_t price = price_of(loop_.item_count, loop_.item_price);
    const Call call = {
        call_of(call_.load(std::memory_order_relaxed)).number + 1, static_cast<std::uint16_t>(helpers),
        static_cast<std::uint16_t>(std::min<std::uint64_t>(helpers, price / worth_waking))};
    call_.store(word_of(call));
    wake(call);
    run_unclaimed(0);
    if (unfinished_.load() != 0)
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
    caller_sleeps_.store(true);
    for (std::uint32_t left = unfinished_.load(); left != 0; left = unfinished_.load())
        unfinished_.wait(left);
    caller_sleeps_.store(false, std::memory_order_relaxed);
}

// One thread wakes all: it takes about a microsecond for each, and one who is woken to wake others comes to it after
// ten or more.
void Workers::wake(const Call& call)
{
    for (std::uint32_t helper = 1; helper <= call.woken && asleep_.load() != 0; ++helper) {
        Seat& seat = seats_[helper];
        if (seat.is_asleep.load() != 0 && seat.is_asleep.exchange(0) != 0) {
            asleep_.fetch_sub(1);
            seat.is_asleep.notify_one();
        }
    }
}

// A claim succeeds only while its chunk is unfinished, and so while loop_ stays as it is. A thread that comes too late
// finds nothing unclaimed and touches nothing, or is early for the next loop.
void Workers::run_part(Seat& seat, bool from_front, std::uint32_t worker)
{
    std::uint32_t finished = 0;
    std::uint64_t range = seat.unclaimed.load(std::memory_order_relaxed);
    while (first_of(range) < end_of(range)) {
        const std::uint64_t rest =
            from_front ? range_of(first_of(range) + 1, end_of(range)) : range_of(first_of(range), end_of(range) - 1);
        if (!seat.unclaimed.compare_exchange_weak(range, rest, std::memory_order_acquire, std::memory_order_relaxed))
            continue;
        run_claimed(from_front ? first_of(range) : end_of(rest), worker);
        ++finished;
        range = seat.unclaimed.load(std::memory_order_relaxed);
    }
    // Subtracting zero would touch the count of a loop this thread had no part in.
    if (finished > 0 && unfinished_.fetch_sub(finished) == finished && caller_sleeps_.load())
        unfinished_.notify_one();
}

/// First its own part, from the front, and then what is left of the others', each from the back. Each part is counted
/// as finished at once: nobody waits while this thread looks at what the others have left, which is in their caches.
void Workers::run_unclaimed(std::uint32_t worker)
{
    run_part(seats_[worker], true, worker);
    const std::uint32_t parts = parts_.load(std::memory_order_relaxed);
    for (std::uint32_t k = 1; k < parts; ++k)
        run_part(seats_[(worker + k) % parts], false, worker);
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
    std::uint64_t last = 0;
    for (;;) {
        last = wait_for_call(worker, last);
        if (stopping_.load())
            return;
        run_unclaimed(worker);
    }
}

/// Until it is called again, and also when the workers are to end. Gives the call.
std::uint64_t Workers::wait_for_call(std::uint32_t worker, std::uint64_t last)
{
    const auto is_called = [&] {
        const std::uint64_t now = call_.load(std::memory_order_acquire);
        return now != last && call_of(now).wanted >= worker;
    };
    if (!holds_within(helper_awake, is_called))
        sleep_until_called(worker, last);
    return call_.load();
}

/// The caller writes its call before it looks who sleeps, and a helper says that it does before it looks at the call.
void Workers::sleep_until_called(std::uint32_t worker, std::uint64_t last)
{
    Seat& seat = seats_[worker];
    seat.is_asleep.store(1);
    asleep_.fetch_add(1);
    const std::uint64_t now = call_.load();
    const bool is_called = now != last && call_of(now).woken >= worker;
    if ((is_called || stopping_.load()) && seat.is_asleep.exchange(0) != 0) {
        asleep_.fetch_sub(1);
        return;
    }
    while (seat.is_asleep.load() != 0)
        seat.is_asleep.wait(1);
}

} // namespace tactus

#endif
