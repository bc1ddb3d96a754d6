// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "scenes/bodies/shape.h"

namespace tactus::scenes {

/// A circle about the z axis.
struct Ring {
    double height = 0.0;
    double radius = 0.0;
};

/// Rings of `sides` points, joined one to the next and closed by a point at each end: 2 x rings x sides triangles,
/// facing outward where heights rise. Points are the bottom, ring after ring, the top.
Shape closed_tube(double bottom, std::span<const Ring> rings, double top, std::uint32_t sides);

/// The unit sphere as rings about the x axis, twice as many points on each as there are steps from pole to pole:
/// 4 x rings x (rings + 1) triangles, which is 1224 for 17 rings. Closed, faces outward.
Shape ring_sphere(std::uint32_t rings);

/// A straight round instrument: its tip at the origin, its shaft along z, rounded at both ends.
/// With 64 triangles it has eight sides and long thin faces, as instruments do.
Shape capsule(std::uint32_t triangles, double length, double radius);

} // namespace tactus::scenes
