// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace tactus::contact_batch {

/// A point that belongs to a pair of triangles.
struct alignas(16) PointOfPair {
    float point[4]; ///< the last means nothing
    std::uint32_t pair;
    std::uint32_t contact; ///< for whom it is
};

/// Moves each point into the common part of its triangles' boxes, each widened by half the distance. `points` has the
/// six corners of each pair, four floats each.
void move_into_common_parts(const float* points, float distance, PointOfPair* list, std::size_t count);

} // namespace tactus::contact_batch
