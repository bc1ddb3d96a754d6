// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <tactus/geometry.h>

namespace tactus {

/// Bounds the half-space of all points x with normal . x <= offset.
struct Plane {
    Vec3 normal;
    float offset = 0.0f;
};

/// The largest number of planes that a convex set is given by.
inline constexpr std::size_t max_planes = 32;

} // namespace tactus
