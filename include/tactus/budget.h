// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>

namespace tactus {

/// How long a query may work: for ever, until a moment, for a number of work units, or until it is good enough.
/// Deadlines are for users. Work units cut at the same place on every machine, so a cut can be
/// tested and replayed; every report says how many were spent.
class Budget {
public:
    using Clock = std::chrono::steady_clock;

    static constexpr Budget unlimited() { return Budget{}; }

    /// Ends at a moment. One that has passed already gives the query no work at all.
    static constexpr Budget until(Clock::time_point deadline)
    {
        Budget budget;
        budget.deadline_ = deadline;
        return budget;
    }

    /// Ends this long from now.
    static Budget within(Clock::duration duration)
    {
        const Clock::time_point now = Clock::now();
        // A duration near the largest one would wrap round to the past.
        return until(duration > Clock::time_point::max() - now ? Clock::time_point::max() : now + duration);
    }

    /// Ends after this many work units.
    static constexpr Budget work_units(std::uint64_t count)
    {
        Budget budget;
        budget.work_units_ = count;
        return budget;
    }

    /// Ends when no error bound of the answer is above so many metres. Only contact queries have error bounds.
    static constexpr Budget until_error(float metres) { return Budget{}.or_until_error(metres); }

    /// The same budget, which ends as well when no error bound is above so many metres.
    constexpr Budget or_until_error(float metres) const
    {
        Budget budget = *this;
        // A nan is no goal.
        budget.error_goal_ = metres > 0.0f ? metres : 0.0f;
        return budget;
    }

    /// Whether nothing ends it but the end of the work.
    constexpr bool is_unlimited() const { return !has_deadline() && work_units_ == UINT64_MAX && error_goal_ == 0.0f; }
    constexpr bool has_deadline() const { return deadline_ != Clock::time_point::max(); }
    constexpr Clock::time_point deadline() const { return deadline_; }
    constexpr std::uint64_t work_unit_limit() const { return work_units_; }
    constexpr float error_goal() const { return error_goal_; } ///< metres

private:
    Clock::time_point deadline_ = Clock::time_point::max();
    std::uint64_t work_units_ = UINT64_MAX;
    float error_goal_ = 0.0f;
};

} // namespace tactus
