// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <tactus/spheres.h>

namespace tactus {

/// How long the search for balls goes on.
struct SearchEffort {
    std::size_t pieces_per_leaf; ///< that the surface is cut into at the least
    std::size_t medial_balls_per_leaf;
    std::size_t candidates;      ///< for a choice of one ball, and some more for each other
    std::size_t samples;         ///< likewise, points
    std::size_t covers;          ///< to take the best of, where there are few balls
    std::size_t changes;         ///< to try on the best of them
    std::size_t settle_samples;  ///< points that a few balls settle over
    std::size_t points_per_ball; ///< of an upper level
    std::size_t trials;          ///< of first levels, each with the level below
    std::size_t reliefs;         ///< of the ball whose children are the worst, and as many more trials
    bool balances;               ///< a few balls, so that all stand out by about the same
    double slack;                ///< by how much the first level may become worse if it helps those below
    double slack_below;          ///< the same of the levels below it
    int first_level_weight;      ///< how many times a per cent there counts
    int local_rounds;
    int level_rounds;
    int last_rounds; ///< of the last level, once more, with all points
    int steps;
    int piece_rounds; ///< in which pieces go to neighbours that hold them at less cost
};

inline SearchEffort search_effort(SphereQuality quality)
{
    if (quality == SphereQuality::fast)
        return {80, 24, 600, 1200, 4, 24, 4000, 500, 6, 4, false, 1.01, 1.13, 1, 8, 24, 8, 10, 4};
    return {240, 48, 1000, 2000, 8, 200, 2500, 1000, 8, 6, true, 1.004, 1.2, 16, 10, 50, 50, 12, 6};
}

/// How many spheres a tree has on its last level, at the most.
inline std::size_t leaf_count(std::uint32_t levels, std::uint32_t branch)
{
    constexpr std::size_t most = 50'000;
    std::size_t leaves = 1;
    for (std::uint32_t level = 0; level < levels && leaves < most; ++level)
        leaves *= branch;
    return leaves < most ? leaves : most;
}

/// At most so many of them, as evenly spread as they come.
template <class T>
std::vector<T> thinned(std::span<const T> all, std::size_t most, std::size_t offset)
{
    const std::size_t stride = most < all.size() ? (all.size() + most - 1) / most : 1;
    std::vector<T> some;
    for (std::size_t i = offset % stride; i < all.size(); i += stride)
        some.push_back(all[i]);
    return some;
}

} // namespace tactus
