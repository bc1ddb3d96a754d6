// SPDX-License-Identifier: MIT
#include "scenes/bodies/closed_tube.h"

#include <algorithm>

namespace tactus::scenes {

Shape closed_tube(double bottom, std::span<const Ring> rings, double top, std::uint32_t sides)
{
    Shape shape;
    shape.points.push_back({0.0, 0.0, bottom});
    for (const Ring& ring : rings)
        for (std::uint32_t k = 0; k < sides; ++k) {
            const double turns = static_cast<double>(k) / sides;
            shape.points.push_back(
                {ring.radius * cosine_of_turns(turns), ring.radius * sine_of_turns(turns), ring.height});
        }
    shape.points.push_back({0.0, 0.0, top});

    const auto ring_count = static_cast<std::uint32_t>(rings.size());
    const auto at = [&](std::uint32_t ring, std::uint32_t k) { return 1 + ring * sides + k % sides; };
    const auto top_point = static_cast<std::uint32_t>(shape.points.size() - 1);
    for (std::uint32_t k = 0; k < sides; ++k)
        shape.triangles.push_back({0, at(0, k + 1), at(0, k)});
    for (std::uint32_t ring = 0; ring + 1 < ring_count; ++ring)
        for (std::uint32_t k = 0; k < sides; ++k) {
            shape.triangles.push_back({at(ring, k), at(ring, k + 1), at(ring + 1, k + 1)});
            shape.triangles.push_back({at(ring, k), at(ring + 1, k + 1), at(ring + 1, k)});
        }
    for (std::uint32_t k = 0; k < sides; ++k)
        shape.triangles.push_back({at(ring_count - 1, k), at(ring_count - 1, k + 1), top_point});
    return shape;
}

Shape ring_sphere(std::uint32_t rings)
{
    std::vector<Ring> all;
    for (std::uint32_t k = 1; k <= rings; ++k) {
        const double turns = 0.5 * k / (rings + 1);
        all.push_back({-cosine_of_turns(turns), sine_of_turns(turns)});
    }
    Shape shape = closed_tube(-1.0, all, 1.0, 2 * (rings + 1));
    for (Point& p : shape.points)
        p = {p.z, p.x, p.y};
    return shape;
}

Shape capsule(std::uint32_t triangles, double length, double radius)
{
    const auto sides = std::max(3u, static_cast<std::uint32_t>(std::sqrt(static_cast<double>(triangles)) + 0.5));
    const auto ring_count = std::max(2u, static_cast<std::uint32_t>(triangles / (2.0 * sides) + 0.5));
    const std::uint32_t cap_rings = std::clamp(sides / 4, 1u, ring_count / 2);
    const std::uint32_t middle_rings = ring_count - 2 * cap_rings;

    std::vector<Ring> rings;
    for (std::uint32_t i = 1; i <= cap_rings; ++i) {
        const double turns = 0.25 * i / cap_rings;
        rings.push_back({radius * (1.0 - cosine_of_turns(turns)), radius * sine_of_turns(turns)});
    }
    for (std::uint32_t i = 1; i <= middle_rings; ++i)
        rings.push_back({mix(radius, length - radius, static_cast<double>(i) / (middle_rings + 1)), radius});
    for (std::uint32_t i = cap_rings; i >= 1; --i) {
        const double turns = 0.25 * i / cap_rings;
        rings.push_back({length - radius * (1.0 - cosine_of_turns(turns)), radius * sine_of_turns(turns)});
    }
    return closed_tube(0.0, rings, length, sides);
}

} // namespace tactus::scenes
