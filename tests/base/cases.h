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

/// How many of so many cases a test goes through: all of them in script/test --all, and half of them on other days.
/// Where sanitizers are at work, which make everything several times slower and look for errors that do not need every
/// case, it is a third, or an eighth.
inline std::size_t cases(std::size_t count)
{
#ifdef TACTUS_SANITIZED
    const std::size_t share = wants_every_case() ? 3 : 8;
#else
    const std::size_t share = wants_every_case() ? 1 : 2;
#endif
    return (count + share - 1) / share;
}

/// `all` in script/test --all, and `few` on other days.
inline std::size_t on_most_days(std::size_t few, std::size_t all) { return wants_every_case() ? all : few; }

/// All of them in script/test --all, and on other days every `share`th, beginning with one that `turn` decides: tests
/// that take turns have all of them among themselves.
template <class T>
std::vector<T> some_on_most_days(const std::vector<T>& all, std::size_t share, std::size_t turn)
{
    std::vector<T> some;
    const std::size_t step = on_most_days(share, 1);
    for (std::size_t k = turn % step; k < all.size(); k += step)
        some.push_back(all[k]);
    return some;
}

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
