// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "spheres/maker/balls/ball.h"
#include "spheres/maker/search/search_effort.h"

namespace tactus {

/// No more balls than this are few.
constexpr std::uint32_t max_of_few = 32;
/// By how much a cover may be worse than the best one if it suits the level below.
constexpr double tolerated = 1.04;

/// Covers of some points by at most `count` balls, the best first; more than one only where there are few balls.
struct GoodCovers {
    std::vector<std::vector<Ball>> balls;
    std::vector<DoubleVector> samples; ///< the points that decided, where there are few balls
};
/// `misfit`, if there is one, says how badly balls that cost so much suit another purpose: those that suit it best are
/// looked for too.
GoodCovers good_covers(
    const SurfaceDistance& surface, std::span<const DoubleVector> points, std::span<const Ball> candidates,
    std::uint32_t count, const SearchEffort& effort,
    const std::function<double(const std::vector<Ball>& balls, double worst)>& misfit = {});

/// Some of the points, and those that lie far from the ones before and after them: a small piece of the surface that is
/// far from all others may have no more.
std::vector<DoubleVector> thinned_with_strays(std::span<const DoubleVector> points, std::size_t most);

/// Balances balls over some of the points, and lets those in that were left out and matter after all. Gives what the
/// costliest of all costs.
double balance_over_all(
    const SurfaceDistance& surface, std::vector<Ball>& balls, std::vector<DoubleVector>& some,
    std::span<const DoubleVector> points, int rounds, int steps);

/// The same, and goes by what the balls really stand out by, as measured again and again.
double balance_measured(
    const SurfaceDistance& surface, std::vector<Ball>& balls, std::vector<DoubleVector>& some,
    std::span<const DoubleVector> points, int rounds, int steps);

} // namespace tactus
