// SPDX-License-Identifier: MIT
#include "world/queries/closest_queries.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "world/bodies/body.h"
#include "world/bodies/table/body_table.h"
#include "world/pairs/pair_queries.h"
#include "world/queries/query_input.h"

namespace tactus {
namespace {

Error refuse(std::string message) { return {ErrorCode::invalid_argument, std::move(message)}; }

bool holds(const Body& body, std::size_t place)
{
    const TriangleList list = body.triangles();
    return place < list.size() && list.number(place) != TriangleList::no_triangle;
}

} // namespace

ClosestQueries::ClosestQueries(BodyTable& bodies, PairQueries& pairs, Workers& workers)
    : bodies_(bodies), workers_(workers), in_trees_(pairs.search(), pairs.list()),
      to_shape_(pairs.search(), pairs.list())
{
}

ClosestOutcome ClosestQueries::search(BodyId a, BodyId b, double max_distance, WorkAccount& account)
{
    Body &body_a = bodies_.body(a.index), &body_b = bodies_.body(b.index);
    Tree &tree_a = *body_a.tree->contact_tree(), &tree_b = *body_b.tree->contact_tree();
    if (const auto found = to_shape_.find(tree_a, tree_b, max_distance, workers_, account))
        return *found;
    std::optional<PlacePair> guess = remembered_.find(a, b);
    // A tree may have been rebuilt in the meantime.
    if (guess && !(holds(body_a, guess->a) && holds(body_b, guess->b)))
        guess.reset();
    const ClosestOutcome outcome = in_trees_.find(tree_a, tree_b, guess, max_distance, workers_, account);
    if (outcome.closest)
        remembered_.keep(a, b, {outcome.closest->place_a, outcome.closest->place_b});
    return outcome;
}

Result<ClosestReport> ClosestQueries::find(BodyId a, BodyId b, const ClosestOptions& options)
{
    for (const BodyId id : {a, b})
        if (bodies_.find(id) == nullptr)
            return bodies_.stale(id);
    if (a == b)
        return refuse("closest_points got body " + std::to_string(a.index) + " twice, it needs two bodies");
    for (const BodyId id : {a, b})
        if (bodies_.find(id)->remaining_count() == 0)
            return refuse("body " + std::to_string(id.index) + " has no triangles, so nothing is closest to it");
    for (const BodyId id : {a, b})
        if (!bodies_.find(id)->has_contacts())
            return refuse(
                "body " + std::to_string(id.index)
                + " is a convex set without an end or an inside, which has no surface that a point could be on");
    if (bodies_.find(a)->half_space() != nullptr && bodies_.find(b)->half_space() != nullptr)
        return refuse(
            "closest_points got two half-spaces, bodies " + std::to_string(a.index) + " and " + std::to_string(b.index)
            + ", which never meet each other");
    if (auto error = check_max_distance(options.max_distance))
        return *error;
    WorkMeter meter(options.budget);
    WorkAccount account(meter);
    const ClosestOutcome outcome = search(a, b, limit_of(options.max_distance), account);
    ClosestReport answer;
    answer.complete = outcome.is_complete;
    answer.work_units_spent = meter.spent();
    answer.distance_at_least = outcome.is_complete ? options.max_distance : float_not_above(outcome.open_bound);
    if (!outcome.closest)
        return answer;
    const ClosestTriangles& closest = *outcome.closest;
    float distance = rounded_to_float(closest.apart.distance);
    // Zero says that the bodies intersect, and nothing else does.
    if (closest.apart.distance > 0.0)
        distance = std::max(distance, std::numeric_limits<float>::denorm_min());
    answer.found = true;
    answer.closest = {
        .distance = distance,
        .point_a = to_float(closest.apart.point_a),
        .point_b = to_float(closest.apart.point_b),
        .triangle_a = closest.triangle_a,
        .triangle_b = closest.triangle_b};
    if (outcome.is_complete)
        answer.distance_at_least = distance;
    return answer;
}

} // namespace tactus
