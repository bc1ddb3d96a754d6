// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace tactus {

/// How many numbers one triangle can leave in a feedback buffer, clipped by so many planes. Each plane can add one
/// corner to the three, and drivers may give a polygon in triangles: a token, the number of corners, and the numbers of
/// each.
constexpr std::size_t feedback_room(std::size_t planes, std::size_t numbers_per_corner)
{
    return (3 + planes - 2) * (2 + 3 * numbers_per_corner);
}

} // namespace tactus
