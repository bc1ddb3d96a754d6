// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "scenes/bodies/shape.h"

namespace tactus::scenes {

/// The unit sphere: each face of an icosahedron cut into n x n triangles, with n such that 20 n^2 comes
/// nearest to the number asked for (80, 320, 1280, 5120, 20480 and so on come out exactly). Closed, faces outward.
Shape icosphere(std::uint32_t triangles);

} // namespace tactus::scenes
