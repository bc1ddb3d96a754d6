// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <tactus/papers.h>

#include "cli/reproduce/spherical_octree/octree_trial.h"

namespace tactus::cli {

/// What each number of levels of uniform trees takes for the same two bodies in the same poses. Times are microseconds
/// of CPU time for one pose, in the mean of the poses and in the median of the repeats.
struct LevelRace {
    struct Runner {
        std::uint32_t levels = 0;
        PerQuery<double> microseconds;
        CheckCounts checks; ///< By the paper's own leaf test.
    };
    std::vector<Runner> runners; ///< one for each number of levels, as they were asked for
    PerQuery<double> automatic;  ///< with the numbers of levels that the library chooses by itself
    PerQuery<double> by_default; ///< with those, and cells of few features left whole: what a user gets unasked
    PerQuery<std::array<std::uint32_t, 2>> chosen; ///< these numbers, of each of the two bodies
    double moving = 0.0;                           ///< the part of each time that set_pose takes
    PerQuery<std::size_t> found;                   ///< pairs or contacts in all poses

    /// Of all numbers of levels.
    std::vector<CheckCounts> checks() const;
};

/// Counts what the paper's own leaf test takes with each number of levels. No times.
Result<LevelRace> count_levels(
    const papers::GridMesh& a, const papers::GridMesh& b, std::span<const std::uint32_t> levels,
    std::span<const Pose> poses);

/// Runs them by turns, so that a busy moment of the machine meets all of them. Refuses to give times of answers that
/// are not the same. Gives a race that has been counted its times.
Result<void> race_levels(
    LevelRace& race, const papers::GridMesh& a, const papers::GridMesh& b, std::span<const Pose> poses,
    std::uint32_t repeat);

} // namespace tactus::cli
