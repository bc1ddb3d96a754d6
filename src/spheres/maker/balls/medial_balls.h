// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "base/threads/parallel.h"
#include "spheres/maker/balls/ball.h"
#include "spheres/maker/balls/surface_pieces.h"

namespace tactus {

/// A ball of the medial axis, and the piece of surface that it touches.
struct MedialBall {
    Ball ball;
    std::uint32_t piece = 0;
};

/// Balls inside the closed body that touch the surface at least twice, one for each of about `count` pieces that are
/// spread evenly. Of a surface without an inside, the middles of the pieces: balls of no size.
///
/// A ball that touches a piece in its middle shrinks until nothing of the surface is left in it (J. Ma, S. W. Bae and
/// S. Choi, "3D medial axis point approximation using nearest neighbors and the normal field", 2012).
std::vector<MedialBall>
medial_balls(const SurfaceDistance& surface, const SurfacePieces& pieces, std::size_t count, Workers& workers);

} // namespace tactus
