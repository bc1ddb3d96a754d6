// SPDX-License-Identifier: MIT
// The reductions of G. Bradshaw and C. O'Sullivan, "Adaptive medial-axis approximation for sphere-tree construction",
// 2004. There, spheres cover sample points and a sphere's error is sampled; here they cover pieces of the surface, an
// error is what the costliest point costs, and the balls to reduce come from whoever calls: from balls that shrink
// (medial_balls.h), or from the paper's adaptive medial axis (adaptive_medial_axis.h).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <tactus/spheres.h>

#include "spheres/maker/balls/ball.h"

namespace tactus {

/// The children of a node.
struct BallSplit {
    std::vector<Ball> balls;
    std::vector<std::uint32_t> ball_of_point; ///< for each of the node's points
};

/// At most `count` balls for the points of a node, from balls of the medial axis: by SphereMethod::merge, burst or
/// expand.
BallSplit reduce_balls(
    const SurfaceDistance& surface, SphereMethod method, std::span<const DoubleVector> points,
    std::span<const Ball> medial, std::uint32_t count);

/// The best of the three, each with its balls moved to where they stand out less, and from more balls and points. Where
/// many balls are wanted, expand alone: the others take too long.
BallSplit best_reduction(
    const SurfaceDistance& surface, std::span<const DoubleVector> points, std::span<const Ball> medial,
    std::uint32_t count);

/// The cells of an octree that hold some of the points, and the smallest ball around those of each. A cell is halved
/// along its longest side until there are `count` parts of it, or as many as the next lower power of two.
struct CellSplit {
    BallSplit split;
    std::vector<Box> cells; ///< of the balls
};
CellSplit
split_cell(const SurfaceDistance& surface, const Box& cell, std::span<const DoubleVector> points, std::uint32_t count);

} // namespace tactus
