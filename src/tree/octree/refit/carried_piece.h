// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "tree/sphere_block.h"

namespace tactus {

/// A ball in double.
struct CoverBall {
    DoubleVector centre;
    double radius = 0.0;
};

/// Where the piece of a face that lay in a sphere has gone, once the face's corners have moved: up to three balls that
/// cover it. One ball where the sphere is small against the face, and otherwise the corners, whose hull it is in.
struct CarriedPiece {
    std::array<CoverBall, 3> balls;
    int count = 0;
};

CarriedPiece
carried_piece(const NodeSphere& sphere, const std::array<Vec3, 3>& rest_corners, const std::array<Vec3, 3>& corners);

} // namespace tactus
