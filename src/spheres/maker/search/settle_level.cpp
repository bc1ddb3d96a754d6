// SPDX-License-Identifier: MIT
#include "spheres/maker/search/settle_level.h"

#include <algorithm>
#include <array>
#include <limits>

#include "spheres/maker/search/cover_choice.h"

namespace tactus {
namespace {

// Takes balls that are needed least to where it costs most. Gives how many.
std::size_t swap_balls(const SurfaceDistance& surface, BallLevel& level, const LevelSearch& search, double part)
{
    struct Use {
        double without = 0.0; ///< what its costliest point would cost elsewhere
        DoubleVector costliest;
    };
    std::vector<Use> uses(level.balls.size());
    for (std::size_t i = 0; i < level.balls.size(); ++i) {
        double most = -1e300;
        for (const std::uint32_t number : search.numbers_of(i)) {
            const DoubleVector p = search.points()[number];
            uses[i].without = std::max(uses[i].without, search.second_costs()[number]);
            const double here = cost(level.balls[i], p);
            if (here > most) {
                most = here;
                uses[i].costliest = p;
            }
        }
    }
    std::size_t swaps = 0;
    for (std::size_t parent = 0; parent + 1 < level.first_child.size(); ++parent) {
        const std::uint32_t begin = level.first_child[parent], end = level.first_child[parent + 1];
        std::vector<std::uint32_t> worst, spare;
        for (std::uint32_t i = begin; i < end; ++i)
            worst.push_back(i);
        spare = worst;
        sort_by(worst, [&](std::uint32_t i) { return -level.balls[i].excess; });
        sort_by(spare, [&](std::uint32_t i) { return uses[i].without; });
        const std::size_t most = std::max<std::size_t>(static_cast<std::size_t>(part * (end - begin)), 1);
        for (std::size_t k = 0; k < std::min<std::size_t>(most, worst.size()); ++k) {
            if (worst[k] == spare[k] || uses[spare[k]].without > 0.95 * level.balls[worst[k]].excess)
                break;
            level.balls[spare[k]] = ball_at(surface, to_float(uses[worst[k]].costliest), &level.balls[worst[k]]);
            ++swaps;
        }
    }
    return swaps;
}

// A ball without points takes half of those of the sibling that stands out most. Says whether there was one.
bool split_largest(const SurfaceDistance& surface, BallLevel& level, LevelSearch& search)
{
    bool was_split = false;
    for (std::size_t parent = 0; parent + 1 < level.first_child.size(); ++parent) {
        const std::uint32_t begin = level.first_child[parent], end = level.first_child[parent + 1];
        std::vector<std::uint32_t> by_excess, empty;
        for (std::uint32_t i = begin; i < end; ++i)
            (search.points_of(i).empty() ? empty : by_excess).push_back(i);
        sort_by(by_excess, [&](std::uint32_t i) { return -level.balls[i].excess; });
        for (std::size_t k = 0; k < std::min(empty.size(), by_excess.size()); ++k) {
            const std::uint32_t large = by_excess[k];
            const std::span<const DoubleVector> points = search.points_of(large);
            if (points.size() < 2)
                break;
            const auto costliest = std::max_element(points.begin(), points.end(), [&](DoubleVector a, DoubleVector b) {
                return cost(level.balls[large], a) < cost(level.balls[large], b);
            });
            std::array<Ball, 2> halves = {
                level.balls[large], ball_at(surface, to_float(*costliest), &level.balls[large])};
            settle_balls(surface, halves, points, 8, 12);
            level.balls[large] = halves[0];
            level.balls[empty[k]] = halves[1];
            const std::span<const std::uint32_t> numbers = search.numbers_of(large);
            for (std::size_t p = 0; p < points.size(); ++p)
                search.set_owner(
                    numbers[p], cost(halves[1], points[p]) < cost(halves[0], points[p]) ? empty[k] : large);
            was_split = true;
        }
    }
    return was_split;
}

} // namespace

void settle_level(
    const SurfaceDistance& surface, BallLevel& level, LevelSearch& search, Workers& workers,
    const SettleSettings& settings)
{
    std::vector<BallFit> fits(workers.count(), BallFit(surface));
    const auto fit_all = [&] {
        search.gather(level.balls.size());
        workers.for_each(level.balls.size(), 1, [&](std::size_t i, std::uint32_t worker) {
            fits[worker].fit(level.balls[i], search.points_of(i), settings.steps);
        });
        level.worst = largest_excess(level.balls);
    };
    BallLevel best;
    best.worst = std::numeric_limits<double>::infinity();
    double reach = 1.2 * search.estimate_reach(level);
    for (int round = 0; round < settings.rounds; ++round) {
        search.assign(level, reach);
        fit_all();
        reach = level.worst * (1.0 + 1e-9);
        const bool may_swap = settings.rounds_per_swap != 0 && round + 2 * settings.rounds_per_swap < settings.rounds
                              && round % settings.rounds_per_swap == settings.rounds_per_swap - 1;
        if (level.worst < best.worst)
            best = level;
        if (may_swap && swap_balls(surface, level, search, 0.1) != 0)
            reach *= 1.2;
    }
    if (best.worst < level.worst) {
        level = best;
        search.assign(level, level.worst * (1.0 + 1e-9));
        fit_all();
    }
    for (int round = 0; round < settings.last_rounds; ++round) {
        search.assign_to_largest(level);
        fit_all();
        if (round + 1 < settings.last_rounds)
            split_largest(surface, level, search);
    }
    // What is left over at the end is of use to one large ball each.
    for (int round = 0; settings.last_rounds != 0 && round < 8 && split_largest(surface, level, search); ++round)
        fit_all();
}

} // namespace tactus
