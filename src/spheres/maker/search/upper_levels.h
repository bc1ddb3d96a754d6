// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/threads/parallel.h"
#include "spheres/maker/search/level_search.h"
#include "spheres/maker/search/search_effort.h"

namespace tactus {

/// Finds all levels at once. The balls of each are first moved over the whole surface, as if there were no tree, so
/// that every region gets as many as it needs. Then each becomes a child of a ball of the level above, at most `branch`
/// of each, so that as little as possible lies outside of the parents' balls; and settles again, now held by its
/// parent. All of this goes by some of the points only, the fewer the higher the level.
std::vector<BallLevel> upper_levels(
    const SurfaceDistance& surface, std::span<const DoubleVector> points, std::span<const Ball> candidates,
    std::uint32_t branch, std::uint32_t level_count, const SearchEffort& effort, Workers& workers);

} // namespace tactus
