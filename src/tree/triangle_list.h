// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include <tactus/geometry.h>

#include "geometry/triangle.h"

namespace tactus {

/// One of packed positions.
inline Vec3 vertex_at(const float* positions, std::uint32_t index)
{
    const float* p = positions + 3 * std::size_t(index);
    return {p[0], p[1], p[2]};
}

/// The triangles of any structure, for whoever wants them one by one.
struct TriangleList {
    static constexpr std::uint32_t no_triangle = UINT32_MAX;

    const float* positions = nullptr;
    std::span<const TriangleIndices> indices; ///< into positions
    std::span<const std::uint32_t>
        triangle_of; ///< the caller's numbers, no_triangle for an empty place; none if they are the same

    std::size_t size() const { return indices.size(); }
    std::uint32_t number(std::size_t place) const
    {
        return triangle_of.empty() ? static_cast<std::uint32_t>(place) : triangle_of[place];
    }
    Vec3 vertex(std::uint32_t index) const { return vertex_at(positions, index); }
    Triangle operator[](std::size_t place) const
    {
        const TriangleIndices& t = indices[place];
        return {vertex(t[0]), vertex(t[1]), vertex(t[2])};
    }
};

} // namespace tactus
