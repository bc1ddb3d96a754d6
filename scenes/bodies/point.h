// SPDX-License-Identifier: MIT
// Scenes are computed in double and rounded to float once, at the very end.
#pragma once

#include <cmath>

#include <tactus/geometry.h>

#include "scenes/wave.h"

namespace tactus::scenes {

/// A point or a direction in double precision.
struct Point {
    double x = 0.0;
    double y = 0.0;
    double z = 0.0;
};

constexpr Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
constexpr Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
constexpr Point operator*(Point a, double s) { return {a.x * s, a.y * s, a.z * s}; }
constexpr double dot(Point a, Point b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
constexpr Point cross(Point a, Point b)
{
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double norm(Point a) { return std::sqrt(dot(a, a)); }
/// The vector at unit length; it must not be zero.
inline Point unit(Point a) { return a * (1.0 / norm(a)); }
constexpr double mix(double a, double b, double t) { return a + (b - a) * t; }
constexpr Point mix(Point a, Point b, double t) { return a + (b - a) * t; }

inline Vec3 rounded(Point p) { return {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)}; }

inline Point widened(Vec3 p) { return {p.x, p.y, p.z}; }

/// A rigid place in space: columns of a rotation, and an origin.
struct Pose {
    Point x_axis = {1.0, 0.0, 0.0};
    Point y_axis = {0.0, 1.0, 0.0};
    Point z_axis = {0.0, 0.0, 1.0};
    Point origin;

    constexpr Point operator()(Point p) const { return origin + x_axis * p.x + y_axis * p.y + z_axis * p.z; }
};

/// Turned by a number of full turns about a unit axis, then moved to the origin given.
inline Pose turned(Point axis, double turns, Point origin = {})
{
    const double c = cosine_of_turns(turns);
    const double s = sine_of_turns(turns);
    const auto turn = [&](Point p) { return p * c + cross(axis, p) * s + axis * (dot(axis, p) * (1.0 - c)); };
    return {turn({1.0, 0.0, 0.0}), turn({0.0, 1.0, 0.0}), turn({0.0, 0.0, 1.0}), origin};
}

} // namespace tactus::scenes
