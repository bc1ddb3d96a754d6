// SPDX-License-Identifier: MIT
#pragma once

#include "spheres/maker/ball_tree.h"
#include "spheres/maker/settle_pieces.h"

namespace tactus {

/// Gives every piece to one leaf, and makes all balls of the tree hold their pieces: those of the leaves, and above
/// them those of their children. Pieces between several leaves are halved as long as no ball holds them without
/// growing. Balls that are left without pieces are dropped, the others settle with their pieces.
void give_pieces_to_leaves(
    const SurfaceDistance& surface, SurfacePieces& pieces, BallTree& tree, const PieceSettling& settling,
    Workers& workers);

} // namespace tactus
