// SPDX-License-Identifier: MIT
#pragma once

#include "spheres/maker/balls/ball.h"

namespace tactus {

/// Measures what a ball is spared as large as it is where it stands out by `excess`, and gives it its own excess anew.
void measure_ball(const SurfaceDistance& surface, Ball& ball, double excess);

/// Fits a ball and measures it where it may stand out by `excess`, unless it does with less where it was.
void fit_measured(
    const SurfaceDistance& surface, BallFit& fit, Ball& ball, std::span<const DoubleVector> points, int steps,
    double excess);

} // namespace tactus
