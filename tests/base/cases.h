// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace tactus {

/// How many of so many cases a test goes through: all of them, and half of them where sanitizers are at work, which make
/// everything several times slower and look for errors that do not need every case.
constexpr std::size_t cases(std::size_t count)
{
#ifdef TACTUS_SANITIZED
    return (count + 1) / 2;
#else
    return count;
#endif
}

} // namespace tactus
