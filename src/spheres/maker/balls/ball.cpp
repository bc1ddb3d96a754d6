// SPDX-License-Identifier: MIT
#include "spheres/maker/balls/ball.h"

#include <algorithm>

#include "spheres/maker/balls/certified_error.h"

namespace tactus {
namespace {

constexpr std::size_t max_near = 24;

double farthest(DoubleVector centre, std::span<const DoubleVector> points)
{
    double most = 0.0;
    for (const DoubleVector& p : points) {
        const DoubleVector away = p - centre;
        const double squared = dot(away, away);
        most = squared > most ? squared : most;
    }
    return std::sqrt(most);
}

// The shortest vector from the hull of `from` to the hull of `to`, roughly (E. Gilbert, "An iterative procedure for
// computing the minimum of a quadratic form on a convex set", 1966).
DoubleVector shortest_between(std::span<const DoubleVector> from, std::span<const DoubleVector> to)
{
    DoubleVector at = from[0], end = to[0];
    for (int step = 0; step < 16; ++step) {
        const DoubleVector way = end - at;
        const auto first_along = [&](std::span<const DoubleVector> points, DoubleVector direction) {
            const DoubleVector* best = &points[0];
            double least = dot(*best, direction);
            for (const DoubleVector& p : points.subspan(1)) {
                const double along = dot(p, direction);
                if (along < least) {
                    least = along;
                    best = &p;
                }
            }
            return *best;
        };
        const DoubleVector new_end = first_along(to, way), new_at = first_along(from, way * -1.0);
        const DoubleVector better = new_end - new_at;
        const DoubleVector change = way - better;
        const double gain = dot(way, change);
        if (!(gain > 1e-3 * dot(way, way)))
            break;
        const double t = std::min(gain / dot(change, change), 1.0);
        at = at + (new_at - at) * t;
        end = end + (new_end - end) * t;
    }
    return end - at;
}

} // namespace

Ball ball_at(const SurfaceDistance& surface, Vec3 centre, const Ball* near)
{
    const DoubleVector at = to_double(centre);
    const NearestPoint nearest = surface.nearest(at, near ? near->place : 0);
    Ball ball{centre, -nearest.distance, nearest.point, nearest.place, 0.0};
    if (!surface.is_closed())
        return ball;
    const bool same_side = near && distance(at, to_double(near->centre)) < 0.999 * std::abs(near->depth);
    if (same_side ? near->depth > 0.0 : surface.is_inside(centre))
        ball.depth = nearest.distance;
    return ball;
}

void BallFit::fit(Ball& ball, std::span<const DoubleVector> points, int steps)
{
    if (points.empty()) {
        ball.excess = -std::abs(ball.depth);
        return;
    }
    DoubleVector centre = to_double(ball.centre);
    double radius = farthest(centre, points);
    ball.excess = radius - ball.depth - ball.spared;
    near_.assign(1, ball.nearest);

    double step = std::max(0.25 * ball.excess, 1e-3 * radius);
    const double least_step = 2e-4 * radius;
    DoubleVector gathered_at = centre;
    double room = -1.0; // how far the centre may go before other points can become the farthest
    for (int i = 0; i < steps && step > least_step; ++i) {
        if (distance(centre, gathered_at) + step > room) {
            room = 3.0 * step;
            gathered_at = centre;
            far_.clear();
            const double least = std::max(radius - 2.0 * room, 0.0);
            for (const DoubleVector& p : points)
                if (dot(p - centre, p - centre) >= least * least)
                    far_.push_back(p);
        }
        far_directions_.clear();
        const double nearly = std::max(radius - step, 0.0);
        for (const DoubleVector& p : far_) {
            const double squared = dot(p - centre, p - centre);
            if (squared >= nearly * nearly && squared > 0.0)
                far_directions_.push_back((p - centre) * (1.0 / std::sqrt(squared)));
        }
        near_directions_.clear();
        if (ball.depth > 0.0) {
            for (const DoubleVector& p : near_) {
                const double length = distance(p, centre);
                if (length <= ball.depth + step && length > 0.0)
                    near_directions_.push_back((p - centre) * (1.0 / length));
            }
        } else if (ball.depth < 0.0) {
            near_directions_.push_back((centre - ball.nearest) * (-1.0 / ball.depth));
        }
        if (near_directions_.empty())
            near_directions_.push_back({});
        if (far_directions_.empty())
            return;
        const DoubleVector way = shortest_between(near_directions_, far_directions_);
        const double length = std::sqrt(dot(way, way));
        if (length < 0.05) {
            step *= 0.5;
            continue;
        }
        const auto try_at = [&](Vec3 trial) {
            const DoubleVector at = to_double(trial);
            const double trial_radius = farthest(at, far_);
            if (ball.depth > 0.0) {
                // No deeper than the nearest point of the surface that is known.
                const double needed = trial_radius - ball.spared - ball.excess;
                for (const DoubleVector& p : near_)
                    if (needed > 0.0 && dot(at - p, at - p) <= needed * needed)
                        return false;
            }
            Ball moved = ball_at(surface_, trial, &ball);
            if (near_.size() == max_near)
                near_.erase(near_.begin());
            near_.push_back(moved.nearest);
            moved.spared = ball.spared;
            moved.excess = trial_radius - moved.depth - moved.spared;
            if (!(moved.excess < ball.excess - 1e-9 * radius))
                return false;
            ball = moved;
            centre = at;
            radius = trial_radius;
            return true;
        };
        const Vec3 trial = to_float(centre + way * (step / length));
        bool better = try_at(trial);
        if (!better && ball.depth <= 0.0 && distance(near_.back(), gathered_at) < room)
            better = try_at(to_float(near_.back()));
        step *= better ? 1.6 : 0.5;
    }
}

void measure_ball(const SurfaceDistance& surface, Ball& ball, double excess)
{
    constexpr std::size_t max_parts = 20'000;
    constexpr double close_enough = 0.998;
    const double radius = ball.radius_at(excess), held = ball.radius_at(ball.excess);
    if (!(radius > 0.0))
        return;
    const double error = certified_error(surface, {ball.centre, static_cast<float>(radius)}, max_parts, close_enough);
    ball.spared = std::max(radius - ball.depth - error, 0.0);
    ball.excess = held - ball.depth - ball.spared;
}

void fit_measured(
    const SurfaceDistance& surface, BallFit& fit, Ball& ball, std::span<const DoubleVector> points, int steps,
    double excess)
{
    fit.fit(ball, points, 0);
    measure_ball(surface, ball, std::max(ball.excess, excess));
    Ball moved = ball;
    fit.fit(moved, points, steps);
    measure_ball(surface, moved, std::max(moved.excess, excess));
    if (moved.excess < ball.excess)
        ball = moved;
}

} // namespace tactus
