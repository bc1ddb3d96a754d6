// SPDX-License-Identifier: MIT
#include "geometry/features/edge_edge.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "geometry/exact/distance_filter.h"
#include "geometry/exact/exact_distance.h"
#include "geometry/orientation.h"

namespace tactus {

namespace {

using detail::double_difference;
using detail::fraction;
using detail::Reach;

// The common normal of lines at a smaller angle has lost more than half of its digits.
constexpr double parallel_squared_sine = 0x1p-40;

// Two segments, from p to p + u and from q to q + v, as seen from each other.
struct EdgeView {
    DoubleVector pq;
    DoubleVector u;
    DoubleVector v;
    DoubleVector p_to_end_of_v;

    EdgeView(const Segment& a, const Segment& b)
        : pq(double_difference(b.begin, a.begin)), u(double_difference(a.end, a.begin)),
          v(double_difference(b.end, b.begin)), p_to_end_of_v(double_difference(b.end, a.begin))
    {
    }

    double size() const { return detail::sum_norm(pq) + detail::sum_norm(u) + detail::sum_norm(v); }

    DoubleVector offset(double s, double t) const { return pq + v * t - u * s; }

    // The least along the direction or against it, whichever is more.
    double height_along(DoubleVector normal) const
    {
        const double begin = dot(normal, pq);
        const double end = dot(normal, p_to_end_of_v);
        return std::max(std::min(begin, end), -std::max(begin, end)) - std::fabs(dot(normal, u));
    }

    double least_along(DoubleVector offset) const
    {
        return std::min(dot(offset, pq), dot(offset, p_to_end_of_v)) - std::max(0.0, dot(offset, u));
    }

    // The parameters of the points closest to a given one on the other segment.
    double along_u(double t) const { return fraction(dot(pq, u) + dot(u, v) * t, dot(u, u)); }
    double along_v(double s) const { return fraction(dot(u, v) * s - dot(pq, v), dot(v, v)); }
};

struct Feet {
    double s = 0.0;
    double t = 0.0;
    DoubleVector offset;
    double squared_length = 0.0;
    bool between_ends = false;
};

Feet feet_at(const EdgeView& view, double s, double t, bool between_ends)
{
    Feet feet = {s, t, view.offset(s, t), 0.0, between_ends};
    feet.squared_length = dot(feet.offset, feet.offset);
    return feet;
}

// The closest points of the lines, if they lie on the segments. If not, the first is brought to its segment, then the
// second to where it is closest to that and to its segment, and the first follows (C. Ericson, "Real-Time Collision
// Detection", 2005, section 5.1.9). So it is for lines that are nearly parallel: what rounding does to the first point
// hardly moves it away from the other line, but of the normal it may leave nothing.
Feet find_feet(const EdgeView& view, DoubleVector normal)
{
    const double whole = dot(normal, normal);
    const double part_s = dot(cross(view.pq, view.v), normal);
    const double part_t = dot(cross(view.pq, view.u), normal);
    const bool has_normal = whole > parallel_squared_sine * dot(view.u, view.u) * dot(view.v, view.v);
    if (has_normal && part_s >= 0.0 && part_s <= whole && part_t >= 0.0 && part_t <= whole)
        return feet_at(view, part_s / whole, part_t / whole, true);
    const double t = view.along_v(fraction(part_s, whole));
    const double s = view.along_u(t);
    return feet_at(view, s, t, false);
}

// The best of the pairs that have an end of a segment.
void take_ends(Feet& best, const EdgeView& view)
{
    const Feet candidates[4] = {
        feet_at(view, 0.0, view.along_v(0.0), false), feet_at(view, 1.0, view.along_v(1.0), false),
        feet_at(view, view.along_u(0.0), 0.0, false), feet_at(view, view.along_u(1.0), 1.0, false)};
    for (const Feet& candidate : candidates)
        if (candidate.squared_length < best.squared_length)
            best = candidate;
}

// Any order that depends on the coordinates alone.
bool comes_before(const Segment& a, const Segment& b)
{
    const auto coordinates = [](const Segment& s) {
        return std::array{s.begin.x, s.begin.y, s.begin.z, s.end.x, s.end.y, s.end.z};
    };
    return coordinates(a) < coordinates(b);
}

EdgeEdgeClosest closest_in_order(const Segment& a, const Segment& b)
{
    const EdgeView view(a, b);
    const DoubleVector normal = cross(view.u, view.v);
    Feet feet = find_feet(view, normal);
    // Of segments that are nearly parallel, rounding may have shown the wrong parts. The plane across the offset would
    // then not come between them.
    const double tolerance = 0x1p-44 * view.size() * std::sqrt(feet.squared_length);
    if (feet.squared_length - view.least_along(feet.offset) > tolerance)
        take_ends(feet, view);
    EdgeEdgeClosest result;
    result.parameter_a = feet.s;
    result.parameter_b = feet.t;
    result.on_a = to_double(a.begin) + view.u * feet.s;
    result.on_b = to_double(b.begin) + view.v * feet.t;
    // Between the ends the offset is along the common normal, however small it is.
    result.offset = feet.between_ends ? normal * (dot(normal, view.pq) / dot(normal, normal)) : feet.offset;
    result.distance = std::sqrt(dot(result.offset, result.offset));
    return result;
}

} // namespace

bool within(const Segment& a, const Segment& b, float distance)
{
    if (!(distance >= 0.0f))
        return false;
    const EdgeView view(a, b);
    const DoubleVector normal = cross(view.u, view.v);
    const double size = view.size();
    // Most edges that are too far apart are so along their common normal.
    if (detail::is_apart(dot(normal, normal), view.height_along(normal), size, distance))
        return false;
    const Feet feet = find_feet(view, normal);
    const Reach reach = detail::reach_of(feet.squared_length, view.least_along(feet.offset), size, distance);
    if (reach != Reach::open) [[likely]]
        return reach == Reach::within;
    return detail::exactly_within(a, b, distance);
}

int compare_distance(const Segment& a, const Segment& b, const LengthSum& length)
{
    const EdgeView view(a, b);
    const DoubleVector normal = cross(view.u, view.v);
    const double size = view.size();
    const detail::LengthBracket bracket(length);
    if (detail::is_apart(dot(normal, normal), view.height_along(normal), size, bracket.upper))
        return 1;
    const Feet feet = find_feet(view, normal);
    const double least = view.least_along(feet.offset);
    if (const int sign = detail::filtered_comparison(feet.squared_length, least, size, bracket); sign != 0) [[likely]]
        return sign;
    const detail::ExactLength exactly(length, a.begin, a.end, b.begin, b.end);
    return detail::compare_segments(
        exactly(a.begin), exactly(a.end), exactly(b.begin), exactly(b.end), exactly.squared());
}

EdgeEdgeClosest closest(const Segment& a, const Segment& b)
{
    if (!comes_before(b, a))
        return closest_in_order(a, b);
    EdgeEdgeClosest found = closest_in_order(b, a);
    std::swap(found.on_a, found.on_b);
    std::swap(found.parameter_a, found.parameter_b);
    found.offset = found.offset * -1.0;
    return found;
}

} // namespace tactus
