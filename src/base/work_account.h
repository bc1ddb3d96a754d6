// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "base/work_meter.h"
#include "base/work_prices.h"

namespace tactus {

/// Pays for pieces of work that take less than a unit each. What they come to does not depend on how they are put
/// together.
class WorkAccount {
public:
    /// What a unit buys, in the prices of base/work_prices.h.
    static constexpr std::uint64_t unit = price::unit;

    explicit WorkAccount(WorkMeter& meter) : meter_(&meter) {}

    /// Call before a piece of work: true if it may be done.
    bool pay(std::uint64_t price)
    {
        if (price > paid_) {
            const std::uint64_t units = (price - paid_ + unit - 1) / unit;
            if (!meter_->spend(units))
                return false;
            paid_ += units * unit;
        }
        paid_ -= price;
        return true;
    }
    /// Call before a list of pieces of one price: how many of the first may be done. A deadline grants all or none.
    std::uint64_t take(std::uint64_t wanted, std::uint64_t price)
    {
        const std::uint64_t total = wanted * price;
        if (total > paid_)
            paid_ += meter_->take((total - paid_ + unit - 1) / unit) * unit;
        const std::uint64_t granted = std::min(wanted, paid_ / price);
        paid_ -= granted * price;
        return granted;
    }
    /// Pieces that were taken and not done because the deadline passed.
    void give_back(std::uint64_t pieces, std::uint64_t price)
    {
        if (pieces > 0)
            meter_->give_back(pieces * price / unit);
    }

    WorkMeter& meter() { return *meter_; }

private:
    WorkMeter* meter_;
    std::uint64_t paid_ = 0; ///< For what was not done yet.
};

} // namespace tactus
