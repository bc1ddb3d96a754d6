// SPDX-License-Identifier: MIT
#include "spheres/judge/judged/triangle_frame.h"

namespace tactus::sphere_check {

namespace {

Point unit(const Point& a, const Point& otherwise)
{
    const double length = norm(a);
    return length > 0.0 ? a * (1.0 / length) : otherwise;
}

Point any_orthogonal(const Point& a)
{
    const Point other = std::abs(a.x) <= std::abs(a.y) ? Point{1.0, 0.0, 0.0} : Point{0.0, 1.0, 0.0};
    return unit(cross(a, other), {0.0, 0.0, 1.0});
}

double squared_segment_distance(const PlanePoint& point, const PlanePoint& begin, const PlanePoint& end)
{
    const PlanePoint along = end - begin;
    const double squared_length = dot(along, along);
    const double t = squared_length > 0.0 ? std::clamp(dot(point - begin, along) / squared_length, 0.0, 1.0) : 0.0;
    const PlanePoint away = point - (begin + along * t);
    return dot(away, away);
}

} // namespace

TriangleFrame::TriangleFrame(const Point& a, const Point& b, const Point& c)
{
    // Begins with the longest side, so that the third corner stands over it.
    const double ab = squared_norm(b - a), bc = squared_norm(c - b), ca = squared_norm(a - c);
    const bool from_b = bc > ab && bc >= ca;
    const bool from_c = !from_b && ca > ab;
    origin = from_b ? b : from_c ? c : a;
    const Point along = (from_b ? c : from_c ? a : b) - origin;
    const Point aside = (from_b ? a : from_c ? b : c) - origin;
    second_x = norm(along);
    x_axis = unit(along, {1.0, 0.0, 0.0});
    third.x = dot(aside, x_axis);
    const Point up = aside - x_axis * third.x;
    third.y = norm(up);
    y_axis = unit(up, any_orthogonal(x_axis));
    // Of a needle the difference above is mostly rounding, and may point along the side. Taking that part out again,
    // until nothing is left to take, moves the third corner by no more than the rounding did.
    for (int again = 0; again < 3; ++again)
        y_axis = unit(y_axis - x_axis * dot(y_axis, x_axis), any_orthogonal(x_axis));
}

double TriangleFrame::distance(const Point& point) const
{
    const Point from_origin = point - origin;
    const PlanePoint foot{dot(from_origin, x_axis), dot(from_origin, y_axis)};
    const double squared_height = squared_norm(from_origin - x_axis * foot.x - y_axis * foot.y);
    const PlanePoint second{second_x, 0.0};
    const bool inside = foot.y >= 0.0 && cross(third - second, foot - second) >= 0.0 && cross(third, foot) <= 0.0;
    if (inside)
        return std::sqrt(squared_height);
    const double squared_aside = std::min(
        {squared_segment_distance(foot, {0.0, 0.0}, second), squared_segment_distance(foot, second, third),
         squared_segment_distance(foot, third, {0.0, 0.0})});
    return std::sqrt(squared_height + squared_aside);
}

} // namespace tactus::sphere_check
