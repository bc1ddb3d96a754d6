// SPDX-License-Identifier: MIT
#include "queries/closest_to_ball.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/features/sphere_features.h"

namespace tactus {
namespace {

DoubleVector along(DoubleVector from, DoubleVector offset, double distance, double way)
{
    return distance > 0.0 ? from + offset * (way / distance) : from;
}

ClosestOutcome if_within(double max_distance, const ClosestTriangles& closest)
{
    ClosestOutcome outcome;
    if (closest.apart.distance <= max_distance)
        outcome.closest = closest;
    return outcome;
}

ClosestTriangles closest_of_balls(const Sphere& first, const Sphere& second)
{
    const DoubleVector centre = to_double(first.centre), offset = to_double(second.centre) - centre;
    const double distance = std::sqrt(dot(offset, offset));
    const double gap = distance - double(first.radius) - double(second.radius);
    const bool meet = compare_distance(first.centre, second.centre, {first.radius, second.radius, 0.0f}) <= 0;
    // Where they meet, one point for both: half way through what they share.
    const double half = meet ? 0.5 * gap : 0.0;
    ClosestTriangles closest{};
    closest.apart.distance = meet ? 0.0 : std::max(gap, std::numeric_limits<double>::min());
    closest.apart.point_a = along(centre, offset, distance, double(first.radius) + half);
    closest.apart.point_b =
        meet ? closest.apart.point_a : along(centre, offset, distance, distance - double(second.radius));
    return closest;
}

} // namespace

std::optional<ClosestOutcome>
ClosestToBall::find(Tree& a, Tree& b, double max_distance, Workers& workers, WorkAccount& account)
{
    const Sphere *const ball_a = a.ball(), *const ball_b = b.ball();
    if (ball_a == nullptr && ball_b == nullptr)
        return std::nullopt;
    if (ball_a == nullptr || ball_b == nullptr)
        return find_to_mesh(
            ball_a != nullptr ? *ball_a : *ball_b, ball_a != nullptr, a, b, max_distance, workers, account);
    if (!account.pay(price::walked_node))
        return ClosestOutcome{{}, false, 0.0};
    return if_within(max_distance, closest_of_balls(*ball_a, *ball_b));
}

std::optional<bool> ClosestToBall::meet(Tree& a, Tree& b, Workers& workers, WorkMeter& meter)
{
    const std::size_t known = pairs_.size();
    const RefinementOutcome searched = search_.find_pairs({&a}, {&b}, workers, meter, true, pairs_);
    const bool has_met = pairs_.size() > known;
    pairs_.resize_uninitialised(known);
    return has_met || searched.complete ? std::optional(has_met) : std::nullopt;
}

ClosestOutcome ClosestToBall::find_to_mesh(
    const Sphere& ball, bool is_ball_a, Tree& a, Tree& b, double max_distance, Workers& workers, WorkAccount& account)
{
    const double radius = double(ball.radius);
    nearest_.start(ball.centre, max_distance + radius);
    const bool is_done = nearest_.find({0, is_ball_a ? &b : &a, nullptr}, account);
    const NearestSearch::Nearest& nearest = nearest_.nearest();
    // Nothing that was not looked at is nearer to the centre than this and the radius.
    const double open_bound =
        std::max(0.0, std::min(nearest_.open_bound(), nearest.distance) * (1.0 - 0x1p-40) - radius);
    if (is_done && !std::isfinite(nearest.distance))
        return {};
    // Which triangle is nearest is decided in double; whether any is near enough, exactly.
    const std::optional<bool> known = meet(a, b, workers, account.meter());
    const bool do_meet = known.value_or(false);
    if (!std::isfinite(nearest.distance) || !known)
        return {{}, false, do_meet ? 0.0 : open_bound};
    const DoubleVector on_ball =
        do_meet ? nearest.point : along(to_double(ball.centre), nearest.offset, nearest.distance, radius);
    ClosestTriangles closest{};
    closest.apart.distance = do_meet ? 0.0 : std::max(nearest.distance - radius, std::numeric_limits<double>::min());
    closest.apart.point_a = is_ball_a ? on_ball : nearest.point;
    closest.apart.point_b = is_ball_a ? nearest.point : on_ball;
    (is_ball_a ? closest.triangle_b : closest.triangle_a) = nearest.triangle;
    ClosestOutcome outcome = if_within(max_distance, closest);
    outcome.is_complete = is_done;
    outcome.open_bound = do_meet ? 0.0 : open_bound;
    return outcome;
}

} // namespace tactus
