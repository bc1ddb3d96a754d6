// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>

#include "base/planted_fault.h"

namespace tactus {

/// Counts up at an even rate that nobody knows beforehand, the same for all cores. 0 for ever where there is no such
/// counter.
inline std::uint64_t processor_ticks()
{
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
    std::uint64_t ticks;
    asm volatile("mrs %0, cntvct_el0" : "=r"(ticks));
    return ticks;
#else
    return 0;
#endif
}

/// Tells how much time is left until a deadline. Asking the system for the time takes a twentieth of a microsecond, and
/// ten times as long where it has to be called for that. So it is asked only when half of the time that was left has
/// gone by, as far as the processor's ticks tell, and every millisecond. Any thread may ask.
class DeadlineWatch {
public:
    using Clock = std::chrono::steady_clock;

    explicit DeadlineWatch(Clock::time_point deadline)
        : begin_(Clock::now()), first_tick_(processor_ticks()),
          deadline_(std::clamp(deadline, begin_ - std::chrono::hours(1), begin_ + std::chrono::hours(10000)))
    {
    }

    /// The time that is left, or less; below zero once it has passed. To one thread alone it is never less than half.
    Clock::duration left() const
    {
        const std::uint64_t tick = processor_ticks();
        if (tick >= look_at_.load(std::memory_order_acquire))
            return look();
        const double ticks = double(last_tick_.load(std::memory_order_acquire)) - double(tick);
        return Clock::duration(
            static_cast<Clock::duration::rep>(ticks * time_of_tick_.load(std::memory_order_relaxed)));
    }

private:
    Clock::duration look() const
    {
        // Ticks are read after the time at the beginning, and before it here: should the thread be held up in between,
        // a tick seems to take longer, and the system is only asked again too soon.
        const std::uint64_t tick = processor_ticks();
        const Clock::time_point now = Clock::now();
        const Clock::duration left = deadline_ - now, half = left / 2;
        if (now - begin_ > std::chrono::microseconds(1) && tick > first_tick_ && half.count() > 0) {
            // Who reads the last tick that one thread stored and the time of a tick that another did is given too
            // little, because that time never becomes longer.
            const double time_of_tick = lower_time_of_tick(
                double((now - begin_).count()) / double(tick - first_tick_) * (TACTUS_FAULT(148) ? 0.5 : 1.0));
            const auto ticks_in = [&](Clock::duration time) {
                return static_cast<std::uint64_t>(double(time.count()) / time_of_tick);
            };
            last_tick_.store(tick + ticks_in(left), std::memory_order_release);
            look_at_.store(
                tick + ticks_in(std::min<Clock::duration>(half, std::chrono::milliseconds(1))),
                std::memory_order_release);
        }
        return left;
    }

    double lower_time_of_tick(double time) const
    {
        double known = time_of_tick_.load(std::memory_order_relaxed);
        while (time < known && !time_of_tick_.compare_exchange_weak(known, time)) {
        }
        return std::min(time, known);
    }

    Clock::time_point begin_;
    std::uint64_t first_tick_;
    Clock::time_point deadline_;
    mutable std::atomic<std::uint64_t> look_at_ = 0;   ///< from this tick on the system is asked
    mutable std::atomic<std::uint64_t> last_tick_ = 0; ///< when the deadline has come
    mutable std::atomic<double> time_of_tick_ = std::numeric_limits<double>::infinity(); ///< in counts of the clock
};

} // namespace tactus
