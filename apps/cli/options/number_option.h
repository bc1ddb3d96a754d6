// SPDX-License-Identifier: MIT
// What every option that takes a number lets pass, in one place.
#pragma once

#include <cstdint>
#include <string>

#include <tactus/result.h>

namespace tactus::cli {

/// The whole numbers that an option lets pass.
struct WholeNumbers {
    std::uint64_t least = 0;
    std::uint64_t most = 0;
    /// What a refusal says to those who ask for more; empty where there is nothing to say.
    const char* for_more = "";
};

/// The most that a count can be asked for. What is really too many depends on what it counts, and is refused there.
inline constexpr WholeNumbers counts = {1, 2'000'000'000};

/// The numbers that an option lets pass.
struct RealNumbers {
    double least = 0.0;
    double most = 0.0;
};

/// Reads a whole number in decimal digits. Refuses all else with a sentence that says the range: words, fractions,
/// signs, and numbers that 64 bits do not hold. The refusal of a whole number above the range ends with what to do for
/// more.
Result<std::uint64_t> parse_number(const std::string& text, const WholeNumbers& range);

/// Reads a number. Refuses all else, as nan, with a sentence that says the range.
Result<double> parse_number(const std::string& text, const RealNumbers& range);

} // namespace tactus::cli
