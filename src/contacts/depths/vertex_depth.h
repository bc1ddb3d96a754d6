// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include <tactus/geometry.h>

namespace tactus {

/// How deep a vertex lies inside another surface, and the way out of it.
struct VertexDepth {
    std::uint32_t vertex = 0;
    std::uint32_t triangle = 0;        ///< of the other surface, where the vertex comes out
    Vec3 surface_point;                ///< of that triangle
    Vec3 way_out;                      ///< of unit length, from the vertex to that point
    float depth = 0.0f;                ///< metres between the two
    std::array<float, 3> weights = {}; ///< of the triangle's corners

    friend constexpr bool operator==(const VertexDepth&, const VertexDepth&) = default;
};

} // namespace tactus
