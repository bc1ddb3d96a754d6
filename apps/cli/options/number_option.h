// SPDX-License-Identifier: MIT
// What every option that takes a number lets pass, in one place.
#pragma once

#include <cstdint>

#include <CLI/CLI.hpp>

namespace tactus::cli {

/// For Option::transform. Lets whole numbers from `least` to `most` pass, in decimal digits, and refuses all else with a
/// sentence that says the range: words, fractions, signs, and numbers that 64 bits do not hold.
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most);

/// The most that a count can be asked for. What is really too many depends on what it counts, and is refused there.
inline CLI::Validator count_number() { return whole_number(1, 2'000'000'000); }

/// For Option::transform. Lets numbers from `least` to `most` pass, and refuses all else, as nan, with a sentence that
/// says the range.
CLI::Validator real_number(double least, double most);

} // namespace tactus::cli
