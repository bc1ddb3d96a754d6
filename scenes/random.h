// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "scenes/bodies/point.h"

namespace tactus::scenes {

/// One step of splitmix64: spreads the bits of a number over the whole word.
constexpr std::uint64_t splitmix64(std::uint64_t value)
{
    value += 0x9e3779b97f4a7c15u;
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
    return value ^ (value >> 31);
}

/// A seeded generator with its own distributions, so that a seed means the same on every machine.
class Random {
public:
    /// Generators of one seed and different streams have nothing to do with each other.
    explicit constexpr Random(std::uint64_t seed, std::uint64_t stream = 0)
        : state_(splitmix64(splitmix64(seed) ^ stream))
    {
    }

    constexpr std::uint64_t bits()
    {
        state_ += 0x9e3779b97f4a7c15u;
        return splitmix64(state_);
    }

    /// In [0, 1).
    constexpr double uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }
    /// In [low, high).
    constexpr double between(double low, double high) { return low + (high - low) * uniform(); }
    /// In 0 .. count - 1; count must not be zero.
    constexpr std::uint32_t below(std::uint32_t count)
    {
        return static_cast<std::uint32_t>(((bits() >> 32) * count) >> 32);
    }
    /// In the cube from -1 to 1.
    constexpr Point in_cube()
    {
        const double x = between(-1.0, 1.0);
        const double y = between(-1.0, 1.0);
        const double z = between(-1.0, 1.0);
        return {x, y, z};
    }
    /// Evenly spread over the unit sphere.
    Point direction()
    {
        for (;;) {
            const Point p = in_cube();
            const double length_squared = dot(p, p);
            if (length_squared <= 1.0 && length_squared > 0.01)
                return unit(p);
        }
    }

private:
    std::uint64_t state_;
};

} // namespace tactus::scenes
