// SPDX-License-Identifier: MIT
// Points in double precision, and what rounding may do to them. The judge shares no arithmetic with those it judges.
#pragma once

#include <algorithm>
#include <cmath>

#include <tactus/geometry.h>

namespace tactus::sphere_check {

/// Half the distance from 1 to the next double: the relative error of one operation.
inline constexpr double half_ulp = 0x1p-53;

struct Point {
    double x = 0.0;
    double y = 0.0;
    double z = 0.0;
};

inline Point widen(const Vec3& p) { return {p.x, p.y, p.z}; }
inline Point operator+(const Point& a, const Point& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Point operator-(const Point& a, const Point& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Point operator*(const Point& a, double s) { return {a.x * s, a.y * s, a.z * s}; }
inline double dot(const Point& a, const Point& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Point cross(const Point& a, const Point& b)
{
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double squared_norm(const Point& a) { return dot(a, a); }
inline double norm(const Point& a) { return std::sqrt(dot(a, a)); }
inline double largest_coordinate(const Point& a) { return std::max({std::abs(a.x), std::abs(a.y), std::abs(a.z)}); }

/// A point of a plane.
struct PlanePoint {
    double x = 0.0;
    double y = 0.0;
};

inline PlanePoint operator+(const PlanePoint& a, const PlanePoint& b) { return {a.x + b.x, a.y + b.y}; }
inline PlanePoint operator-(const PlanePoint& a, const PlanePoint& b) { return {a.x - b.x, a.y - b.y}; }
inline PlanePoint operator*(const PlanePoint& a, double s) { return {a.x * s, a.y * s}; }
inline double dot(const PlanePoint& a, const PlanePoint& b) { return a.x * b.x + a.y * b.y; }
inline double cross(const PlanePoint& a, const PlanePoint& b) { return a.x * b.y - a.y * b.x; }

} // namespace tactus::sphere_check
