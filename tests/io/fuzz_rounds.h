// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstdlib>

/// How often a fuzzer tries: what the variable TACTUS_FUZZ_ROUNDS says, or a few seconds' worth.
inline std::uint64_t fuzz_rounds(std::uint64_t usual)
{
    const char* rounds = std::getenv("TACTUS_FUZZ_ROUNDS");
    return rounds == nullptr ? usual : std::strtoull(rounds, nullptr, 10);
}
