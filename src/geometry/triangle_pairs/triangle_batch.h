// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "geometry/triangle.h"

namespace tactus {

/// The triangles of a mesh, as plain arrays. Vertices are read 16 bytes at a time: `positions` holds xyz packed, and at
/// least 4 readable bytes after its last vertex. `indices` holds three vertex numbers a triangle.
struct TriangleSource {
    const float* positions;
    const std::uint32_t* indices;
};

inline const std::uint32_t* corners(const TriangleSource& source, std::uint32_t triangle)
{
    return source.indices + 3 * static_cast<std::size_t>(triangle);
}

inline Triangle triangle(const TriangleSource& source, std::uint32_t number)
{
    const auto corner = [&](std::size_t k) {
        const float* p = source.positions + 3 * static_cast<std::size_t>(corners(source, number)[k]);
        return Vec3{p[0], p[1], p[2]};
    };
    return {corner(0), corner(1), corner(2)};
}

/// Triangle `a` of one source and triangle `b` of the other.
struct IndexPair {
    std::uint32_t a;
    std::uint32_t b;

    friend constexpr bool operator==(const IndexPair&, const IndexPair&) = default;
};

/// Writes those of the given pairs whose triangles intersect, in their order, and returns how many there are. The
/// answer is that of triangles_intersect for every pair. `hits` has room for `count` pairs, of which those after the
/// returned number may be overwritten, and may be the same array as `pairs`. Allocates nothing.
std::size_t intersecting_pairs(
    const TriangleSource& a, const TriangleSource& b, const IndexPair* pairs, std::size_t count, IndexPair* hits);

/// How two triangles that intersect overlap, as far as float is certain of it (batch::overlap_code).
using OverlapCode = std::uint16_t;

/// Finds what intersecting_pairs finds, and how the triangles of each hit overlap, unless `overlaps` is null. There is
/// room for as many of these as for hits.
std::size_t intersecting_pairs_and_overlaps(
    const TriangleSource& a, const TriangleSource& b, const IndexPair* pairs, std::size_t count, IndexPair* hits,
    OverlapCode* overlaps);

/// Finds what intersecting_pairs finds, one pair at a time.
std::size_t intersecting_pairs_scalar(
    const TriangleSource& a, const TriangleSource& b, const IndexPair* pairs, std::size_t count, IndexPair* hits);

} // namespace tactus
