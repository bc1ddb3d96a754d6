// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
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
    std::span<const TriangleIndices> indices; ///< Into positions.
    /// The caller's numbers, no_triangle for an empty place. None if they are the same.
    std::span<const std::uint32_t> triangle_of = {};
    /// The fourth entry says how often a triangle was turned: its first vertex was the second or the third. None if
    /// they stand as they were given.
    std::span<const std::array<std::uint8_t, 4>> turned = {};

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
    /// The vertices of a triangle in the order in which they were given.
    TriangleIndices given_corners(std::size_t place) const
    {
        const TriangleIndices& t = indices[place];
        switch (turned.empty() ? 0 : turned[place][3]) {
        case 1:
            return {t[2], t[0], t[1]};
        case 2:
            return {t[1], t[2], t[0]};
        default:
            return t;
        }
    }
    /// The same triangle as it was given, so that whatever is computed from it does not depend on the structure.
    Triangle given(std::size_t place) const
    {
        const TriangleIndices t = given_corners(place);
        return {vertex(t[0]), vertex(t[1]), vertex(t[2])};
    }
};

} // namespace tactus
