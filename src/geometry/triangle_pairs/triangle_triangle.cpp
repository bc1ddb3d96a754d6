// SPDX-License-Identifier: MIT
// After P. Guigue and O. Devillers, "Fast and Robust Triangle-Triangle Overlap Test Using Orientation Predicates",
// 2003. We differ in deciding every sign exactly, in treating triangles of zero area as the segments or points they
// are, and in testing coplanar triangles by separating lines.
#include "geometry/triangle_pairs/triangle_triangle.h"

#include <array>

#include "base/planted_fault.h"
#include "geometry/orientation.h"

namespace tactus {

namespace {

using Corners = std::array<Vec3, 3>;
using Points2 = std::array<Vec2, 3>;
using Signs = std::array<int, 3>;

Corners corners(const Triangle& triangle) { return {triangle.a, triangle.b, triangle.c}; }

Signs sides_of_plane(const Corners& plane, const Corners& points)
{
    const OrientedPlane oriented(plane[0], plane[1], plane[2]);
    return {oriented.side(points[0]), oriented.side(points[1]), oriented.side(points[2])};
}

bool all_zero(const Signs& s) { return (s[0] | s[1] | s[2]) == 0; }
bool all_on_one_side(const Signs& s) { return s[0] != 0 && s[0] == s[1] && s[0] == s[2]; }

// The segment that a triangle of zero area has become. On a line, lexicographic order is the order of the points.
Segment collapsed(const Corners& t)
{
    Segment segment = {t[0], t[0]};
    for (int i = 1; i < 3; ++i) {
        if (lexicographically_less(t[i], segment.begin))
            segment.begin = t[i];
        if (lexicographically_less(segment.end, t[i]))
            segment.end = t[i];
    }
    return segment;
}

// An axis along which the triangle projects to one of positive area, or -1 for a triangle of zero area.
int projection_axis(const Corners& t)
{
    for (int axis = 2; axis >= 0; --axis)
        if (projected_orientation(t[0], t[1], t[2], axis) != 0)
            return axis;
    return -1;
}

// The corner that the plane cuts off from the two others, which then both have an edge to the cut: a corner with a
// strict side to itself, or else the only corner in the plane. `side` is the closed side it is on.
struct LoneCorner {
    int corner;
    int side;
};

constexpr LoneCorner find_lone_corner(const Signs& s)
{
    for (int i = 0; i < 3; ++i)
        if (s[i] != 0 && s[(i + 1) % 3] != s[i] && s[(i + 2) % 3] != s[i])
            return {i, s[i]};
    for (int i = 0; i < 3; ++i)
        if (s[i] == 0)
            return {i, -s[(i + 1) % 3]};
    return {0, 0};
}

constexpr int sign_code(const Signs& s) { return 9 * (s[0] + 1) + 3 * (s[1] + 1) + (s[2] + 1); }

constexpr std::array<LoneCorner, 27> lone_corners = [] {
    std::array<LoneCorner, 27> table{};
    for (int code = 0; code < 27; ++code)
        table[code] = find_lone_corner({code / 9 - 1, code / 3 % 3 - 1, code % 3 - 1});
    return table;
}();

// Two triangles of positive area whose planes cross, each cut by the other's plane. Both meet the common line in an
// interval. Turned so that p stands alone, and mirrored so that it stands on the other plane's positive side, the
// intervals run from edge pr to edge pq, and two orientations say whether each begins before the other ends. No edge
// from p lies in the other plane, so this holds for corners in the plane as well.
bool crossing_triangles_intersect(const Corners& a, const Corners& b, const Signs& sides_a, const Signs& sides_b)
{
    const LoneCorner lone_a = lone_corners[sign_code(sides_a)];
    const LoneCorner lone_b = lone_corners[sign_code(sides_b)];
    // Turning b around turns the sides of a's corners around, and the other way round.
    const int step_a = lone_b.side > 0 ? 1 : 2;
    const int step_b = lone_a.side > 0 ? 1 : 2;
    const Vec3 pa = a[lone_a.corner];
    const Vec3 pb = b[lone_b.corner];
    const Vec3 qa = a[(lone_a.corner + step_a) % 3];
    const Vec3 qb = b[(lone_b.corner + step_b) % 3];
    if (orient3d(pa, qa, pb, qb) > 0)
        return false;
    const Vec3 ra = a[(lone_a.corner + 3 - step_a) % 3];
    const Vec3 rb = b[(lone_b.corner + 3 - step_b) % 3];
    if (TACTUS_FAULT(1))
        return orient3d(pa, ra, rb, pb) >= 0;
    return orient3d(pa, ra, rb, pb) <= 0;
}

// A segment with ends on different sides of the triangle's plane, at most one of them in it. It meets the plane in one
// point, which the line through the segment passes on the same side of all three edges, or through an edge.
bool crossing_segment_intersects(const Segment& s, const Corners& t)
{
    const int ab = orient3d(s.begin, s.end, t[0], t[1]);
    const int bc = orient3d(s.begin, s.end, t[1], t[2]);
    if (ab * bc < 0)
        return false;
    const int ca = orient3d(s.begin, s.end, t[2], t[0]);
    return ab * ca >= 0 && bc * ca >= 0;
}

// What the lines along the three edges of a triangle that turns by `turn` say about three points.
enum class Separation { apart, together, open };

Separation separation_by_edges(const Points2& triangle, int turn, const Points2& points)
{
    bool inside[3] = {true, true, true};
    for (int i = 0; i < 3; ++i) {
        const OrientedLine line(triangle[i], triangle[(i + 1) % 3]);
        bool any_on_near_side = false;
        for (int j = 0; j < 3; ++j) {
            const bool on_near_side = line.side(points[j]) * turn >= (TACTUS_FAULT(3) ? 1 : 0);
            any_on_near_side |= on_near_side;
            inside[j] &= on_near_side;
        }
        if (!any_on_near_side)
            return Separation::apart;
    }
    return inside[0] || inside[1] || inside[2] ? Separation::together : Separation::open;
}

// Convex sets in a plane are apart exactly if a line along an edge of one of them has the other strictly on its far
// side. `t` projects to positive area along the axis, `u` lies in the plane of `t` and may be a segment or point.
bool coplanar_intersect(const Corners& t, const Corners& u, int axis)
{
    const Points2 p = {project(t[0], axis), project(t[1], axis), project(t[2], axis)};
    const Points2 q = {project(u[0], axis), project(u[1], axis), project(u[2], axis)};
    const Separation first = separation_by_edges(p, orient2d(p[0], p[1], p[2]), q);
    if (first != Separation::open)
        return first == Separation::together;
    const int turn = orient2d(q[0], q[1], q[2]);
    if (turn != 0)
        return separation_by_edges(q, turn, p) != Separation::apart;
    // A segment has itself for an edge, with far sides both ways. A point has no edge: all turns are zero.
    const Segment s = collapsed(u);
    const Vec2 begin = project(s.begin, axis);
    const Vec2 end = project(s.end, axis);
    const int side = orient2d(begin, end, p[0]);
    return side == 0 || side != orient2d(begin, end, p[1]) || side != orient2d(begin, end, p[2]);
}

bool segments_intersect(const Segment& s, const Segment& t)
{
    if (orient3d(s.begin, s.end, t.begin, t.end) != 0)
        return false;
    // In one plane: seen along an axis where not all four are on a line, or on one line in space.
    for (int axis = 0; axis < 3; ++axis) {
        const int t_begin = projected_orientation(s.begin, s.end, t.begin, axis);
        const int t_end = projected_orientation(s.begin, s.end, t.end, axis);
        const int s_begin = projected_orientation(t.begin, t.end, s.begin, axis);
        const int s_end = projected_orientation(t.begin, t.end, s.end, axis);
        if (t_begin != 0 || t_end != 0 || s_begin != 0 || s_end != 0)
            return t_begin * t_end <= 0 && s_begin * s_end <= 0;
    }
    return !lexicographically_less(s.end, t.begin) && !lexicographically_less(t.end, s.begin);
}

// A segment against a triangle, both of any kind.
bool segment_intersects(const Segment& s, const Corners& t)
{
    const OrientedPlane plane(t[0], t[1], t[2]);
    const int begin = plane.side(s.begin);
    const int end = plane.side(s.end);
    if (begin != end)
        return begin * end <= 0 && crossing_segment_intersects(s, t);
    if (begin != 0)
        return false;
    if (const int axis = projection_axis(t); axis >= 0)
        return coplanar_intersect(t, {s.begin, s.end, s.end}, axis);
    return segments_intersect(s, collapsed(t));
}

} // namespace

bool triangles_intersect(const Triangle& triangle_a, const Triangle& triangle_b)
{
    if (!is_finite(triangle_a) || !is_finite(triangle_b) || !overlap(box_of(triangle_a), box_of(triangle_b)))
        return false;
    const Corners a = corners(triangle_a);
    const Corners b = corners(triangle_b);
    const Signs sides_a = sides_of_plane(b, a);
    if (all_on_one_side(sides_a))
        return false;
    if (all_zero(sides_a)) {
        if (const int axis = projection_axis(b); axis >= 0)
            return coplanar_intersect(b, a, axis);
        return segment_intersects(collapsed(b), a);
    }
    // A corner off the plane of b shows that b has area.
    const Signs sides_b = sides_of_plane(a, b);
    if (all_on_one_side(sides_b))
        return false;
    // If a had area, too, b in its plane would mean a in the plane of b.
    if (all_zero(sides_b))
        return crossing_segment_intersects(collapsed(a), b);
    return crossing_triangles_intersect(a, b, sides_a, sides_b);
}

} // namespace tactus
