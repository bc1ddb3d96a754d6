// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "scenes/bodies/shape.h"

namespace tactus::scenes {

/// A ring about the z axis, closed, faces outward: a circle of `tube_radius` led along one of `ring_radius`.
Shape torus(std::uint32_t triangles, double ring_radius, double tube_radius);

} // namespace tactus::scenes
