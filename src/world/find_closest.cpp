// SPDX-License-Identifier: MIT
#include <optional>

#include "world/bodies/body.h"
#include "world/parts.h"
#include "world/queries/surface_queries.h"

namespace tactus {
namespace {

bool holds(const Body& body, std::size_t place)
{
    const TriangleList list = body.triangles();
    return place < list.size() && list.number(place) != TriangleList::no_triangle;
}

} // namespace

ClosestTriangles World::Parts::find_closest(BodyId a, BodyId b)
{
    Body& body_a = *slots[a.index].body;
    Body& body_b = *slots[b.index].body;
    SurfaceQueries& queries = *surface_queries;
    std::optional<PlacePair> guess = queries.remembered_pairs.find(a, b);
    // A tree may have been rebuilt in the meantime.
    if (guess && !(holds(body_a, guess->a) && holds(body_b, guess->b)))
        guess.reset();
    const ClosestTriangles closest = queries.closest_in_trees.find(*body_a.tree, *body_b.tree, guess, workers);
    queries.remembered_pairs.keep(a, b, {closest.place_a, closest.place_b});
    return closest;
}

} // namespace tactus
