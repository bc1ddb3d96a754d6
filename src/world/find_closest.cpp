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

ClosestOutcome World::Parts::find_closest(BodyId a, BodyId b, double max_distance, WorkAccount& account)
{
    Body& body_a = bodies.body(a.index);
    Body& body_b = bodies.body(b.index);
    SurfaceQueries& queries = *surface_queries;
    std::optional<PlacePair> guess = queries.remembered_pairs.find(a, b);
    // A tree may have been rebuilt in the meantime.
    if (guess && !(holds(body_a, guess->a) && holds(body_b, guess->b)))
        guess.reset();
    const ClosestOutcome outcome =
        queries.closest_in_trees.find(*body_a.tree, *body_b.tree, guess, max_distance, workers, account);
    if (outcome.closest)
        queries.remembered_pairs.keep(a, b, {outcome.closest->place_a, outcome.closest->place_b});
    return outcome;
}

} // namespace tactus
