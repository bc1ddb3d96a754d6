// SPDX-License-Identifier: MIT
#include "spheres/maker/search/good_covers.h"

#include <algorithm>

#include "spheres/maker/search/cover_choice.h"

namespace tactus {
namespace {

constexpr std::size_t candidates_per_ball = 24;
constexpr std::size_t samples_per_ball = 32;
// How close to the best a cover must come to be settled to the end.
constexpr double hopeful = 1.01;
constexpr int rounds_of_letting_in = 6;

// Adds to `some` the point of each ball that costs most, of all points, if it costs clearly more than `worst`. Gives
// what the costliest of all costs.
double let_in_costly(
    std::vector<DoubleVector>& some, std::span<const DoubleVector> points, std::span<const Ball> balls, double worst)
{
    std::vector<double> most(balls.size(), worst * (1.0 + 1e-3));
    std::vector<std::size_t> costliest(balls.size(), points.size());
    double all_most = worst;
    std::size_t last = 0;
    for (std::size_t p = 0; p < points.size(); ++p) {
        // Points that follow each other are close, and often in the same ball.
        if (cost(balls[last], points[p]) <= worst)
            continue;
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
        last = best;
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

// Whether each ball has one in the other cover that is almost in the same place.
bool are_alike(std::span<const Ball> balls, std::span<const Ball> others)
{
    constexpr double almost = 0.1;
    return std::all_of(balls.begin(), balls.end(), [&](const Ball& ball) {
        return std::any_of(others.begin(), others.end(), [&](const Ball& other) {
            return distance(to_double(ball.centre), to_double(other.centre)) < almost * ball.radius_at(ball.excess);
        });
    });
}

} // namespace

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

double balance_measured(
    const SurfaceDistance& surface, std::vector<Ball>& balls, std::vector<DoubleVector>& some,
    std::span<const DoubleVector> points, int rounds, int steps)
{
    constexpr int measurements = 2;
    double allowed = balance_over_all(surface, balls, some, points, rounds, steps);
    double least = 1e300;
    std::vector<Ball> best;
    for (int i = 0;; ++i) {
        double worst = 0.0;
        for (Ball& ball : balls) {
            measure_ball(surface, ball, allowed);
            worst = std::max(worst, ball.excess);
        }
        if (worst < least) {
            least = worst;
            best = balls;
        }
        if (i == measurements)
            break;
        allowed = balance_over_all(surface, balls, some, points, rounds, steps);
    }
    balls = std::move(best);
    return least;
}

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
    const bool few = count <= max_of_few;
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
            cover.worst = effort.balances ? balance_balls(surface, cover.balls, all, effort.local_rounds, effort.steps)
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
            const auto suits_best = std::min_element(found.begin(), found.end(), [&](const Found& a, const Found& b) {
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
        changed.worst =
            settle_balls(surface, changed.balls, all, 2 * effort.local_rounds, effort.steps, hopeful * least_worst);
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

} // namespace tactus
