// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/features/sphere_features.h"
#include "search/pairs/pair_search.h"
#include "world/bodies/body.h"
#include "world/parts.h"
#include "world/queries/surface_queries.h"

namespace tactus {
namespace {

DoubleVector along(DoubleVector from, DoubleVector offset, double distance, double way)
{
    return distance > 0.0 ? from + offset * (way / distance) : from;
}

} // namespace

ClosestOutcome World::Parts::find_closest_to_sphere(BodyId a, BodyId b, double max_distance, WorkAccount& account)
{
    const Sphere* sphere_a = bodies.body(a.index).sphere();
    const Sphere* sphere_b = bodies.body(b.index).sphere();
    ClosestTriangles closest{};
    const auto within = [&] {
        ClosestOutcome outcome;
        if (closest.apart.distance <= max_distance)
            outcome.closest = closest;
        return outcome;
    };
    if (sphere_a != nullptr && sphere_b != nullptr) {
        const Sphere first = *sphere_a, second = *sphere_b;
        const DoubleVector centre = to_double(first.centre), offset = to_double(second.centre) - centre;
        const double distance = std::sqrt(dot(offset, offset));
        const double gap = distance - double(first.radius) - double(second.radius);
        const bool meet = compare_distance(first.centre, second.centre, {first.radius, second.radius, 0.0f}) <= 0;
        // Where they meet, one point for both: half way through what they share.
        const double half = meet ? 0.5 * gap : 0.0;
        closest.apart.distance = meet ? 0.0 : std::max(gap, std::numeric_limits<double>::min());
        closest.apart.point_a = along(centre, offset, distance, double(first.radius) + half);
        closest.apart.point_b =
            meet ? closest.apart.point_a : along(centre, offset, distance, distance - double(second.radius));
        return account.pay(price::walked_node) ? within() : ClosestOutcome{{}, false, 0.0};
    }
    const Sphere sphere = sphere_a != nullptr ? *sphere_a : *sphere_b;
    const QueriedBody mesh = {0, bodies.body((sphere_a != nullptr ? b : a).index).tree.get(), nullptr};
    NearestSearch& search = surface_queries->nearest_search;
    search.start(sphere.centre, max_distance + double(sphere.radius));
    const bool is_done = search.find(mesh, account);
    const NearestSearch::Nearest& nearest = search.nearest();
    // Of what is open nothing is nearer to the centre.
    const double open_bound =
        std::max(0.0, std::min(search.open_bound(), nearest.distance) * (1.0 - 0x1p-40) - double(sphere.radius));
    if (is_done && !std::isfinite(nearest.distance))
        return {};
    // Which triangle is nearest is decided in double; whether any is near enough, exactly.
    Buffer<TrianglePair>& met = pairs.list();
    const std::size_t known = met.size();
    const RefinementOutcome searched = pairs.search().find_pairs(
        {bodies.body(a.index).tree.get()}, {bodies.body(b.index).tree.get()}, workers, account.meter(), true, met);
    const bool meet = met.size() > known;
    met.resize_uninitialised(known);
    if (!std::isfinite(nearest.distance) || (!meet && !searched.complete))
        return {{}, false, meet ? 0.0 : open_bound};
    const DoubleVector on_sphere =
        meet ? nearest.point : along(to_double(sphere.centre), nearest.offset, nearest.distance, double(sphere.radius));
    closest.apart.distance =
        meet ? 0.0 : std::max(nearest.distance - double(sphere.radius), std::numeric_limits<double>::min());
    closest.apart.point_a = sphere_a != nullptr ? on_sphere : nearest.point;
    closest.apart.point_b = sphere_a != nullptr ? nearest.point : on_sphere;
    (sphere_a != nullptr ? closest.triangle_b : closest.triangle_a) = nearest.triangle;
    ClosestOutcome outcome = within();
    outcome.is_complete = is_done;
    outcome.open_bound = meet ? 0.0 : open_bound;
    return outcome;
}

} // namespace tactus
