// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace tactus::fuzz {

/// Random numbers that are the same on every machine (splitmix64).
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next()
    {
        state_ += 0x9e3779b97f4a7c15u;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }

    /// A number below `count`, which is at least 1.
    std::uint32_t below(std::uint32_t count) { return static_cast<std::uint32_t>(next() % count); }
    /// A whole number from first to last, both included.
    int between(int first, int last)
    {
        return first + static_cast<int>(below(static_cast<std::uint32_t>(last - first + 1)));
    }
    bool one_in(std::uint32_t count) { return below(count) == 0; }
    /// From 0 up to 1.
    double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

private:
    std::uint64_t state_;
};

} // namespace tactus::fuzz
