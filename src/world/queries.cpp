// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "pipeline/closest_points.h"
#include "pipeline/ray_cast.h"
#include "world/parts.h"

namespace tactus {
namespace {

Error refuse(std::string message) { return {ErrorCode::invalid_argument, std::move(message)}; }

// What is too large for a float is infinite, as it is in any sum of floats.
float rounded(double value)
{
    constexpr float largest = std::numeric_limits<float>::max();
    if (value > double(largest))
        return std::numeric_limits<float>::infinity();
    return static_cast<float>(value);
}

// A body's triangles with all boxes up to date.
BoxedTriangles boxed_triangles(Body& body, Workers& workers)
{
    auto* tree = std::get_if<RefitBvh>(&body.structure);
    if (tree == nullptr)
        return {body.triangles(), {}, nullptr};
    tree->refit_all(workers);
    return {tree->triangles(), tree->cluster_boxes(), &tree->tree()};
}

RayHit report(const FirstHit& hit, BodyId body)
{
    const DoubleVector a = to_double(hit.corners.a);
    const DoubleVector point =
        a + (to_double(hit.corners.b) - a) * hit.at.u + (to_double(hit.corners.c) - a) * hit.at.v;
    return {
        .hit = true,
        .body = body,
        .triangle = hit.triangle,
        .distance = rounded(hit.at.t),
        .point = to_float(point),
        .u = static_cast<float>(hit.at.u),
        .v = static_cast<float>(hit.at.v)};
}

std::string coordinate(const char* name, Vec3 value)
{
    const std::pair<char, float> parts[] = {{'x', value.x}, {'y', value.y}, {'z', value.z}};
    for (const auto& [axis, number] : parts)
        if (!std::isfinite(number))
            return std::string(name) + ": " + axis + " is "
                   + (std::isnan(number) ? "nan"
                      : number > 0       ? "infinite"
                                         : "minus infinite");
    return {};
}

} // namespace

Result<ClosestPoints> World::closest_points(BodyId a, BodyId b)
{
    for (const BodyId id : {a, b})
        if (parts_->find(id) == nullptr)
            return parts_->stale(id);
    if (a == b)
        return refuse("closest_points got body " + std::to_string(a.index) + " twice, it needs two bodies");
    for (const BodyId id : {a, b})
        if (parts_->find(id)->triangle_count == 0)
            return refuse("body " + std::to_string(id.index) + " has no triangles, so nothing is closest to it");
    ClosestPointsSearch search;
    const ClosestTriangles closest = search.find(
        boxed_triangles(*parts_->find(a), parts_->workers), boxed_triangles(*parts_->find(b), parts_->workers));
    float distance = rounded(closest.apart.distance);
    // Zero says that the bodies intersect, and nothing else does.
    if (closest.apart.distance > 0.0)
        distance = std::max(distance, std::numeric_limits<float>::denorm_min());
    return ClosestPoints{
        .distance = distance,
        .point_a = to_float(closest.apart.point_a),
        .point_b = to_float(closest.apart.point_b),
        .triangle_a = closest.triangle_a,
        .triangle_b = closest.triangle_b};
}

Result<RayHit> World::cast_ray(Vec3 origin, Vec3 direction, const RayOptions& options)
{
    if (!is_finite(origin))
        return refuse(coordinate("the ray's origin", origin));
    if (!is_finite(direction))
        return refuse(coordinate("the ray's direction", direction));
    if (direction == Vec3{})
        return refuse("the ray's direction is zero");
    if (std::isnan(options.max_distance))
        return refuse("the ray's max_distance is nan");

    RayCast cast({origin, direction}, options.max_distance);
    std::vector<std::pair<double, std::uint32_t>> on_the_way;
    for (std::uint32_t index = 0; index < parts_->slots.size(); ++index) {
        const Body* body = parts_->slots[index].body.get();
        if (body == nullptr || body->triangle_count == 0 || (body->filter.group & options.mask) == 0)
            continue;
        if (const auto bound = cast.reach(body->box()))
            on_the_way.emplace_back(*bound, index);
    }
    std::sort(on_the_way.begin(), on_the_way.end());
    BoxPyramid pyramid;
    for (const auto& [bound, index] : on_the_way) {
        Body& body = *parts_->slots[index].body;
        if (!cast.reach(body.box()))
            continue;
        pyramid.make(boxed_triangles(body, parts_->workers));
        cast.enter(index, pyramid);
    }
    if (!cast.first_hit())
        return RayHit{};
    return report(*cast.first_hit(), parts_->id_of(cast.first_hit()->body));
}

} // namespace tactus
