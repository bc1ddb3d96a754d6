// SPDX-License-Identifier: MIT
// Two convex bodies are apart if and only if they are along the normal of one of their faces, or along a direction
// across an edge of each: for a triangle and a box three axes, one normal, and nine directions in the coordinate planes
// (see S. Gottschalk, "Separating axis theorem", 1996). The signs that decide are those of exact determinants.
#include "geometry/features/box_triangle.h"

#include "geometry/orientation.h"

namespace tactus {
namespace {

/// Whether all corners of the box are strictly on one side of the triangle's plane.
bool is_beside_plane(const Box& box, const Triangle& t)
{
    const OrientedPlane plane(t.a, t.b, t.c);
    const auto corner = [&](unsigned k) {
        return Vec3{
            k & 1 ? box.upper.x : box.lower.x, k & 2 ? box.upper.y : box.lower.y, k & 4 ? box.upper.z : box.lower.z};
    };
    const int first = plane.side(corner(0));
    if (first == 0)
        return false;
    for (unsigned k = 1; k < 8; ++k)
        if (plane.side(corner(k)) != first)
            return false;
    return true;
}

/// Whether the edge from a to b has the rectangle strictly on one side and the third corner on the other, or on its
/// line.
bool is_beside_edge(Vec2 lower, Vec2 upper, Vec2 a, Vec2 b, Vec2 third)
{
    const OrientedLine edge(a, b);
    const int first = edge.side(lower);
    return first != 0 && edge.side({upper.x, lower.y}) == first && edge.side({lower.x, upper.y}) == first
           && edge.side(upper) == first && edge.side(third) * first <= 0;
}

} // namespace

bool box_meets_triangle(const Box& box, const Triangle& t)
{
    if (!overlap(box, box_of(t)))
        return false;
    const auto holds = [&](Vec3 p) { return overlap(box, Box{p, p}); };
    if (holds(t.a) || holds(t.b) || holds(t.c))
        return true;
    if (is_beside_plane(box, t))
        return false;
    for (int axis = 0; axis < 3; ++axis) {
        const Vec2 lower = project(box.lower, axis), upper = project(box.upper, axis);
        const Vec2 a = project(t.a, axis), b = project(t.b, axis), c = project(t.c, axis);
        if (is_beside_edge(lower, upper, a, b, c) || is_beside_edge(lower, upper, b, c, a)
            || is_beside_edge(lower, upper, c, a, b))
            return false;
    }
    return true;
}

} // namespace tactus
