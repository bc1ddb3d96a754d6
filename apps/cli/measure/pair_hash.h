// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include <tactus/report.h>

namespace tactus::cli {

/// One step of splitmix64 from (a << 32) | b.
constexpr std::uint64_t pair_hash(TrianglePair pair)
{
    std::uint64_t value = (std::uint64_t{pair.a} << 32) | pair.b;
    value += 0x9e3779b97f4a7c15u;
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
    return value ^ (value >> 31);
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
