// SPDX-License-Identifier: MIT
#pragma once

#include "spheres/maker/ball_tree.h"

namespace tactus {

struct PieceSettling {
    int rounds = 0;
    int steps = 12;         ///< of each ball in each round
    double max_error = 0.0; ///< leaves that stand out no farther stay so
    bool measures = false;  ///< what the balls of the first level really stand out by
};

/// Makes leaves stand out less, all together, without making the worst of them worse. What a ball stands out by is
/// decided by the few of its pieces that cost most. They go to neighbours that hold them already, or grow less for them
/// than the ball shrinks; those that lie between two balls are halved first. No level above becomes worse than its
/// worst.
void settle_pieces(
    const SurfaceDistance& surface, SurfacePieces& pieces, BallTree& tree, const PieceSettling& settling,
    Workers& workers);

} // namespace tactus
