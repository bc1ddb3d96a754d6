// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "attempt.h"

namespace tactus::fuzz {

struct Options {
    std::uint64_t seed = 0; ///< Of the run; each case has a seed of its own that follows from it.
    double minutes = 1.0;
    std::uint64_t cases = UINT64_MAX;
    unsigned jobs = 1;
    bool reduce = true;
    std::optional<std::uint64_t> single_case;
    Wanted wanted;
};

/// Reads the command line. Prints what is wrong and ends the program if something is.
Options read_options(int count, char** arguments);

} // namespace tactus::fuzz
