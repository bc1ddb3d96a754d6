// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "../checks/checks.h"

namespace tactus::fuzz {

/// Which checks a run makes.
struct Wanted {
    std::vector<std::string> only;
    std::vector<std::string> skip;
};

/// Plays a case in a process of its own, so that one that ends the program is a finding like any other, called `crash`.
/// Gives the first finding, with the lines of the program that led to it, or nothing.
struct AttemptResult {
    bool differs = false;
    std::string check;
    std::string message;
    std::string program;
};
/// With `echo`, the program has the lines of all worlds up to the end, also where the process ended itself.
AttemptResult attempt_apart(const FuzzCase& fuzz_case, const Wanted& wanted, unsigned seconds, bool echo = false);

/// Reduces the case of a seed for one check, and gives a text with the message and a program.
std::string reduced_text(std::uint64_t seed, const std::string& check);

} // namespace tactus::fuzz
