// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <tactus/queries.h>
#include <tactus/result.h>

namespace tactus::cli {

/// A budget as a user writes it: a length of time from each call on, a number of work units, or no limit.
struct BudgetOption {
    std::optional<double> microseconds = {};
    std::optional<std::uint64_t> work_units = {};

    /// From now on.
    Budget begin() const;
    /// "200 us", "1000 work units" or "no limit".
    std::string words() const;
};

/// Reads "200us", "0.5ms", "1s", "1000units", "1000 units" or "unlimited".
Result<BudgetOption> parse_budget(const std::string& text);

} // namespace tactus::cli
