// SPDX-License-Identifier: MIT
#include "spheres/maker/balls/measured_ball.h"

#include <algorithm>

#include "spheres/maker/balls/certified_error.h"

namespace tactus {

void measure_ball(const SurfaceDistance& surface, Ball& ball, double excess)
{
    constexpr std::size_t most_parts = 20'000;
    constexpr double close_enough = 0.998;
    const double radius = ball.radius_at(excess), held = ball.radius_at(ball.excess);
    if (!(radius > 0.0))
        return;
    const double error = certified_error(surface, {ball.centre, static_cast<float>(radius)}, most_parts, close_enough);
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
