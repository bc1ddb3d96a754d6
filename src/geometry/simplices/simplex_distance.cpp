// SPDX-License-Identifier: MIT
// Doubles decide as a rule (nearest_walk.h). What they leave open is decided feature by feature: two hulls that have no
// point in common are nearest at a corner of one and a side of the other, or at an edge of each. The sides, edges and
// corners of a hull that has collapsed are among those that it has by name, so that no case is special.
#include "geometry/simplices/simplex_distance.h"

#include <algorithm>

#include "base/check.h"
#include "base/planted_fault.h"
#include "geometry/features/edge_edge.h"
#include "geometry/features/sphere_features.h"
#include "geometry/orientation.h"
#include "geometry/simplices/nearest_walk.h"
#include "geometry/triangle_pairs/triangle_triangle.h"

namespace tactus {
namespace {

/// Calls f with the sides of a hull: triangles that together are its surface, or all of it where it is flat. Ends when
/// f gives true, and gives whether it did.
template <class F>
bool any_side(const Simplex& hull, F f)
{
    const auto& p = hull.corners;
    switch (hull.count) {
    case 1:
        return f(Triangle{p[0], p[0], p[0]});
    case 2:
        return f(Triangle{p[0], p[1], p[1]});
    case 3:
        return f(Triangle{p[0], p[1], p[2]});
    default:
        return f(Triangle{p[0], p[1], p[2]}) || f(Triangle{p[0], p[3], p[1]}) || f(Triangle{p[1], p[3], p[2]})
               || f(Triangle{p[0], p[2], p[3]});
    }
}

/// The same for the segments between two corners.
template <class F>
bool any_edge(const Simplex& hull, F f)
{
    for (int i = 0; i < hull.count; ++i)
        for (int j = i + 1; j < hull.count; ++j)
            if (f(Segment{hull.corners[i], hull.corners[j]}))
                return true;
    return false;
}

/// Whether a point lies inside a tetrahedron and not on its surface. Nothing lies inside of other hulls.
bool is_inside(const Simplex& hull, Vec3 point)
{
    if (hull.count < 4)
        return false;
    const auto& p = hull.corners;
    const int turn = orient3d(p[0], p[1], p[2], p[3]);
    return turn != 0 && orient3d(p[0], p[1], p[2], point) == turn && orient3d(p[0], p[3], p[1], point) == turn
           && orient3d(p[1], p[3], p[2], point) == turn && orient3d(p[0], p[2], p[3], point) == turn;
}

/// The least of the comparisons of features, as far as it takes to know whether it is below zero.
class LeastSign {
public:
    /// Whether nothing can be less.
    bool take(int sign)
    {
        least_ = std::min(least_, sign);
        return least_ < 0;
    }
    int value() const { return least_; }

private:
    int least_ = 1;
};

/// Whether a corner of the first is nearer than the length to the second.
bool take_corners(LeastSign& least, const Simplex& hull, const Simplex& other, const LengthSum& length)
{
    return std::any_of(hull.corners.begin(), hull.corners.begin() + hull.count, [&](Vec3 corner) {
        return any_side(
            other, [&](const Triangle& side) { return least.take(compare_distance(corner, side, length)); });
    });
}

bool take_edges(LeastSign& least, const Simplex& a, const Simplex& b, const LengthSum& length)
{
    return any_edge(a, [&](const Segment& edge_a) {
        return any_edge(b, [&](const Segment& edge_b) { return least.take(compare_distance(edge_a, edge_b, length)); });
    });
}

int compared_by_features(const Simplex& a, const Simplex& b, const LengthSum& length)
{
    LeastSign least;
    if (take_corners(least, a, b, length) || take_corners(least, b, a, length) || take_edges(least, a, b, length))
        return -1;
    const bool has_length = length.a > 0.0f || length.b > 0.0f || length.c > 0.0f;
    // Where no features are nearer, one hull may still pass through the other, or lie in it.
    if (!has_length && least.value() == 0)
        return 0;
    if (hulls_intersect(a, b))
        return has_length ? -1 : 0;
    return TACTUS_FAULT(80) && least.value() == 0 ? 1 : least.value();
}

} // namespace

bool hulls_intersect(const Simplex& a, const Simplex& b)
{
    TACTUS_CHECK(a.count > 0 && b.count > 0);
    if (!overlap(box_of(a), box_of(b)))
        return false;
    const bool surfaces_do = any_side(a, [&](const Triangle& side_a) {
        return any_side(b, [&](const Triangle& side_b) { return triangles_intersect(side_a, side_b); });
    });
    // Otherwise all of one lies inside the other, or nothing.
    return surfaces_do || (!TACTUS_FAULT(81) && is_inside(a, b.corners[0])) || is_inside(b, a.corners[0]);
}

int compare_distance(const Simplex& a, const Simplex& b, const LengthSum& length)
{
    TACTUS_CHECK(a.count > 0 && b.count > 0);
    if (const int sign = detail::walked_comparison(a, b, detail::LengthBracket(length)); sign != 0) [[likely]]
        return sign;
    return compared_by_features(a, b, length);
}

int compare_distance(const Simplex& hull, const Triangle& triangle, const LengthSum& length)
{
    return compare_distance(hull, Simplex(triangle), length);
}

int compare_distance(const Simplex& hull, Vec3 point, const LengthSum& length)
{
    return compare_distance(hull, Simplex(point), length);
}

} // namespace tactus
