// SPDX-License-Identifier: MIT
#include "sphere_tree/search/upper_levels.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sphere_tree/search/cover_choice.h"
#include "sphere_tree/search/part_matching.h"
#include "sphere_tree/search/settle_level.h"

namespace tactus {
namespace {

constexpr std::size_t candidates_per_ball = 24;
constexpr std::size_t samples_per_ball = 32;
constexpr std::uint32_t most_of_few = 32;
// How close to the best a cover must come to be settled to the end.
constexpr double hopeful = 1.01;
constexpr int rounds_of_balance = 3;
constexpr int rounds_of_letting_in = 6;
// By how much a cover may be worse than the best one if it suits the level below.
constexpr double tolerated = 1.04;
// By how much a level may become worse if it helps the level below.
constexpr double slack_below = 1.13;

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

// Some of the points, and those that lie far from the ones before and after them: a small piece of the surface that is
// far from all others may have no more.
std::vector<DoubleVector> thinned_with_strays(std::span<const DoubleVector> points, std::size_t most)
{
    const std::size_t stride = std::max<std::size_t>((points.size() + most - 1) / most, 1);
    double sum = 0.0;
    for (std::size_t i = stride; i < points.size(); i += stride)
        sum += distance(points[i], points[i - stride]);
    const double far = 4.0 * sum * static_cast<double>(stride) / static_cast<double>(points.size());
    std::vector<DoubleVector> some;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const DoubleVector before = points[i - i % stride];
        const DoubleVector after = points[std::min(i - i % stride + stride, points.size() - 1)];
        if (i % stride == 0 || (distance(points[i], before) > far && distance(points[i], after) > far))
            some.push_back(points[i]);
    }
    return some;
}

// Adds to `some` the point of each ball that costs most, of all points, if it costs clearly more than `worst`. Gives what
// the costliest of all costs.
double let_in_costly(
    std::vector<DoubleVector>& some, std::span<const DoubleVector> points, std::span<const Ball> balls, double worst)
{
    std::vector<double> most(balls.size(), worst * (1.0 + 1e-3));
    std::vector<std::size_t> costliest(balls.size(), points.size());
    double all_most = worst;
    for (std::size_t p = 0; p < points.size(); ++p) {
        std::size_t best = 0;
        double least = 1e300;
        for (std::size_t i = 0; i < balls.size(); ++i) {
            const double here = cost(balls[i], points[p]);
            if (here < least) {
                least = here;
                best = i;
                if (least <= worst)
                    break;
            }
        }
        all_most = std::max(all_most, least);
        if (least > most[best]) {
            most[best] = least;
            costliest[best] = p;
        }
    }
    for (const std::size_t p : costliest)
        if (p != points.size())
            some.push_back(points[p]);
    return all_most;
}

// Balances balls over some of the points, and lets those in that were left out and matter after all. Gives what the
// costliest of all costs.
double balance_over_all(
    const SurfaceDistance& surface, std::vector<Ball>& balls, std::vector<DoubleVector>& some,
    std::span<const DoubleVector> points, int rounds, int steps)
{
    double worst = balance_balls(surface, balls, some, rounds, steps);
    for (int round = 0;; ++round) {
        const std::size_t before = some.size();
        const double most = let_in_costly(some, points, balls, worst);
        if (some.size() == before || round == rounds_of_letting_in)
            return most;
        worst = balance_balls(surface, balls, some, rounds, steps);
    }
}

// Whether each ball has one in the other cover that is almost in the same place.
bool are_alike(std::span<const Ball> balls, std::span<const Ball> others)
{
    constexpr double almost = 0.1;
    return std::all_of(balls.begin(), balls.end(), [&](const Ball& ball) {
        return std::any_of(others.begin(), others.end(), [&](const Ball& other) {
            return distance(to_double(ball.centre), to_double(other.centre)) < almost * (ball.depth + ball.excess);
        });
    });
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
    workers.for_each_chunk(parts.size(), 4, [&](std::size_t, std::size_t begin, std::size_t end, std::uint32_t) {
        for (std::size_t part = begin; part < end; ++part)
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

Choice matched_to(
    const FlatCover& second, std::vector<Ball> balls, double worst, std::uint32_t branch, Workers& workers)
{
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
    BallLevel best = first.level;
    double least = 1e300;
    double last = -1.0;
    std::size_t trials = 0;
    for (Choice& choice : choices) {
        if (choice.outside == last)
            continue;
        last = choice.outside;
        if (trials++ == effort.trials)
            break;
        {
            LevelSearch search(first.points, workers);
            settle_level(surface, choice.level, search, workers, {effort.local_rounds, effort.steps, 0});
        }
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
        const double ratio = std::max(1.0, own / first.level.worst);
        const double badness = below.worst * std::pow(ratio, effort.first_level_weight);
        if (badness < least) {
            least = badness;
            best = std::move(choice.level);
            best.worst = own;
        }
    }
    return best;
}

} // namespace

GoodCovers good_covers(
    const SurfaceDistance& surface, std::span<const DoubleVector> points, std::span<const Ball> candidates,
    std::uint32_t count, const SearchEffort& effort,
    const std::function<double(const std::vector<Ball>& balls, double worst)>& misfit)
{
    struct Found {
        std::vector<Ball> balls;
        double worst = 0.0;
        double misfit = 1e300;
    };
    std::vector<Found> found;
  const bool few = count <= most_of_few;
    double guess = 0.0;
    std::vector<DoubleVector> all = thinned_with_strays(points, effort.settle_samples);
    double least_worst = 1e300;
    // Points that were left out and that matter after all are let in.
    const auto complete = [&](Found& cover) {
        if (effort.balances && cover.worst < hopeful * least_worst)
            cover.worst = balance_balls(surface, cover.balls, all, 2 * effort.local_rounds, effort.steps);
        for (int round = 0; round < rounds_of_letting_in && cover.worst < tolerated * least_worst; ++round) {
            const std::size_t before = all.size();
            let_in_costly(all, points, cover.balls, cover.worst);
            if (all.size() == before)
                break;
            cover.worst = effort.balances
                ? balance_balls(surface, cover.balls, all, effort.local_rounds, effort.steps)
                : settle_balls(surface, cover.balls, all, effort.local_rounds, effort.steps);
        }
        const std::size_t before = all.size();
        cover.worst = std::max(cover.worst, let_in_costly(all, points, cover.balls, cover.worst));
        all.resize(before);
        least_worst = std::min(least_worst, cover.worst);
        if (misfit && cover.worst < tolerated * least_worst)
            cover.misfit = misfit(cover.balls, cover.worst);
    };
    for (std::size_t i = 0; i < (few ? effort.covers : 1); ++i) {
        const std::vector<DoubleVector> samples = thinned(points, effort.samples + samples_per_ball * count, 7 * i);
        Found cover;
        cover.balls = choose_cover(
            thinned(candidates, effort.candidates + candidates_per_ball * count, 5 * i + 1), samples, count, guess);
        if (cover.balls.empty())
            continue;
        if (few) {
            guess = settle_balls(surface, cover.balls, samples, 1, 0);
            cover.worst = settle_balls(surface, cover.balls, all, effort.local_rounds, effort.steps);
            complete(cover);
        }
        found.push_back(std::move(cover));
    }
    const auto is_better = [](const Found& a, const Found& b) { return a.worst < b.worst; };
    std::uint64_t random = 0x9E3779B97F4A7C15u;
    for (std::size_t i = 0; few && count > 1 && i < effort.changes && !found.empty(); ++i) {
        // One or two balls of the best go to where it costs most, others make up for them.
        Found changed = *std::min_element(found.begin(), found.end(), is_better);
        if (misfit && i % 3 != 0) {
            const auto suits_best =
                std::min_element(found.begin(), found.end(), [&](const Found& a, const Found& b) {
                    const auto badness = [&](const Found& cover) {
                        return cover.worst < tolerated * least_worst ? cover.misfit : 1e300;
                    };
                    return badness(a) < badness(b);
                });
            if (suits_best->misfit < 1e300)
                changed = *suits_best;
        }
        for (std::size_t k = 0; k < 1 + i % 2; ++k) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            const std::size_t moved = (random >> 33) % changed.balls.size();
            double most = -1e300;
            DoubleVector costliest;
            for (const DoubleVector& p : all) {
                double least = 1e300;
                for (std::size_t b = 0; b < changed.balls.size(); ++b)
                    if (b != moved || i % 4 < 2)
                        least = std::min(least, cost(changed.balls[b], p));
                if (least > most) {
                    most = least;
                    costliest = p;
                }
            }
            changed.balls[moved] = ball_at(surface, to_float(costliest));
        }
        changed.worst = settle_balls(surface, changed.balls, all, 2 * effort.local_rounds, effort.steps, hopeful * least_worst);
        complete(changed);
        found.push_back(std::move(changed));
    }
    std::stable_sort(found.begin(), found.end(), is_better);
    std::vector<std::vector<Ball>> covers;
    for (Found& cover : found)
        if (cover.worst <= found[0].worst * tolerated
            && std::none_of(covers.begin(), covers.end(), [&](const std::vector<Ball>& better) {
                   return are_alike(cover.balls, better);
               }))
            covers.push_back(std::move(cover.balls));
    return {std::move(covers), std::move(all)};
}

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
        cover.points = count <= most_of_few
            ? std::move(covers.samples)
            : thinned_with_strays(points, std::max<std::size_t>(effort.points_per_ball * count, effort.settle_samples));
        if (cover.choices.empty())
            return {};
        // Those that the cover did not need go to where they are.
        cover.level = flat_level(cover.choices[0]);
        cover.level.balls.resize(std::min<std::size_t>(count, cover.points.size()), cover.level.balls[0]);
        cover.level = flat_level(std::move(cover.level.balls));
        LevelSearch search(cover.points, workers);
        const int rounds_per_swap = count <= most_of_few ? 0 : 4;
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
        }levels.push_back(std::move(cover.level));
        levels.back().worst *= number == 0 ? effort.slack : slack_below;
    }
    return levels;
}

} // namespace tactus
