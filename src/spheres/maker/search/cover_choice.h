// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "spheres/maker/balls/ball.h"

namespace tactus {

/// Chooses at most `count` balls that together hold some points, so that the costliest point costs little: the least
/// cost at which the greedy choice of the ball that holds most of what is left needs no more than `count` balls.
/// Never empty unless there are no candidates or points. `guess`, if it is not 0, is about what that cost may be.
std::vector<Ball> choose_cover(
    std::span<const Ball> candidates, std::span<const DoubleVector> points, std::uint32_t count, double guess = 0.0);

/// Moves balls until none gets better: each point goes to the ball that it costs least, and each ball to where its
/// costliest point costs less. Gives what the costliest point costs. Ends early where it is not about to become less
/// than `hopeful`.
double settle_balls(
    const SurfaceDistance& surface, std::span<Ball> balls, std::span<const DoubleVector> points, int rounds, int steps,
    double hopeful = 1e300);

/// Moves balls that are settled so that all stand out by about the same: those that stand out less are favoured, and
/// take points from others that can then move on. Gives what the costliest point costs.
double balance_balls(
    const SurfaceDistance& surface, std::vector<Ball>& balls, std::span<const DoubleVector> points, int rounds,
    int steps);

} // namespace tactus
