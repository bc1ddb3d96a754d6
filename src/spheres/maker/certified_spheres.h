// SPDX-License-Identifier: MIT
#pragma once

#include <tactus/spheres.h>

#include "spheres/maker/ball_tree.h"

namespace tactus {

/// Turns balls into spheres of floats that hold their pieces beyond doubt, and says of each how far it stands out.
SphereTree certified_spheres(
    const SurfaceDistance& surface, const SurfacePieces& pieces, const BallTree& balls,
    const SphereTreeOptions& options, Workers& workers);

} // namespace tactus
