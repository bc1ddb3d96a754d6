// SPDX-License-Identifier: MIT
#include "spheres/maker/search/relief.h"

#include <algorithm>

#include "spheres/maker/balls/measured_ball.h"

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

} // namespace

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
    const auto from_heavy = [&](std::size_t i) {
        return distance(to_double(balls[i].centre), to_double(balls[heavy].centre)) - balls[i].radius_at(0.0);
    };
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return from_heavy(a) != from_heavy(b) ? from_heavy(a) < from_heavy(b) : a < b;
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

} // namespace tactus
