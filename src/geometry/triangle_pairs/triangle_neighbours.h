// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "geometry/triangle.h"

namespace tactus {

/// Without a branch: which corner it is cannot be predicted.
inline bool share_vertex(const std::array<std::uint32_t, 3>& a, const std::array<std::uint32_t, 3>& b)
{
    std::uint32_t shared = 0;
    for (const std::uint32_t v : a)
        for (const std::uint32_t w : b)
            shared |= static_cast<std::uint32_t>(v == w);
    return shared != 0;
}

/// The vertices that two triangles of one mesh have in common: corner a[i] of the one is corner b[i] of the other, for
/// i below count. A vertex that a triangle uses twice counts once.
struct SharedCorners {
    int count = 0;
    std::array<std::uint8_t, 3> a{};
    std::array<std::uint8_t, 3> b{};
};

SharedCorners shared_corners(const std::array<std::uint32_t, 3>& a, const std::array<std::uint32_t, 3>& b);

/// Whether two triangles that share vertices meet in more than what they share, exactly. Their common points always
/// include the shared vertex, or the segment between two shared vertices, and the answer is whether there are others:
/// - no vertex shared: whether they intersect at all;
/// - one: whether there is a common point other than the vertex;
/// - two: whether there is a common point off the segment between them;
/// - three: true, the face is there twice.
/// Touching counts, and triangles of zero area are the segments or points they have become: a fold of exactly 180
/// degrees meets in more than its edge, two segments that leave a vertex in different directions do not. False if a
/// coordinate is nan or infinite.
bool neighbours_intersect(const Triangle& a, const Triangle& b, const SharedCorners& shared);

/// The same for triangles with these vertex numbers.
inline bool neighbours_intersect(
    const Triangle& a, const Triangle& b, const std::array<std::uint32_t, 3>& indices_a,
    const std::array<std::uint32_t, 3>& indices_b)
{
    return neighbours_intersect(a, b, shared_corners(indices_a, indices_b));
}

} // namespace tactus
