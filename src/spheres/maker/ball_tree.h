// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <tactus/spheres.h>

#include "base/threads/parallel.h"
#include "spheres/maker/search/level_search.h"

namespace tactus {

/// A tree of balls over a surface that is cut into pieces, before its spheres are rounded and certified.
struct BallTree {
    std::vector<BallLevel> levels;             ///< the root first
    std::vector<std::uint32_t> first_of_level; ///< balls are numbered through all levels
    std::vector<std::uint32_t> leaf_of_point;  ///< number of a ball without children
    std::vector<std::uint32_t> leaf_of_piece;  ///< the same, and the ball holds the whole piece

    std::uint32_t size() const { return first_of_level.back(); }
};

/// Says how much is done; false to give up.
using Progress = std::function<bool(double done)>;

/// What a tree is made from and how.
struct BallTreeSettings {
    std::uint32_t levels = 3;
    std::uint32_t branch = 8;
    double max_error = 0.0;
    SphereMethod method = SphereMethod::medial;
    SphereQuality quality = SphereQuality::fast;
};

/// Grows a tree level by level from the root. Pieces that no single ball holds well are halved. Nothing if `progress`
/// gave up.
std::optional<BallTree> grow_ball_tree(
    const SurfaceDistance& surface, SurfacePieces& pieces, const BallTreeSettings& settings, Workers& workers,
    const Progress& progress);

} // namespace tactus
