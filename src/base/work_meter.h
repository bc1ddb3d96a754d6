// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>

#include <tactus/queries.h>

#include "base/check.h"
#include "base/planted_fault.h"

namespace tactus {

/// Counts the work of one query against its budget.
///
/// A work unit is a batch of at most about two microseconds. The clock is looked at only where a deadline is set:
/// before each batch when it is near, and before every few when it is far. Once a meter has refused it refuses for
/// good: the work of N units is a prefix of the work of N + 1, and without a deadline the cut is the same on every
/// machine. A unit that might end after the deadline is not begun.
///
/// A meter belongs to the thread that runs the query. Where workers share the work, that thread takes the units
/// for a list of batches first and hands out the batches it was granted; workers ask only deadline_passed().
class WorkMeter {
public:
    /// What a unit takes at the most, about.
    static constexpr std::chrono::microseconds unit_time{2};

    explicit WorkMeter(const Budget& budget)
        : limit_(budget.work_unit_limit()), last_start_(budget.deadline()), has_deadline_(budget.has_deadline())
    {
        if (last_start_ > Budget::Clock::time_point::min() + unit_time)
            last_start_ -= unit_time;
    }

    /// Call before each batch: true if it may be done, and then it is counted.
    bool spend(std::uint64_t units = 1)
    {
        if (refused_ || units > limit_ - spent_ + (TACTUS_FAULT(42) ? 1 : 0) || is_late(units)) {
            refused_ = true;
            return false;
        }
        spent_ += units;
        return true;
    }

    /// Call before work of `wanted` units that may end after any of them: how many may be done before it asks again.
    /// They are counted. Far from a deadline that is all of them, and near it one.
    std::uint64_t grant(std::uint64_t wanted)
    {
        if (refused_ || wanted == 0)
            return 0;
        std::uint64_t granted = std::min(wanted, limit_ - spent_);
        if (granted > 0 && has_deadline_ && granted > unlooked_) {
            granted = is_late(unlooked_ + 1) ? 0 : std::min(granted, unlooked_ + 1);
            unlooked_ -= granted == 0 ? 0 : granted - 1;
        } else if (has_deadline_) {
            unlooked_ -= granted;
        }
        refused_ = granted == 0;
        spent_ += granted;
        return granted;
    }

    /// Whether so much can be done before the deadline, if there is one.
    bool has_time_for(Budget::Clock::duration time) const
    {
        return !has_deadline_ || Budget::Clock::now() + set_aside_ + time < last_start_;
    }

    /// What is left to do when the meter refuses takes so long: units end earlier by this.
    void set_aside(Budget::Clock::duration time) { set_aside_ = time; }

    /// Call before a list of `wanted` batches of one unit each: how many of the first may be done. These are counted.
    /// A deadline grants all or none; workers look at it themselves between batches.
    std::uint64_t take(std::uint64_t wanted)
    {
        if (refused_ || wanted == 0)
            return 0;
        const std::uint64_t granted = deadline_passed() ? 0 : std::min(wanted, limit_ - spent_);
        refused_ = granted < wanted;
        spent_ += granted;
        return granted;
    }

    /// Units that were taken and not used because the deadline passed. The meter refuses from then on.
    void give_back(std::uint64_t units)
    {
        TACTUS_CHECK(units <= spent_);
        spent_ -= std::min(units, spent_);
        refused_ = refused_ || units > 0;
    }

    /// Whether another batch would be refused. Looks at the clock if there is a deadline.
    bool exhausted()
    {
        refused_ = refused_ || spent_ == limit_ || deadline_passed();
        return refused_;
    }

    /// Whether there is a deadline, and it has come or is too near for another unit. Any thread may ask.
    bool deadline_passed() const { return has_deadline_ && Budget::Clock::now() + set_aside_ >= last_start_; }

    bool has_deadline() const { return has_deadline_; }
    /// Whether it may refuse at all.
    bool is_limited() const { return has_deadline_ || limit_ != std::numeric_limits<std::uint64_t>::max(); }
    std::uint64_t spent() const { return spent_; }

private:
    // Looking at the clock takes a twentieth of a unit; once in 32 that is not worth mentioning.
    static constexpr std::uint64_t most_unlooked = 31;
    // Of the time that is left, units get to spend a quarter before the clock is looked at again: some may take longer
    // than they should.
    static constexpr Budget::Clock::duration time_per_unlooked = 4 * unit_time;

    bool is_late(std::uint64_t units)
    {
        if (!has_deadline_)
            return false;
        if (units <= unlooked_) {
            unlooked_ -= units;
            return false;
        }
        const Budget::Clock::time_point now = Budget::Clock::now() + set_aside_;
        if (now >= last_start_)
            return true;
        unlooked_ = std::min(most_unlooked, static_cast<std::uint64_t>((last_start_ - now) / time_per_unlooked));
        return false;
    }

    std::uint64_t limit_;
    std::uint64_t spent_ = 0;
    Budget::Clock::time_point last_start_; ///< of a unit that ends in time
    Budget::Clock::duration set_aside_{};
    bool has_deadline_;
    bool refused_ = false;
    std::uint64_t unlooked_ = 0; ///< units that may begin before the clock is looked at again
};

} // namespace tactus
