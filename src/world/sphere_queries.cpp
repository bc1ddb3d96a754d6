// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/features/sphere_features.h"
#include "search/pairs/pair_search.h"
#include "world/contacts/body_contacts.h"
#include "world/parts.h"
#include "world/queries/surface_queries.h"

namespace tactus {
namespace {

DoubleVector along(DoubleVector from, DoubleVector offset, double distance, double way)
{
    return distance > 0.0 ? from + offset * (way / distance) : from;
}

} // namespace

ClosestTriangles World::Parts::find_closest_to_sphere(BodyId a, BodyId b)
{
    const Sphere* sphere_a = slots[a.index].body->sphere();
    const Sphere* sphere_b = slots[b.index].body->sphere();
    ClosestTriangles closest{};
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
        return closest;
    }
    const Sphere sphere = sphere_a != nullptr ? *sphere_a : *sphere_b;
    Slot& mesh = slots[(sphere_a != nullptr ? b : a).index];
    prepare_contacts(mesh);
    const BodySurface surface = mesh.contacts->surface();
    mesh.body->tree->nodes().begin();
    NearestSurface& nearest_surface = surface_queries->nearest_surface;
    nearest_surface.begin(sphere.centre, *mesh.body->tree, surface);
    while (nearest_surface.is_busy())
        nearest_surface.step();
    const std::uint32_t triangle = nearest_surface.triangle();
    const VertexFaceClosest& nearest = nearest_surface.nearest();
    // Which triangle is nearest is decided in double; whether any is near enough, exactly.
    const std::size_t known = pairs.size();
    WorkMeter unlimited(Budget::unlimited());
    pair_search->find_pairs(
        {slots[a.index].body->tree.get()}, {slots[b.index].body->tree.get()}, workers, unlimited, true, pairs);
    const bool meet = pairs.size() > known;
    pairs.resize_uninitialised(known);
    const DoubleVector on_sphere =
        meet ? nearest.on_face
             : along(to_double(sphere.centre), nearest.offset, nearest.distance, double(sphere.radius));
    closest.apart.distance =
        meet ? 0.0 : std::max(nearest.distance - double(sphere.radius), std::numeric_limits<double>::min());
    closest.apart.point_a = sphere_a != nullptr ? on_sphere : nearest.on_face;
    closest.apart.point_b = sphere_a != nullptr ? nearest.on_face : on_sphere;
    (sphere_a != nullptr ? closest.triangle_b : closest.triangle_a) = triangle;
    return closest;
}

} // namespace tactus
