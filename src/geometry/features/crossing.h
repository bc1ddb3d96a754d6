// SPDX-License-Identifier: MIT
// How two triangles pass through each other.
//
// Edge i of a triangle runs from corner i to corner (i + 1) % 3. It pierces the other triangle if its ends lie strictly
// on different sides of the other's plane and it passes strictly inside the other's outline. Two triangles that
// intersect without touching, that is without a vertex of one on the other and without edges that meet, have a segment
// in common whose two ends are where two edges pierce. They say which features cross:
// - two edges of one triangle: the corner between them has passed through the other's face;
// - one edge of each: these two edges have passed each other.
//
// Features that touch are at distance zero, and need no crossing to be known. So where two triangles intersect, be they
// coplanar or of zero area, there are two possibilities: either features of them cross; or a vertex and the other face,
// or two edges, are at distance zero (`within` says so), and then at most one edge pierces and nothing crosses. All of
// it is decided exactly, follows the corners into any other order, and the triangles into the other.
#pragma once

#include <cstdint>

#include "geometry/triangle.h"
#include "geometry/triangle_pairs/triangle_batch.h"

namespace tactus {

/// Sets of edges, bit i for edge i.
struct EdgeSets {
    std::uint8_t of_a = 0;
    std::uint8_t of_b = 0;

    friend constexpr bool operator==(const EdgeSets&, const EdgeSets&) = default;
};

enum class CrossingKind : std::uint8_t {
    none,
    vertex_face, ///< corner `a` of triangle a, and the face of b
    face_vertex, ///< the face of a, and corner `b` of triangle b
    edge_edge,   ///< edge `a` of triangle a, and edge `b` of triangle b
};

struct Crossing {
    CrossingKind kind = CrossingKind::none;
    std::uint8_t a = 0; ///< 0 where the kind does not name it
    std::uint8_t b = 0;
    EdgeSets piercing; ///< never more than two edges in all

    friend constexpr bool operator==(const Crossing&, const Crossing&) = default;
};

/// The features by which two triangles cross. None if a coordinate is nan or infinite.
Crossing crossing(const Triangle& a, const Triangle& b);

/// Writes those of the given pairs whose triangles intersect, as intersecting_pairs does, and for each of them how the
/// triangles cross: nearly always float can tell. There must be room for `count` of both.
std::size_t crossing_pairs(
    const TriangleSource& a, const TriangleSource& b, const IndexPair* pairs, std::size_t count, IndexPair* hits,
    Crossing* crossings);

/// The closed edges that have a point in common with the other closed triangle: those that pierce it, and those that
/// touch it or lie in it. None if a coordinate is nan or infinite.
EdgeSets edges_that_meet(const Triangle& a, const Triangle& b);

/// Edge number `index` of a triangle.
TACTUS_INLINE constexpr Segment edge(const Triangle& triangle, int index)
{
    return index == 0   ? Segment{triangle.a, triangle.b}
           : index == 1 ? Segment{triangle.b, triangle.c}
                        : Segment{triangle.c, triangle.a};
}

} // namespace tactus
