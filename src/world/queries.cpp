// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "queries/closest_nodes.h"
#include "world/bodies/body.h"
#include "world/input/checked_input.h"
#include "world/parts.h"
#include "world/queries/query_input.h"

namespace tactus {
namespace {

Error refuse(std::string message) { return {ErrorCode::invalid_argument, std::move(message)}; }

} // namespace

Result<ClosestReport> World::Parts::find_closest_points(BodyId a, BodyId b, const ClosestOptions& options)
{
    for (const BodyId id : {a, b})
        if (bodies.find(id) == nullptr)
            return bodies.stale(id);
    if (a == b)
        return refuse("closest_points got body " + std::to_string(a.index) + " twice, it needs two bodies");
    for (const BodyId id : {a, b})
        if (bodies.find(id)->remaining_count() == 0)
            return refuse("body " + std::to_string(id.index) + " has no triangles, so nothing is closest to it");
    if (auto error = check_max_distance(options.max_distance))
        return *error;
    WorkMeter meter(options.budget);
    WorkAccount account(meter);
    const bool has_sphere = bodies.find(a)->sphere() != nullptr || bodies.find(b)->sphere() != nullptr;
    const ClosestOutcome outcome = has_sphere ? find_closest_to_sphere(a, b, options.max_distance, account)
                                              : find_closest(a, b, options.max_distance, account);
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

Result<ClosestPoints> World::closest_points(BodyId a, BodyId b)
{
    const Result<ClosestReport> report = closest_points(a, b, ClosestOptions{});
    if (!report)
        return report.error();
    return report.value().closest;
}

Result<ClosestReport> World::closest_points(BodyId a, BodyId b, const ClosestOptions& options)
{
    if (parts_ == nullptr)
        return moved_from_world();
    return refused_if_memory_ends(
        [&] { return parts_->at_risk([&] { return parts_->find_closest_points(a, b, options); }); });
}

} // namespace tactus
