// SPDX-License-Identifier: MIT
// What a sphere meets of a mesh, decided on the given floats.
//
// Where a point is nearest to a triangle is told by two signs. A corner v is the triangle's nearest point if the point
// p is not on its side of v along any edge: (p - v) . (x - v) <= 0 for both other corners x. Otherwise, if p lies
// between the ends of an edge and not beyond its line towards the third corner, a point of that edge is the nearest
// one; and if p lies beyond all three lines towards the inside, its foot on the plane is. No case is special: edges and
// triangles that have collapsed have no points between their ends or inside.
#pragma once

#include "geometry/exact/length_sum.h"
#include "geometry/triangle.h"

namespace tactus {

/// The sign of the distance between two points less the length, as exact arithmetic on these floats decides it. All
/// numbers must be finite, here and below.
int compare_distance(Vec3 point, Vec3 vertex, const LengthSum& length);
/// The sign of the distance between a point and a closed segment, which may be of no length, less the length.
int compare_distance(Vec3 point, const Segment& segment, const LengthSum& length);
/// The same for a closed triangle, which may be of zero area.
int compare_distance(Vec3 point, const Triangle& triangle, const LengthSum& length);

/// The sign of (point - vertex) . (toward - vertex): +1 if the point lies on that side of the vertex.
int side_of_vertex(Vec3 point, Vec3 vertex, Vec3 toward);

/// +1 if the point lies beyond the line of a segment on the side of the point `toward`, seen along the normal of the
/// plane of the three; 0 on the line, and where the three are on one line.
int side_of_edge(Vec3 point, const Segment& edge, Vec3 toward);

/// Whether the point's foot on the line of the segment lies between its ends, and is none of them.
inline bool is_beside(Vec3 point, const Segment& edge)
{
    return side_of_vertex(point, edge.begin, edge.end) > 0 && side_of_vertex(point, edge.end, edge.begin) > 0;
}

/// Whether the point's foot on the plane of the triangle lies inside, and not on the outline.
inline bool is_above(Vec3 point, const Triangle& t)
{
    return side_of_edge(point, {t.a, t.b}, t.c) > 0 && side_of_edge(point, {t.b, t.c}, t.a) > 0
           && side_of_edge(point, {t.c, t.a}, t.b) > 0;
}

} // namespace tactus
