// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "spheres/maker/balls/ball.h"

namespace tactus {

/// Moves the balls around one that has too much to hold, so that they hold of it what they can: without standing out by
/// more than `worst`, and without leaving what only they hold. False if none could.
bool relieve(
    const SurfaceDistance& surface, std::vector<Ball>& balls, std::size_t heavy, std::span<const DoubleVector> points,
    double worst, int steps, bool measures);

} // namespace tactus
