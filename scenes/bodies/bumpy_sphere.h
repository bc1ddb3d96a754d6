// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "scenes/bodies/shape.h"
#include "scenes/travelling_waves.h"

namespace tactus::scenes {

/// A unit sphere with standing bumps, 0.86 to 1.14 m from its centre.
Shape bumpy_sphere(std::uint32_t triangles, std::uint64_t seed);

/// The waves that run over it: the surface moves in and out by up to 3 % of its radius.
TravellingWaves bumpy_sphere_waves(std::uint64_t seed);

} // namespace tactus::scenes
