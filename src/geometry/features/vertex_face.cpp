// SPDX-License-Identifier: MIT
#include "geometry/features/vertex_face.h"

#include <algorithm>
#include <limits>

#include "geometry/exact/distance_filter.h"
#include "geometry/exact/exact_distance.h"
#include "geometry/orientation.h"

namespace tactus {

namespace {

using detail::double_difference;
using detail::fraction;
using detail::Reach;

// The normal of a triangle that is less wide than this share of its length, squared, has lost more than half of its
// digits, and rounding does more to its plane than it is wide: it is no more than its edges.
constexpr double sliver_squared_width = 0x1p-52;

// A triangle as seen from a point.
struct FaceView {
    DoubleVector to_a;
    DoubleVector to_b;
    DoubleVector to_c;
    DoubleVector ab;
    DoubleVector ac;
    DoubleVector bc;

    FaceView(Vec3 point, const Triangle& t)
        : to_a(double_difference(t.a, point)), to_b(double_difference(t.b, point)), to_c(double_difference(t.c, point)),
          ab(double_difference(t.b, t.a)), ac(double_difference(t.c, t.a)), bc(double_difference(t.c, t.b))
    {
    }

    double size() const { return detail::sum_norm(to_a) + detail::sum_norm(ab) + detail::sum_norm(ac); }

    // The least along the direction or against it, whichever is more: positive if the plane through the point across
    // it has all corners on one side.
    double height_along(DoubleVector normal) const
    {
        const double a = dot(normal, to_a);
        const double b = dot(normal, to_b);
        const double c = dot(normal, to_c);
        return std::max(std::min(std::min(a, b), c), -std::max(std::max(a, b), c));
    }

    double least_along(DoubleVector offset) const
    {
        return std::min(std::min(dot(offset, to_a), dot(offset, to_b)), dot(offset, to_c));
    }
};

// A point of the triangle, a + u (b - a) + v (c - a), and the offset to it.
struct Foot {
    double u = 0.0;
    double v = 0.0;
    DoubleVector offset;
    double squared_length = std::numeric_limits<double>::infinity();
    bool on_edge = true;

    void take_edge(DoubleVector to_begin, DoubleVector along, DoubleVector begin, DoubleVector end)
    {
        const double t = fraction(-dot(to_begin, along), dot(along, along));
        const DoubleVector candidate = to_begin + along * t;
        const double squared = dot(candidate, candidate);
        if (squared < squared_length) {
            u = begin.x + (end.x - begin.x) * t;
            v = begin.y + (end.y - begin.y) * t;
            offset = candidate;
            squared_length = squared;
            on_edge = true;
        }
    }
};

// Corners in the coordinates u and v.
constexpr DoubleVector corner_a = {0.0, 0.0, 0.0};
constexpr DoubleVector corner_b = {1.0, 0.0, 0.0};
constexpr DoubleVector corner_c = {0.0, 1.0, 0.0};

void take_every_edge(Foot& foot, const FaceView& view)
{
    foot.take_edge(view.to_a, view.ab, corner_a, corner_b);
    foot.take_edge(view.to_b, view.bc, corner_b, corner_c);
    foot.take_edge(view.to_a, view.ac, corner_a, corner_c);
}

// The point's foot on the plane is the closest point if it lies in the triangle. If not, the closest point is on one of
// the edges that the foot lies beyond.
Foot find_foot(const FaceView& view, DoubleVector normal)
{
    const double weight_a = dot(cross(view.to_b, view.bc), normal);
    const double weight_b = dot(cross(view.ac, view.to_a), normal);
    const double weight_c = dot(cross(view.to_a, view.ab), normal);
    const double total = weight_a + weight_b + weight_c;
    Foot foot;
    if (weight_a >= 0.0 && weight_b >= 0.0 && weight_c >= 0.0 && total > 0.0) {
        foot.u = weight_b / total;
        foot.v = weight_c / total;
        foot.offset = view.to_a + view.ab * foot.u + view.ac * foot.v;
        foot.squared_length = dot(foot.offset, foot.offset);
        foot.on_edge = false;
        return foot;
    }
    if (weight_c < 0.0)
        foot.take_edge(view.to_a, view.ab, corner_a, corner_b);
    if (weight_a < 0.0)
        foot.take_edge(view.to_b, view.bc, corner_b, corner_c);
    if (weight_b < 0.0)
        foot.take_edge(view.to_a, view.ac, corner_a, corner_c);
    if (foot.squared_length == std::numeric_limits<double>::infinity())
        take_every_edge(foot, view);
    return foot;
}

} // namespace

bool within(Vec3 point, const Triangle& triangle, float distance)
{
    if (!(distance >= 0.0f))
        return false;
    const FaceView view(point, triangle);
    const DoubleVector normal = cross(view.ab, view.ac);
    const double size = view.size();
    // Most points that are too far away are too far from the plane.
    if (detail::is_apart(dot(normal, normal), view.height_along(normal), size, distance))
        return false;
    const Foot foot = find_foot(view, normal);
    const Reach reach = detail::reach_of(foot.squared_length, view.least_along(foot.offset), size, distance);
    if (reach != Reach::open) [[likely]]
        return reach == Reach::within;
    return detail::exactly_within(point, triangle, distance);
}

VertexFaceClosest closest(Vec3 point, const Triangle& triangle)
{
    const FaceView view(point, triangle);
    const DoubleVector normal = cross(view.ab, view.ac);
    const double longest = std::max({dot(view.ab, view.ab), dot(view.ac, view.ac), dot(view.bc, view.bc)});
    const bool is_sliver = !(dot(normal, normal) > sliver_squared_width * longest * longest);
    Foot foot = is_sliver ? Foot{} : find_foot(view, normal);
    if (is_sliver)
        take_every_edge(foot, view);
    // Of a triangle that is nearly a segment, rounding may have shown the wrong part. The plane across the offset would
    // then cut into the triangle.
    const double tolerance = 0x1p-44 * view.size() * std::sqrt(foot.squared_length);
    if (foot.squared_length - view.least_along(foot.offset) > tolerance)
        take_every_edge(foot, view);
    VertexFaceClosest result;
    result.weights = {std::max(0.0, 1.0 - foot.u - foot.v), foot.u, foot.v};
    result.on_face = to_double(triangle.a) + view.ab * foot.u + view.ac * foot.v;
    // Inside the triangle the offset is along the normal, however small it is.
    result.offset = foot.on_edge ? foot.offset : normal * (dot(normal, view.to_a) / dot(normal, normal));
    result.distance = std::sqrt(dot(result.offset, result.offset));
    return result;
}

} // namespace tactus
