// SPDX-License-Identifier: MIT
#include "spheres/judge/disk_area.h"

namespace tactus::sphere_check {

namespace {

constexpr double pi = 3.14159265358979323846;

// For 0 <= t <= 1: twice half the angle brings it below pi / 16, where the series is short.
double arc_tangent(double t)
{
    t = t / (1.0 + std::sqrt(1.0 + t * t));
    t = t / (1.0 + std::sqrt(1.0 + t * t));
    const double square = t * t;
    double sum = 0.0;
    for (int power = 25; power >= 1; power -= 2)
        sum = 1.0 / power - square * sum;
    return 4.0 * t * sum;
}

// Under the edge from `from` along `along`, as seen from the centre at the origin.
double area_under_edge(const PlanePoint& from, const PlanePoint& along, double squared_radius)
{
    const double squared_length = dot(along, along);
    if (squared_length == 0.0)
        return 0.0;
    const double turn = cross(from, along);
    const auto sector = [&](double begin, double end) {
        const PlanePoint a = from + along * begin, b = from + along * end;
        return 0.5 * squared_radius * direction_angle(turn * (end - begin), dot(a, b));
    };
    // Where the line meets the circle; the distance of the line from the centre is |turn| / length.
    const double square = squared_length * squared_radius - turn * turn;
    if (square <= 0.0)
        return sector(0.0, 1.0);
    const double middle = -dot(from, along), half = std::sqrt(square);
    const double begin = (middle - half) / squared_length, end = (middle + half) / squared_length;
    if (end <= 0.0 || begin >= 1.0)
        return sector(0.0, 1.0);
    double area = 0.5 * turn * (std::min(end, 1.0) - std::max(begin, 0.0));
    if (begin > 0.0)
        area += sector(0.0, begin);
    if (end < 1.0)
        area += sector(end, 1.0);
    return area;
}

} // namespace

double direction_angle(double y, double x)
{
    const double height = std::abs(y), width = std::abs(x);
    double angle = 0.0;
    if (height <= width)
        angle = width > 0.0 ? arc_tangent(height / width) : 0.0;
    else
        angle = pi / 2 - arc_tangent(width / height);
    if (x < 0.0)
        angle = pi - angle;
    return y < 0.0 ? -angle : angle;
}

double polygon_area(std::span<const PlanePoint> polygon)
{
    double twice = 0.0;
    for (std::size_t i = 2; i < polygon.size(); ++i)
        twice += cross(polygon[i - 1] - polygon[0], polygon[i] - polygon[0]);
    return 0.5 * twice;
}

double polygon_perimeter(std::span<const PlanePoint> polygon)
{
    double length = 0.0;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const PlanePoint side = polygon[i + 1 < polygon.size() ? i + 1 : 0] - polygon[i];
        length += std::sqrt(dot(side, side));
    }
    return length;
}

double common_area(std::span<const PlanePoint> polygon, const PlanePoint& centre, double squared_radius)
{
    if (squared_radius <= 0.0)
        return 0.0;
    double area = 0.0;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const PlanePoint& next = polygon[i + 1 < polygon.size() ? i + 1 : 0];
        area += area_under_edge(polygon[i] - centre, next - polygon[i], squared_radius);
    }
    return area;
}

} // namespace tactus::sphere_check
