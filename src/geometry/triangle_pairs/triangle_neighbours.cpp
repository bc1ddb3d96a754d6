// SPDX-License-Identifier: MIT
#include "geometry/triangle_pairs/triangle_neighbours.h"

#include "base/planted_fault.h"
#include "geometry/orientation.h"
#include "geometry/triangle_pairs/triangle_triangle.h"

namespace tactus {

namespace {

using Points = std::array<Vec3, 3>;

bool on_one_line(Vec3 a, Vec3 b, Vec3 c)
{
    return projected_orientation(a, b, c, 2) == 0 && projected_orientation(a, b, c, 1) == 0
           && projected_orientation(a, b, c, 0) == 0;
}

// A part of a triangle as seen from one of its corners, the apex: all points between the apex and a far side that does
// not contain it.
struct Wedge {
    Vec3 far_begin;
    Vec3 far_end;
};

struct Wedges {
    int count = 0;
    std::array<Wedge, 2> parts;
};

// A triangle of zero area is the union of the segments from the apex to the two others, and one of no length is nothing
// but the apex.
Wedges wedges(Vec3 apex, Vec3 p, Vec3 q)
{
    Wedges result;
    if (!on_one_line(apex, p, q)) {
        result.parts[result.count++] = {p, q};
        return result;
    }
    if (p != apex)
        result.parts[result.count++] = {p, p};
    if (q != apex)
        result.parts[result.count++] = {q, q};
    return result;
}

// Two wedges with one apex have another point in common exactly if they have a direction in common. A ray in that
// direction leaves one of them first, through its far side, and is then still in the other.
bool meet_beyond_apex(Vec3 apex, const Wedge& a, const Wedge& b)
{
    return triangles_intersect(Triangle{a.far_begin, a.far_end, a.far_end}, Triangle{apex, b.far_begin, b.far_end})
           || triangles_intersect(Triangle{b.far_begin, b.far_end, b.far_end}, Triangle{apex, a.far_begin, a.far_end});
}

bool meet_beyond_vertex(Vec3 apex, Vec3 a1, Vec3 a2, Vec3 b1, Vec3 b2)
{
    // Nearly all neighbours end here: both other corners on one side of the plane, so only the apex is in it.
    const int side = orient3d(apex, b1, b2, a1);
    if (side != 0 && side == orient3d(apex, b1, b2, a2))
        return false;
    const int other_side = orient3d(apex, a1, a2, b1);
    if (other_side != 0 && other_side == orient3d(apex, a1, a2, b2))
        return false;
    const Wedges of_a = wedges(apex, a1, a2);
    const Wedges of_b = wedges(apex, b1, b2);
    for (int i = 0; i < of_a.count; ++i)
        for (int j = 0; j < of_b.count; ++j)
            if (meet_beyond_apex(apex, of_a.parts[i], of_b.parts[j]))
                return true;
    return false;
}

// The shared segment runs from v to w; a and b are the third corners.
bool meet_beyond_edge(Vec3 v, Vec3 w, Vec3 a, Vec3 b)
{
    if (v == w)
        return meet_beyond_vertex(v, a, a, b, b);
    if (orient3d(v, w, a, b) != 0)
        return false;
    for (int axis = 2; axis >= 0; --axis) {
        const int side_a = projected_orientation(v, w, a, axis);
        const int side_b = projected_orientation(v, w, b, axis);
        // In one plane with area on the same side, they share area; otherwise one of them has none beyond the line.
        if (side_a != 0 || side_b != 0)
            return (side_a == side_b) != TACTUS_FAULT(22);
    }
    const Vec3 first = lexicographically_less(v, w) ? v : w;
    const Vec3 last = lexicographically_less(v, w) ? w : v;
    return (lexicographically_less(a, first) && lexicographically_less(b, first))
           || (lexicographically_less(last, a) && lexicographically_less(last, b));
}

} // namespace

SharedCorners shared_corners(const std::array<std::uint32_t, 3>& a, const std::array<std::uint32_t, 3>& b)
{
    SharedCorners shared;
    for (std::uint8_t i = 0; i < 3; ++i) {
        if ((i > 0 && a[i] == a[0]) || (i > 1 && a[i] == a[1]))
            continue;
        for (std::uint8_t j = 0; j < 3; ++j) {
            if (a[i] != b[j])
                continue;
            shared.a[shared.count] = i;
            shared.b[shared.count] = j;
            ++shared.count;
            break;
        }
    }
    return shared;
}

bool neighbours_intersect(const Triangle& triangle_a, const Triangle& triangle_b, const SharedCorners& shared)
{
    if (!is_finite(triangle_a) || !is_finite(triangle_b))
        return false;
    const Points a = {triangle_a.a, triangle_a.b, triangle_a.c};
    const Points b = {triangle_b.a, triangle_b.b, triangle_b.c};
    switch (shared.count) {
    case 0:
        return triangles_intersect(triangle_a, triangle_b);
    case 1: {
        const int i = shared.a[0];
        const int j = shared.b[0];
        return meet_beyond_vertex(a[i], a[(i + 1) % 3], a[(i + 2) % 3], b[(j + 1) % 3], b[(j + 2) % 3]);
    }
    case 2:
        return meet_beyond_edge(
            a[shared.a[0]], a[shared.a[1]], a[3 - shared.a[0] - shared.a[1]], b[3 - shared.b[0] - shared.b[1]]);
    default:
        return true;
    }
}

} // namespace tactus
