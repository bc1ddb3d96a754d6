// SPDX-License-Identifier: MIT
#include "spheres/maker/search/ball_reduction.h"

#include <algorithm>
#include <limits>

#include "spheres/maker/search/cover_choice.h"
#include "spheres/maker/search/good_covers.h"
#include "spheres/maker/search/search_effort.h"

namespace tactus {
namespace {

constexpr std::size_t neighbours = 6;
constexpr int steps_of_merge = 8;

struct HeldPoints {
    Ball ball;
    std::vector<DoubleVector> points;
};

// Balls with the points that each holds best; balls without are left out.
std::vector<HeldPoints> shared_out(std::span<const Ball> balls, std::span<const DoubleVector> points)
{
    std::vector<HeldPoints> all(balls.size());
    for (std::size_t i = 0; i < balls.size(); ++i)
        all[i].ball = balls[i];
    for (const DoubleVector& p : points)
        all[cheapest(balls, p)].points.push_back(p);
    std::erase_if(all, [](const HeldPoints& held) { return held.points.empty(); });
    return all;
}

HeldPoints joined(BallFit& fit, const HeldPoints& a, const HeldPoints& b)
{
    HeldPoints both{a.ball, a.points};
    both.points.insert(both.points.end(), b.points.begin(), b.points.end());
    Ball other = b.ball;
    fit.fit(both.ball, both.points, steps_of_merge);
    fit.fit(other, both.points, steps_of_merge);
    if (other.excess < both.ball.excess)
        both.ball = other;
    return both;
}

// Two neighbours become one, those first whose common ball stands out least.
std::vector<Ball> merged(const SurfaceDistance& surface, std::vector<HeldPoints> balls, std::uint32_t count)
{
    BallFit fit(surface);
    struct Pair {
        std::uint32_t a = 0;
        std::uint32_t b = 0;
        HeldPoints both;
    };
    std::vector<Pair> pairs;
    std::vector<std::uint8_t> is_gone(balls.size(), 0);
    const auto add_pairs = [&](std::uint32_t a) {
        std::vector<std::uint32_t> near;
        for (std::uint32_t b = 0; b < balls.size(); ++b)
            if (b != a && !is_gone[b])
                near.push_back(b);
        sort_by(near, [&](std::uint32_t b) {
            return distance(to_double(balls[a].ball.centre), to_double(balls[b].ball.centre));
        });
        near.resize(std::min(near.size(), neighbours));
        for (const std::uint32_t b : near)
            pairs.push_back({a, b, joined(fit, balls[a], balls[b])});
    };
    for (std::uint32_t a = 0; a < balls.size() && balls.size() > count; ++a)
        add_pairs(a);
    for (std::size_t left = balls.size(); left > count; --left) {
        const auto best = std::min_element(pairs.begin(), pairs.end(), [](const Pair& x, const Pair& y) {
            return x.both.ball.excess < y.both.ball.excess;
        });
        const Pair chosen = std::move(*best);
        is_gone[chosen.a] = is_gone[chosen.b] = 1;
        std::erase_if(pairs, [&](const Pair& pair) {
            return pair.a == chosen.a || pair.a == chosen.b || pair.b == chosen.a || pair.b == chosen.b;
        });
        balls.push_back(chosen.both);
        is_gone.push_back(0);
        add_pairs(static_cast<std::uint32_t>(balls.size() - 1));
    }
    std::vector<Ball> kept;
    for (std::size_t i = 0; i < balls.size(); ++i)
        if (!is_gone[i])
            kept.push_back(balls[i].ball);
    return kept;
}

// The ball goes whose points the others take most cheaply.
std::vector<Ball> burst(std::vector<Ball> balls, std::span<const DoubleVector> points, std::uint32_t count)
{
    while (balls.size() > count) {
        std::vector<double> price(balls.size(), 0.0);
        for (const DoubleVector& p : points) {
            const std::size_t best = cheapest(balls, p);
            double next = std::numeric_limits<double>::infinity();
            for (std::size_t i = 0; i < balls.size(); ++i)
                if (i != best)
                    next = std::min(next, cost(balls[i], p));
            price[best] = std::max(price[best], next);
        }
        balls.erase(balls.begin() + (std::min_element(price.begin(), price.end()) - price.begin()));
    }
    return balls;
}

// Goes a little towards the farthest point, again and again (M. Bădoiu and K. L. Clarkson, "Smaller core-sets for
// balls", 2003).
DoubleVector middle_of(std::span<const DoubleVector> points)
{
    DoubleVector centre = points[0];
    for (int step = 1; step <= 200; ++step) {
        const DoubleVector* farthest = &points[0];
        double most = -1.0;
        for (const DoubleVector& p : points) {
            const double squared = dot(p - centre, p - centre);
            if (squared > most) {
                most = squared;
                farthest = &p;
            }
        }
        centre = centre + (*farthest - centre) * (1.0 / (step + 1));
    }
    return centre;
}

void set_excesses(const SurfaceDistance& surface, BallSplit& split, std::span<const DoubleVector> points)
{
    std::vector<std::vector<DoubleVector>> held(split.balls.size());
    for (std::size_t p = 0; p < points.size(); ++p)
        held[split.ball_of_point[p]].push_back(points[p]);
    BallFit fit(surface);
    for (std::size_t i = 0; i < split.balls.size(); ++i)
        fit.fit(split.balls[i], held[i], 0);
}

// By SphereMethod::merge, burst or expand.
std::vector<Ball> reduced(
    const SurfaceDistance& surface, SphereMethod method, std::span<const DoubleVector> samples,
    std::span<const Ball> medial, std::uint32_t count)
{
    if (method == SphereMethod::expand)
        return choose_cover(medial, samples, count);
    std::vector<HeldPoints> balls = shared_out(medial, samples);
    if (method == SphereMethod::merge)
        return merged(surface, std::move(balls), count);
    std::vector<Ball> only_balls;
    only_balls.reserve(balls.size());
    for (const HeldPoints& held : balls)
        only_balls.push_back(held.ball);
    return burst(std::move(only_balls), samples, count);
}

// Every point goes to the ball that it costs least.
BallSplit split_among(const SurfaceDistance& surface, std::vector<Ball> balls, std::span<const DoubleVector> points)
{
    BallSplit split{std::move(balls), {}};
    for (const DoubleVector& p : points)
        split.ball_of_point.push_back(static_cast<std::uint32_t>(cheapest(split.balls, p)));
    set_excesses(surface, split, points);
    return split;
}

} // namespace

BallSplit reduce_balls(
    const SurfaceDistance& surface, SphereMethod method, std::span<const DoubleVector> points,
    std::span<const Ball> medial, std::uint32_t count)
{
    constexpr std::size_t max_to_reduce = 96, max_samples = 600;
    const bool is_expand = method == SphereMethod::expand;
    return split_among(
        surface,
        reduced(
            surface, method, thinned(points, max_samples, 0),
            thinned(medial, is_expand ? max_samples : max_to_reduce, 0), count),
        points);
}

BallSplit best_reduction(
    const SurfaceDistance& surface, std::span<const DoubleVector> points, std::span<const Ball> medial,
    std::uint32_t count)
{
    constexpr std::uint32_t max_of_merge = 64;
    constexpr std::size_t max_to_merge = 160;
    constexpr std::size_t min_samples = 1000, max_samples = 20'000, samples_per_ball = 40;
    constexpr int rounds_of_settling = 6, rounds_of_balancing = 16, steps_of_refit = 8;
    const std::vector<DoubleVector> samples =
        thinned_with_strays(points, std::clamp(samples_per_ball * count, min_samples, max_samples));
    std::vector<Ball> to_merge;
    if (count <= max_of_merge) {
        std::vector<Ball> useful;
        for (const HeldPoints& held : shared_out(medial, samples))
            useful.push_back(held.ball);
        to_merge = thinned<Ball>(useful, max_to_merge, 0);
    }
    BallSplit best;
    for (const SphereMethod method : {SphereMethod::expand, SphereMethod::merge, SphereMethod::burst}) {
        const bool is_expand = method == SphereMethod::expand;
        if (!is_expand && count > max_of_merge)
            continue;
        std::vector<Ball> balls = reduced(surface, method, samples, is_expand ? medial : to_merge, count);
        settle_balls(surface, balls, samples, rounds_of_settling, steps_of_refit);
        balance_balls(surface, balls, samples, rounds_of_balancing, steps_of_refit);
        BallSplit split = split_among(surface, std::move(balls), points);
        if (best.balls.empty() || largest_excess(split.balls) < largest_excess(best.balls))
            best = std::move(split);
    }
    return best;
}

CellSplit
split_cell(const SurfaceDistance& surface, const Box& cell, std::span<const DoubleVector> points, std::uint32_t count)
{
    std::vector<Box> cells = {cell};
    std::vector<std::uint32_t> cell_of(points.size(), 0);
    for (; 2 * cells.size() <= count;) {
        const std::size_t halved = cells.size();
        for (std::size_t i = 0; i < halved; ++i) {
            Box& lower = cells[i];
            Box upper = lower;
            const double x = double(lower.upper.x) - lower.lower.x, y = double(lower.upper.y) - lower.lower.y,
                         z = double(lower.upper.z) - lower.lower.z;
            float Vec3::*const axis = x >= y && x >= z ? &Vec3::x : y >= z ? &Vec3::y : &Vec3::z;
            const float middle = 0.5f * (lower.lower.*axis) + 0.5f * (lower.upper.*axis);
            lower.upper.*axis = middle;
            upper.lower.*axis = middle;
            cells.push_back(upper);
            for (std::size_t p = 0; p < points.size(); ++p) {
                const double at = axis == &Vec3::x ? points[p].x : axis == &Vec3::y ? points[p].y : points[p].z;
                if (cell_of[p] == i && at > middle)
                    cell_of[p] = static_cast<std::uint32_t>(cells.size() - 1);
            }
        }
    }
    CellSplit result;
    result.split.ball_of_point.resize(points.size());
    for (std::uint32_t i = 0; i < cells.size(); ++i) {
        std::vector<DoubleVector> inside;
        for (std::size_t p = 0; p < points.size(); ++p)
            if (cell_of[p] == i) {
                inside.push_back(points[p]);
                result.split.ball_of_point[p] = static_cast<std::uint32_t>(result.split.balls.size());
            }
        if (inside.empty())
            continue;
        result.split.balls.push_back(ball_at(surface, to_float(middle_of(inside))));
        result.cells.push_back(cells[i]);
    }
    set_excesses(surface, result.split, points);
    return result;
}

} // namespace tactus
