// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>

#include <tactus/queries.h>

#include "base/check.h"
#include "base/deadline_watch.h"
#include "base/planted_fault.h"

namespace tactus {

/// Counts the work of one query against its budget.
///
/// A work unit is a batch of at most about two microseconds. Time is looked at only where a deadline is set: before
/// each batch when it is near, and before every few when it is far. Once a meter has refused it refuses for good: the
/// work of N units is a prefix of the work of N + 1, and without a deadline the cut is the same on every machine. A
/// unit that might end after the deadline is not begun.
///
/// A meter belongs to the thread that runs the query. Where workers share the work, that thread takes the units
/// for a list of batches first and hands out the batches it was granted; workers ask only deadline_passed().
class WorkMeter {
public:
    /// What a unit takes at the most, about.
    static constexpr std::chrono::microseconds unit_time{2};

    explicit WorkMeter(const Budget& budget) : limit_(budget.work_unit_limit())
    {
        if (budget.has_deadline())
            watch_.emplace(budget.deadline());
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
        if (granted > 0 && has_deadline() && granted > unasked_) {
            granted = is_late(unasked_ + 1) ? 0 : std::min(granted, unasked_ + 1);
            unasked_ -= granted == 0 ? 0 : granted - 1;
        } else if (has_deadline()) {
            unasked_ -= granted;
        }
        refused_ = granted == 0;
        spent_ += granted;
        return granted;
    }

    /// Whether so much can be done before the deadline, if there is one.
    bool has_time_for(Budget::Clock::duration time) const { return !has_deadline() || left() > time; }

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
    bool deadline_passed() const { return !has_time_for({}); }

    bool has_deadline() const { return watch_.has_value(); }
    /// Whether it may refuse at all.
    bool is_limited() const { return has_deadline() || limit_ != std::numeric_limits<std::uint64_t>::max(); }
    std::uint64_t spent() const { return spent_; }

private:
    // Asking how much time is left takes a fiftieth of a unit; once in 32 that is not worth mentioning.
    static constexpr std::uint64_t most_unasked = 31;
    // How many times the time of a unit has to be left for each that may begin without asking: if units take twice as
    // long as those before, which some may, they spend a quarter of what is left.
    static constexpr int caution = 4 * 2;
    static constexpr std::chrono::nanoseconds quickest_unit{250};

    bool is_late(std::uint64_t units)
    {
        if (!has_deadline())
            return false;
        if (units <= unasked_) {
            unasked_ -= units;
            return false;
        }
        const Budget::Clock::duration time = left();
        if (time <= Budget::Clock::duration{})
            return true;
        if (spent_ > spent_before_) {
            const auto since = static_cast<Budget::Clock::duration::rep>(spent_ - spent_before_);
            time_of_unit_ =
                std::clamp<Budget::Clock::duration>((left_before_ - time) / since, quickest_unit, unit_time);
        }
        left_before_ = time;
        spent_before_ = spent_;
        unasked_ = std::min(most_unasked, static_cast<std::uint64_t>(time / (caution * time_of_unit_)));
        return false;
    }

    /// Until a unit has to begin that ends in time.
    Budget::Clock::duration left() const { return watch_->left() - unit_time - set_aside_; }

    std::uint64_t limit_;
    std::uint64_t spent_ = 0;
    std::optional<DeadlineWatch> watch_;
    Budget::Clock::duration set_aside_{};
    bool refused_ = false;
    std::uint64_t unasked_ = 0;      ///< units that may begin before it is asked again how much time is left
    std::uint64_t spent_before_ = 0; ///< when that was asked last, and what was left
    Budget::Clock::duration left_before_{};
    Budget::Clock::duration time_of_unit_ = unit_time / 2; ///< on average since then
};

} // namespace tactus
