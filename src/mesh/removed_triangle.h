// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include <tactus/geometry.h>

namespace tactus {

/// What stands in the place of a triangle that was removed. Numbers are never used again, so that those of all other
/// triangles stay what they were.
inline constexpr TriangleIndices removed_triangle = {UINT32_MAX, UINT32_MAX, UINT32_MAX};

constexpr bool is_removed(const TriangleIndices& triangle) { return triangle[0] == UINT32_MAX; }

/// The numbers of the others, ascending.
inline std::vector<std::uint32_t> remaining_triangles(std::span<const TriangleIndices> triangles)
{
    std::vector<std::uint32_t> numbers;
    numbers.reserve(triangles.size());
    for (std::uint32_t number = 0; number < triangles.size(); ++number)
        if (!is_removed(triangles[number]))
            numbers.push_back(number);
    return numbers;
}

/// Puts vertices that can be read in the place of removed triangles. Gives the number of each triangle, and no_number
/// for removed ones; nothing if there are none.
inline std::vector<std::uint32_t> number_remaining(std::vector<TriangleIndices>& triangles, std::uint32_t no_number)
{
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t number = 0; number < triangles.size(); ++number) {
        if (!is_removed(triangles[number]))
            continue;
        if (numbers.empty()) {
            numbers.resize(triangles.size());
            std::iota(numbers.begin(), numbers.end(), 0u);
        }
        numbers[number] = no_number;
        triangles[number] = {0, 0, 0};
    }
    return numbers;
}

} // namespace tactus
