// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace tactus {

/// How many of so many cases a test goes through: all of them, and a third of them where sanitizers are at work, which
/// make everything several times slower and look for errors that do not need every case.
constexpr std::size_t cases(std::size_t count)
{
#ifdef TACTUS_SANITIZED
    return (count + 2) / 3;
#else
    return count;
#endif
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
