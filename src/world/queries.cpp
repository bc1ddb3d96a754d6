// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <utility>

#include "queries/cast_into.h"
#include "world/bodies/body.h"
#include "world/input/checked_input.h"
#include "world/parts.h"
#include "world/queries/surface_queries.h"

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

RayHit reported_hit(const FirstHit& hit, BodyId body)
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

std::span<const std::pair<double, std::uint32_t>> World::Parts::list_bodies_on_the_way(std::uint32_t mask)
{
    RayCast& cast = surface_queries->ray_cast;
    Buffer<LaneBox>& boxes = surface_queries->body_boxes;
    Buffer<std::uint32_t>& boxed = surface_queries->boxed_bodies;
    auto& on_the_way = surface_queries->bodies_on_the_way;
    boxes.resize_uninitialised(slots.size());
    boxed.resize_uninitialised(slots.size() + 3);
    std::size_t count = 0;
    for (std::uint32_t index = 0; index < slots.size(); ++index) {
        const Body* body = slots[index].body.get();
        if (body == nullptr || body->remaining_count() == 0 || (body->options.filter.group & mask) == 0)
            continue;
        const Box& box = body->box();
        boxes[index] = {{box.lower.x, box.lower.y, box.lower.z, 0.0f}, {box.upper.x, box.upper.y, box.upper.z, 0.0f}};
        boxed[count++] = index;
    }
    count = keep_boxes_on_the_way(cast.slabs(), boxes.span(), boxed.span().first(count), boxed.data());
    on_the_way.clear();
    for (const std::uint32_t index : boxed.span().first(count))
        if (const auto bound = cast.reach(slots[index].body->box()))
            on_the_way.emplace_back(*bound, index);
    std::sort(on_the_way.begin(), on_the_way.end());
    return on_the_way;
}

Result<ClosestPoints> World::Parts::find_closest_points(BodyId a, BodyId b)
{
    for (const BodyId id : {a, b})
        if (find(id) == nullptr)
            return stale(id);
    if (a == b)
        return refuse("closest_points got body " + std::to_string(a.index) + " twice, it needs two bodies");
    for (const BodyId id : {a, b})
        if (find(id)->remaining_count() == 0)
            return refuse("body " + std::to_string(id.index) + " has no triangles, so nothing is closest to it");
    const bool has_sphere = find(a)->sphere() != nullptr || find(b)->sphere() != nullptr;
    const ClosestTriangles closest = has_sphere ? find_closest_to_sphere(a, b) : find_closest(a, b);
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

Result<RayHit> World::Parts::find_first_hit(Vec3 origin, Vec3 direction, const RayOptions& options)
{
    if (!is_finite(origin))
        return refuse(coordinate("the ray's origin", origin));
    if (!is_finite(direction))
        return refuse(coordinate("the ray's direction", direction));
    if (direction == Vec3{})
        return refuse("the ray's direction is zero");
    if (std::isnan(options.max_distance))
        return refuse("the ray's max_distance is nan");

    RayCast& cast = surface_queries->ray_cast;
    cast.start({origin, direction}, options.max_distance);
    for (const auto& [bound, index] : list_bodies_on_the_way(options.mask)) {
        Body& body = *slots[index].body;
        if (!cast.reach(body.box()))
            continue;
        cast_into(cast, index, *body.tree, workers);
    }
    if (!cast.first_hit())
        return RayHit{};
    return reported_hit(*cast.first_hit(), id_of(cast.first_hit()->body));
}

Result<ClosestPoints> World::closest_points(BodyId a, BodyId b)
{
    if (parts_ == nullptr)
        return moved_from_world();
    return refused_if_memory_ends([&] { return parts_->at_risk([&] { return parts_->find_closest_points(a, b); }); });
}

Result<RayHit> World::cast_ray(Vec3 origin, Vec3 direction, const RayOptions& options)
{
    if (parts_ == nullptr)
        return moved_from_world();
    return refused_if_memory_ends(
        [&] { return parts_->at_risk([&] { return parts_->find_first_hit(origin, direction, options); }); });
}

} // namespace tactus
