// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include <tactus/queries.h>

namespace tactus::contact_batch {

/// What the planes of two triangles say for certain about them. Bits 0 to 2 are set where a corner of a is further than
/// the distance from b's plane, on its positive side; bits 3 to 5 on its negative side. Bits 6 to 11 are the same for
/// b's corners and a's plane.
constexpr std::uint32_t corners_of_a = 0;
constexpr std::uint32_t corners_of_b = 6;
/// The corners of one triangle are all on one side of the other's plane: the two do not intersect.
constexpr std::uint32_t apart_bit = 1u << 12;

/// One side's arrays, as a BodySurface has them.
struct CornerSource {
    const float* positions;         ///< read 16 bytes at a time
    const std::uint32_t* triangles; ///< three vertices each
    const std::uint32_t* places;    ///< where vertices stand in positions; none: by their numbers
};

/// Six points a pair, the corners of a and those of b, four floats each; the last one means nothing.
constexpr std::size_t points_per_pair = 6;

/// Copies the corners of `count` pairs, not zero, to `points`, and fills `codes`. Both have room for a multiple of four
/// pairs.
void take_and_classify(
    const CornerSource& a, const CornerSource& b, const TrianglePair* pairs, std::size_t count, float distance,
    float* points, std::uint32_t* codes);

} // namespace tactus::contact_batch
