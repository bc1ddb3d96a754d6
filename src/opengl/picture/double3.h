// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

#include <tactus/geometry.h>

namespace tactus {

/// A point or direction in double precision: wide enough that boxes of 1e30 neither overflow nor vanish.
struct Double3 {
    double x = 0.0;
    double y = 0.0;
    double z = 0.0;
};

constexpr Double3 operator+(Double3 a, Double3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
constexpr Double3 operator-(Double3 a, Double3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
constexpr Double3 operator*(Double3 a, double s) { return {a.x * s, a.y * s, a.z * s}; }
constexpr double dot(Double3 a, Double3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

constexpr Double3 cross(Double3 a, Double3 b)
{
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

inline double norm(Double3 a) { return std::hypot(a.x, a.y, a.z); }

/// The direction of a vector. One without a finite length above zero gives `otherwise`.
inline Double3 normalized(Double3 a, Double3 otherwise)
{
    const double length = norm(a);
    return length > 0.0 && std::isfinite(length) ? a * (1.0 / length) : otherwise;
}

constexpr Double3 widen(Vec3 a) { return {a.x, a.y, a.z}; }

constexpr Vec3 narrow(Double3 a) { return {static_cast<float>(a.x), static_cast<float>(a.y), static_cast<float>(a.z)}; }

} // namespace tactus
