// SPDX-License-Identifier: MIT
#include "spheres/maker/search/upper_levels.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

#include "spheres/maker/balls/ball.h"
#include "spheres/maker/search/cover_choice.h"
#include "spheres/maker/search/good_covers.h"
#include "spheres/maker/search/part_matching.h"
#include "spheres/maker/search/settle_level.h"

namespace tactus {
namespace {

constexpr int reach_halvings = 5;

// The points that a ball holds and no other one, as large as they may be.
std::vector<DoubleVector>
held_by_one(std::span<const Ball> balls, std::size_t one, std::span<const DoubleVector> points, double worst)
{
    std::vector<DoubleVector> held;
    for (const DoubleVector& p : points) {
        bool others = false;
        for (std::size_t i = 0; i < balls.size() && !others; ++i)
            others = i != one && cost(balls[i], p) <= worst;
        if (!others && cost(balls[one], p) <= worst)
            held.push_back(p);
    }
    return held;
}

/// Moves the balls around one that has too much to hold, so that they hold of it what they can: without standing out by
/// more than `worst`, and without leaving what only they hold. False if none could.
bool relieve(
    const SurfaceDistance& surface, std::vector<Ball>& balls, std::size_t heavy, std::span<const DoubleVector> points,
    double worst, int steps, bool measures)
{
    BallFit fit(surface);
    bool any = false;
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < balls.size(); ++i)
        if (i != heavy)
            order.push_back(i);
    sort_by(order, [&](std::size_t i) {
        return distance(to_double(balls[i].centre), to_double(balls[heavy].centre)) - balls[i].radius_at(0.0);
    });
    for (const std::size_t taker : order) {
        std::vector<DoubleVector> wanted = held_by_one(balls, heavy, points, worst);
        std::vector<std::pair<double, std::uint32_t>> by_cost(wanted.size());
        for (std::uint32_t k = 0; k < wanted.size(); ++k)
            by_cost[k] = {cost(balls[taker], wanted[k]), k};
        std::sort(by_cost.begin(), by_cost.end());
        const std::vector<DoubleVector> own = held_by_one(balls, taker, points, worst);
        // As many of them as it can hold, by halving.
        std::size_t can = 0, cannot = wanted.size() + 1;
        Ball best = balls[taker];
        for (int i = 0; i < reach_halvings && cannot - can > 1; ++i) {
            const std::size_t count = i == 0 ? std::max<std::size_t>(wanted.size() / 4, 1) : (can + cannot) / 2;
            std::vector<DoubleVector> needed = own;
            for (std::size_t k = 0; k < std::min(count, by_cost.size()); ++k)
                needed.push_back(wanted[by_cost[k].second]);
            Ball trial = best;
            fit.fit(trial, needed, steps);
            if (measures && trial.excess <= worst)
                measure_ball(surface, trial, worst);
            if (trial.excess <= worst) {
                can = count;
                best = trial;
            } else {
                cannot = count;
            }
        }
        if (can > 0) {
            balls[taker] = best;
            any = true;
        }
    }
    return any;
}

constexpr int rounds_of_balance = 3;

struct FlatCover {
    std::vector<DoubleVector> points;
    std::vector<std::vector<Ball>> choices;
    BallLevel level;                   ///< the first choice, settled
    std::vector<std::uint32_t> owners; ///< of the points
};

// Balls that go all together over the whole surface.
BallLevel flat_level(std::vector<Ball> balls)
{
    BallLevel level;
    level.parents.assign(balls.size(), 0);
    level.first_child = {0, static_cast<std::uint32_t>(balls.size())};
    level.balls = std::move(balls);
    return level;
}

// Brings the balls of each parent together. `order` becomes where each ball was.
std::vector<std::uint32_t> sort_by_parent(BallLevel& level, std::size_t parent_count)
{
    std::vector<std::uint32_t> order(level.balls.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return level.parents[a] < level.parents[b];
    });
    BallLevel sorted;
    sorted.worst = level.worst;
    sorted.first_child.assign(parent_count + 1, 0);
    for (const std::uint32_t i : order) {
        sorted.balls.push_back(level.balls[i]);
        sorted.parents.push_back(level.parents[i]);
        ++sorted.first_child[level.parents[i] + 1];
    }
    std::partial_sum(sorted.first_child.begin(), sorted.first_child.end(), sorted.first_child.begin());
    level = std::move(sorted);
    return order;
}

// What it costs to make each ball a child of each ball above: how far its points lie outside of that one's reach, all
// together, and a little for what lies inside.
std::vector<double> costs_in_parents(const FlatCover& cover, const BallLevel& above, Workers& workers)
{
    std::vector<std::vector<std::uint32_t>> parts(cover.level.balls.size());
    for (std::uint32_t p = 0; p < cover.points.size(); ++p)
        parts[cover.owners[p]].push_back(p);
    const std::size_t parent_count = above.balls.size();
    std::vector<double> costs(parts.size() * parent_count);
    workers.for_each(parts.size(), 4, [&](std::size_t part, std::uint32_t) {
        for (std::size_t parent = 0; parent < parent_count; ++parent) {
            double sum = 0.0;
            for (const std::uint32_t p : parts[part]) {
                const double over = cost(above.balls[parent], cover.points[p]) - above.worst;
                sum += over > 0.0 ? over : 1e-3 * (over + above.worst);
            }
            costs[part * parent_count + parent] = sum;
        }
    });
    return costs;
}

struct Choice {
    BallLevel level;
    std::vector<std::uint32_t> parents; ///< of the balls of the level below
    double outside = 0.0;               ///< what of them lies outside their parents
};

Choice
matched_to(const FlatCover& second, std::vector<Ball> balls, double worst, std::uint32_t branch, Workers& workers)
{
    // A cover of few balls has room for all of the second level if some of them stand there twice.
    const std::size_t least = (second.level.balls.size() + branch - 1) / branch;
    balls.resize(std::max(balls.size(), least), Ball(balls[0]));
    Choice choice{flat_level(std::move(balls)), {}};
    choice.level.worst = worst;
    const std::vector<double> costs = costs_in_parents(second, choice.level, workers);
    const std::size_t count = choice.level.balls.size();
    choice.parents = match_parts(costs, static_cast<std::uint32_t>(count), branch);
    for (std::size_t part = 0; part < choice.parents.size(); ++part)
        choice.outside += costs[part * count + choice.parents[part]];
    return choice;
}

// The choice for the first level that is best for the second one.
BallLevel first_level(
    const SurfaceDistance& surface, FlatCover& first, const FlatCover& second, std::span<const DoubleVector> points,
    std::uint32_t branch, const SearchEffort& effort, Workers& workers)
{
    std::vector<Choice> choices;
    for (const std::vector<Ball>& balls : first.choices) {
        std::vector<Ball> balanced = balls;
        double worst = first.level.worst * tolerated;
        if (effort.balances)
            worst = effort.slack
                    * balance_over_all(
                        surface, balanced, first.points, points, rounds_of_balance * effort.local_rounds, effort.steps);
        choices.push_back(matched_to(second, std::move(balanced), worst, branch, workers));
    }
    std::stable_sort(
        choices.begin(), choices.end(), [](const Choice& a, const Choice& b) { return a.outside < b.outside; });
    choices.erase(
        std::unique(
            choices.begin(), choices.end(), [](const Choice& a, const Choice& b) { return a.outside == b.outside; }),
        choices.end());
    choices.resize(std::min(choices.size(), effort.trials));
    for (Choice& choice : choices) {
        if (effort.balances) {
            const double worst =
                balance_measured(surface, choice.level.balls, first.points, points, effort.local_rounds, effort.steps);
            choice = matched_to(second, std::move(choice.level.balls), worst * effort.slack, branch, workers);
            choice.level.worst = worst;
        } else {
            LevelSearch search(first.points, workers);
            settle_level(surface, choice.level, search, workers, {effort.local_rounds, effort.steps, 0});
        }
    }
    double least_own = first.level.worst;
    for (const Choice& choice : choices)
        least_own = std::min(least_own, choice.level.worst);
    Choice best;
    double least = 1e300;
    std::uint32_t heaviest = 0; // has the worst child
    const auto try_choice = [&](Choice choice) {
        LevelSearch search(second.points, workers);
        const double own = choice.level.worst;
        choice.level.worst *= effort.slack;
        BallLevel below = second.level;
        below.parents = choice.parents;
        sort_by_parent(below, choice.level.balls.size());
        search.assign(choice.level, choice.level.worst);
        search.descend(choice.level, std::vector<std::uint8_t>(choice.level.balls.size(), 0));
        settle_level(surface, below, search, workers, {effort.level_rounds / 2, effort.steps, 4});
        // With few balls every per cent is hard to win back.
        const double ratio = std::max(1.0, own / least_own);
        double badness = below.worst;
        for (int i = 0; i < effort.first_level_weight; ++i)
            badness *= ratio;
        if (badness >= least)
            return false;
        least = badness;
        best = std::move(choice);
        best.level.worst = own;
        for (std::size_t i = 0; i < below.balls.size(); ++i)
            if (below.balls[i].excess == below.worst)
                heaviest = below.parents[i];
        return true;
    };
    for (const Choice& choice : choices)
        try_choice(choice);
    for (std::size_t i = 0; i < effort.reliefs; ++i) {
        std::vector<Ball> balls = best.level.balls;
        const double allowed = best.level.worst * effort.slack;
        if (!relieve(surface, balls, heaviest, first.points, allowed, effort.steps, effort.balances))
            break;
        Choice relieved = matched_to(second, std::move(balls), allowed, branch, workers);
        relieved.level.worst = best.level.worst;
        if (!try_choice(std::move(relieved)))
            break;
    }
    return best.level;
}

} // namespace

std::vector<BallLevel> upper_levels(
    const SurfaceDistance& surface, std::span<const DoubleVector> points, std::span<const Ball> candidates,
    std::uint32_t branch, std::uint32_t level_count, const SearchEffort& effort, Workers& workers)
{
    std::vector<FlatCover> flat(level_count);
    // The first level is found last, so that it suits the second.
    for (std::uint32_t number = level_count; number-- > 0;) {
        FlatCover& cover = flat[number];
        std::uint32_t count = 1;
        for (std::uint32_t i = 0; i <= number; ++i)
            count *= branch;
        std::function<double(const std::vector<Ball>&, double)> misfit;
        if (number == 0 && level_count > 1 && effort.balances)
            misfit = [&](const std::vector<Ball>& balls, double worst) {
                return matched_to(flat[1], balls, worst * effort.slack, branch, workers).outside;
            };
        GoodCovers covers = good_covers(surface, points, candidates, count, effort, misfit);
        cover.choices = std::move(covers.balls);
        cover.points = count <= max_of_few
                           ? std::move(covers.samples)
                           : thinned_with_strays(
                               points, std::max<std::size_t>(effort.points_per_ball * count, effort.settle_samples));
        if (cover.choices.empty())
            return {};
        // Those that the cover did not need go to where they are.
        cover.level = flat_level(cover.choices[0]);
        cover.level.balls.resize(std::min<std::size_t>(count, cover.points.size()), cover.level.balls[0]);
        cover.level = flat_level(std::move(cover.level.balls));
        LevelSearch search(cover.points, workers);
        const int rounds_per_swap = count <= max_of_few ? 0 : 4;
        settle_level(surface, cover.level, search, workers, {effort.level_rounds, effort.steps, rounds_per_swap});
        cover.owners.assign(search.owners().begin(), search.owners().end());
    }

    std::vector<BallLevel> levels;
    for (std::uint32_t number = 0; number < level_count; ++number) {
        FlatCover& cover = flat[number];
        if (number == 0 && level_count > 1 && cover.choices.size() > 1)
            cover.level = first_level(surface, cover, flat[1], points, branch, effort, workers);
        if (number > 0) {
            LevelSearch search(cover.points, workers);
            for (const BallLevel& above : levels) {
                search.assign(above, above.worst);
                search.descend(above, std::vector<std::uint8_t>(above.balls.size(), 0));
            }
            const BallLevel& above = levels.back();
            cover.level.parents = match_parts(
                costs_in_parents(cover, above, workers), static_cast<std::uint32_t>(above.balls.size()), branch);
            // Nobody is left without children.
            std::vector<std::uint8_t> has_child(above.balls.size(), 0);
            for (const std::uint32_t parent : cover.level.parents)
                has_child[parent] = 1;
            for (std::uint32_t parent = 0; parent < above.balls.size(); ++parent)
                if (!has_child[parent]) {
                    cover.level.balls.push_back(above.balls[parent]);
                    cover.level.parents.push_back(parent);
                }
            sort_by_parent(cover.level, above.balls.size());
            settle_level(surface, cover.level, search, workers, {effort.level_rounds, effort.steps, 4});
        }
        levels.push_back(std::move(cover.level));
        levels.back().worst *= number == 0 ? effort.slack : effort.slack_below;
    }
    return levels;
}

} // namespace tactus
