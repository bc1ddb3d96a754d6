// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace tactus {

/// Whether every case is wanted that this build can have: script/test --all says so.
inline bool wants_every_case()
{
    static const bool wants = std::getenv("TACTUS_EVERY_CASE") != nullptr;
    return wants;
}

/// How many of so many cases a test goes through: all of them; but where sanitizers are at work, which make everything
/// several times slower and look for errors that do not need every case, a seventh of them, or a third in script/test
/// --all.
inline std::size_t cases(std::size_t count)
{
#ifdef TACTUS_SANITIZED
    const std::size_t share = wants_every_case() ? 3 : 7;
    return (count + share - 1) / share;
#else
    return count;
#endif
}

/// `all` in script/test --all, and `few` on other days.
inline std::size_t on_most_days(std::size_t few, std::size_t all) { return wants_every_case() ? all : few; }

/// Numbers of workers that must give what one gives: some of them on most days.
inline std::vector<std::uint32_t> worker_counts()
{
    return wants_every_case() ? std::vector<std::uint32_t>{2, 3, 5, 8, 16} : std::vector<std::uint32_t>{2, 5};
}

/// Of how many triangles bodies are where a test looks at every two of them: half as many where sanitizers are at work.
constexpr std::uint32_t sized(std::uint32_t triangles)
{
#ifdef TACTUS_SANITIZED
    return triangles / 2;
#else
    return triangles;
#endif
}

} // namespace tactus
