// SPDX-License-Identifier: MIT
#include "cli/options/budget_option.h"

#include <chrono>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "cli/output/number_text.h"

namespace tactus::cli {

namespace {

constexpr double longest_seconds = 1e6;

Error cannot_read(const std::string& text, const std::string& why)
{
    return {
        ErrorCode::invalid_argument,
        fmt::format(
            "--budget {}: {}; write a time, as 200us or 0.5ms, or a number of work units, as 1000units", text, why)};
}

} // namespace

Budget BudgetOption::begin() const
{
    if (microseconds)
        return Budget::within(std::chrono::nanoseconds(static_cast<std::int64_t>(*microseconds * 1e3)));
    return work_units ? Budget::work_units(*work_units) : Budget::unlimited();
}

std::string BudgetOption::words() const
{
    if (microseconds)
        return duration_text(*microseconds);
    return work_units ? counted(*work_units, "work unit") : "no limit";
}

Result<BudgetOption> parse_budget(const std::string& text)
{
    if (text == "unlimited")
        return BudgetOption{};
    // strtod would also read nan, inf and hexadecimal numbers.
    const std::size_t digits = text.find_first_not_of("0123456789.");
    if (digits == 0)
        return cannot_read(text, text[0] == '-' ? "is less than nothing" : "does not begin with a number");
    if (digits == std::string::npos)
        return cannot_read(text, "has no unit");
    char* end = nullptr;
    const std::string number = text.substr(0, digits);
    const double value = std::strtod(number.c_str(), &end);
    if (*end != '\0')
        return cannot_read(text, fmt::format("{} is not a number", number));
    const std::size_t begin = text.find_first_not_of(' ', digits);
    const std::string unit = begin == std::string::npos ? "" : text.substr(begin);
    if (unit == "units" || unit == "unit") {
        if (value != std::floor(value) || value > 1e15)
            return cannot_read(text, fmt::format("{} is not a number of work units", number));
        return BudgetOption{.work_units = static_cast<std::uint64_t>(value)};
    }
    const double microseconds = unit == "us" || unit == "\u00b5s" ? value
                                : unit == "ms"                    ? value * 1e3
                                : unit == "s"                     ? value * 1e6
                                                                  : -1.0;
    if (microseconds < 0.0)
        return cannot_read(text, unit.empty() ? "has no unit" : fmt::format("there is no unit called {}", unit));
    if (microseconds > longest_seconds * 1e6)
        return cannot_read(text, "is longer than a million seconds");
    return BudgetOption{.microseconds = microseconds};
}

} // namespace tactus::cli
