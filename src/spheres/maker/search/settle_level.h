// SPDX-License-Identifier: MIT
#pragma once

#include "base/threads/parallel.h"
#include "spheres/maker/search/level_search.h"

namespace tactus {

struct SettleSettings {
    int rounds = 20;
    int steps = 10;          ///< of each ball in each round
    int rounds_per_swap = 4; ///< 0: balls stay where they are needed least
    int last_rounds = 0;     ///< in which large balls take what they hold from smaller ones, which shrink
};

/// Moves the balls of a level so that the worst becomes better: each point goes to the ball that it costs least, across
/// the whole level, and each ball to where its costliest point costs less. Now and then balls whose points the others
/// could hold as well are taken away and put to where it costs most, under the same parent.
void settle_level(
    const SurfaceDistance& surface, BallLevel& level, LevelSearch& search, Workers& workers,
    const SettleSettings& settings);

} // namespace tactus
