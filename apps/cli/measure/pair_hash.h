// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include <tactus/queries.h>

#include "scenes/random.h"

namespace tactus::cli {

/// One step of splitmix64 from (a << 32) | b.
constexpr std::uint64_t pair_hash(TrianglePair pair)
{
    return scenes::splitmix64((std::uint64_t{pair.a} << 32) | pair.b);
}

/// The sum over the pairs, modulo 2^64: it names a set of pairs, in whatever order they were found.
constexpr std::uint64_t pair_hash(std::span<const TrianglePair> pairs)
{
    std::uint64_t sum = 0;
    for (const TrianglePair pair : pairs)
        sum += pair_hash(pair);
    return sum;
}

/// Sixteen hexadecimal digits.
std::string hash_text(std::uint64_t hash);

} // namespace tactus::cli
