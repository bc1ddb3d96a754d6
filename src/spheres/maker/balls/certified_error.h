// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <tactus/geometry.h>

#include "spheres/maker/balls/surface_distance.h"

namespace tactus {

/// How far a sphere stands out: never less than the distance from the surface of any of its points, but for those
/// inside the body if the surface is closed. The bound that follows from the centre alone is made better by looking
/// into parts of the sphere, at most so many, and until what was found is `close_enough` to it,
/// as a part of it. Metres.
double
certified_error(const SurfaceDistance& surface, const Sphere& sphere, std::size_t max_parts, double close_enough);

} // namespace tactus
