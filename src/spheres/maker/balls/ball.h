// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "geometry/double_vector.h"
#include "spheres/maker/balls/surface_distance.h"

namespace tactus {

/// A ball on the way to becoming a sphere: its centre, and what is known there about the surface.
///
/// With the centre at depth d inside the body, a ball of radius d + h stands out from the surface by h at the most,
/// since the way from the centre to a point outside leads through the surface. What it costs to hold a point is the h
/// that this takes: the point's distance from the centre less d. Where a centre is outside, or the body has no inside,
/// the depth is the distance from the surface and negative, and the same holds.
struct Ball {
    Vec3 centre;
    double depth = 0.0;
    DoubleVector nearest;    ///< point of the surface
    std::uint32_t place = 0; ///< where the next search may begin
    double excess = 0.0;     ///< what the costliest of its points costs
    /// By how much less it stands out than that, where somebody measured it: behind the nearest point of the surface
    /// there may be more of it that is not far. About the same for a ball that is a little larger or has moved a
    /// little.
    double spared = 0.0;

    /// The radius at which it stands out by so much.
    double radius_at(double excess_allowed) const { return depth + spared + excess_allowed; }
};

inline double distance(DoubleVector a, DoubleVector b) { return std::sqrt(dot(a - b, a - b)); }
inline double cost(const Ball& ball, DoubleVector point)
{
    return distance(to_double(ball.centre), point) - ball.depth - ball.spared;
}

/// By how much the worst of some balls stands out; zero where none does.
inline double largest_excess(std::span<const Ball> balls)
{
    double largest = 0.0;
    for (const Ball& ball : balls)
        largest = std::max(largest, ball.excess);
    return largest;
}

/// The first of the balls that a point costs least. Where there are favours, each ball costs that much less.
inline std::size_t cheapest(std::span<const Ball> balls, DoubleVector point, std::span<const double> favours = {})
{
    std::size_t best = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < balls.size(); ++i) {
        const double here = cost(balls[i], point) - (favours.empty() ? 0.0 : favours[i]);
        if (here < least) {
            least = here;
            best = i;
        }
    }
    return best;
}

/// Sorts numbers by what a key says of each, smallest first, and by themselves where that is the same.
template <class Number, class Key>
void sort_by(std::vector<Number>& numbers, Key key)
{
    std::sort(numbers.begin(), numbers.end(), [&](Number a, Number b) {
        const auto key_a = key(a), key_b = key(b);
        return key_a != key_b ? key_a < key_b : a < b;
    });
}

/// A ball with this centre and no points. `near` is one whose centre may be close.
Ball ball_at(const SurfaceDistance& surface, Vec3 centre, const Ball* near = nullptr);

/// Moves balls so that their costliest point costs less.
class BallFit {
public:
    explicit BallFit(const SurfaceDistance& surface) : surface_(surface) {}

    /// Sets the excess over these points, and then takes up to so many steps that make it smaller.
    void fit(Ball& ball, std::span<const DoubleVector> points, int steps);

private:
    const SurfaceDistance& surface_;
    std::vector<DoubleVector> far_;
    std::vector<DoubleVector> near_;
    std::vector<DoubleVector> far_directions_;
    std::vector<DoubleVector> near_directions_;
};

/// Measures what a ball is spared as large as it is where it stands out by `excess`, and gives it its own excess anew.
void measure_ball(const SurfaceDistance& surface, Ball& ball, double excess);

/// Fits a ball and measures it where it may stand out by `excess`, unless it does with less where it was.
void fit_measured(
    const SurfaceDistance& surface, BallFit& fit, Ball& ball, std::span<const DoubleVector> points, int steps,
    double excess);

} // namespace tactus
