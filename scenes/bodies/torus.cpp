// SPDX-License-Identifier: MIT
#include "scenes/bodies/torus.h"

#include <algorithm>

namespace tactus::scenes {

Shape torus(std::uint32_t triangles, double ring_radius, double tube_radius)
{
    const double squares = triangles / 2.0;
    const auto around_tube =
        std::max(3u, static_cast<std::uint32_t>(std::sqrt(squares * tube_radius / ring_radius) + 0.5));
    const auto along_ring = std::max(3u, static_cast<std::uint32_t>(squares / around_tube + 0.5));
    Shape shape;
    for (std::uint32_t i = 0; i < along_ring; ++i)
        for (std::uint32_t j = 0; j < around_tube; ++j) {
            const double along = static_cast<double>(i) / along_ring;
            const double around = static_cast<double>(j) / around_tube;
            const double out = ring_radius + tube_radius * cosine_of_turns(around);
            shape.points.push_back(
                {out * cosine_of_turns(along), out * sine_of_turns(along), tube_radius * sine_of_turns(around)});
        }
    const auto at = [&](std::uint32_t i, std::uint32_t j) { return i % along_ring * around_tube + j % around_tube; };
    for (std::uint32_t i = 0; i < along_ring; ++i)
        for (std::uint32_t j = 0; j < around_tube; ++j) {
            shape.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
            shape.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
        }
    return shape;
}

} // namespace tactus::scenes
