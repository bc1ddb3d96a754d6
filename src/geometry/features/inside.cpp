// SPDX-License-Identifier: MIT
#include "geometry/features/inside.h"

#include "geometry/orientation.h"
#include "geometry/triangle_pairs/triangle_triangle.h"

namespace tactus {

namespace {

// On which side of the edge from a to b, seen along x, the moved point lies. Zero only if a and b are seen as one
// point. Seen exactly on the line, a step along y changes the determinant by that much of a.z - b.z, and one along z by
// b.y - a.y.
int moved_side(int side, Vec3 a, Vec3 b)
{
    if (side != 0)
        return side;
    if (a.z != b.z)
        return a.z > b.z ? 1 : -1;
    return (b.y > a.y) - (b.y < a.y);
}

// At least one edge, seen along x, has the point on its line, and none of the others says that it is outside.
RayCrossing crossing_on_outline(Vec3 point, const Triangle& t, int ab, int bc, int ca)
{
    RayCrossing result;
    result.on_triangle = triangles_intersect(Triangle{point, point, point}, t);
    ab = moved_side(ab, t.a, t.b);
    bc = moved_side(bc, t.b, t.c);
    ca = moved_side(ca, t.c, t.a);
    // The three sides add up to the area as it is seen along x, so they never agree about a triangle that shows none.
    if (ab != 0 && ab == bc && ab == ca && orient3d(t.a, t.b, t.c, point) == -ab)
        result.sign = ab;
    return result;
}

} // namespace

RayCrossing detail::ray_crossing_in_box(Vec3 point, const Triangle& t)
{
    const Vec2 p = {point.y, point.z};
    const Vec2 a = {t.a.y, t.a.z};
    const Vec2 b = {t.b.y, t.b.z};
    const Vec2 c = {t.c.y, t.c.z};
    const int ab = orient2d(a, b, p);
    const int bc = orient2d(b, c, p);
    if (ab * bc < 0)
        return {};
    const int ca = orient2d(c, a, p);
    if (ab * ca < 0 || bc * ca < 0)
        return {};
    if (ab == 0 || bc == 0 || ca == 0)
        return crossing_on_outline(point, t, ab, bc, ca);
    // The plane is ahead of the point if the point lies on the side that the normal, turned to face along the ray,
    // points away from.
    const int side = point.x < min(min(t.a, t.b), t.c).x ? -ab : orient3d(t.a, t.b, t.c, point);
    return {side == -ab ? ab : 0, side == 0};
}

} // namespace tactus
