// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include <tactus/queries.h>

#include "tree/surface.h"

namespace tactus::contact_batch {

/// What the planes of two triangles leave open about their features. Corners whose bits are set may be near the other
/// face: those of a have bits 0 to 2, those of b bits 3 to 5. From near_edges on, bit 3 k + l is set where edge k of a
/// and edge l of b may be near the other's face. No bits of corners and edges are set where the planes show that no
/// features of the two are near. Edge k goes from corner k to the next one.
constexpr std::uint32_t near_corners = 0;
constexpr std::uint32_t corners_mask = (1u << 6) - 1;
constexpr std::uint32_t near_edges = 6;
constexpr std::uint32_t edges_mask = (1u << 9) - 1;
/// Only if facing edges were asked for: the bits before are then of edges that may both rise along the normals of each
/// other's faces, and these of edges that may both fall along them. No others can be in a local contact.
///
/// For let u lead along the edge of a, w from where that begins to the third corner of a, v along the edge of b, and
/// let the way from a to b go along u x v. It leads away from the face of a only if (u x v) . w <= 0, and that is
/// -(u x w) . v: v does not fall along the normal of a. The same holds for u and b, and of ways against u x v the
/// contrary. What neither rises nor falls, or by so little that the face may count as level, counts as both.
constexpr std::uint32_t falling_edges = 15;
/// The corners of one triangle are all on one side of the other's plane: the two do not intersect.
constexpr std::uint32_t apart_bit = 1u << 24;

/// One side's arrays, as a BodySurface has them.
struct CornerSource {
    const float* positions;         ///< read 16 bytes at a time
    const std::uint32_t* triangles; ///< three vertices each
    const std::uint32_t* places;    ///< where vertices stand in positions; none: by their numbers
};

inline CornerSource corner_source(const BodySurface& surface)
{
    return {surface.positions, surface.triangles.data()->data(), surface.place_of_vertex};
}

/// Six points a pair, the corners of a and those of b, four floats each; the last one means nothing.
constexpr std::size_t points_per_pair = 6;

/// Copies the corners of `count` pairs, not zero, to `points`, and fills `codes`; only_facing tells edges that
/// rise from others that fall. Both have room for a multiple of sixteen pairs.
void take_and_classify(
    const CornerSource& a, const CornerSource& b, const TrianglePair* pairs, std::size_t count, float distance,
    bool only_facing, float* points, std::uint32_t* codes);

} // namespace tactus::contact_batch
