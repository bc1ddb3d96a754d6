// SPDX-License-Identifier: MIT
#include <optional>
#include <variant>

#include "world/bodies/body.h"
#include "world/parts.h"
#include "world/queries/surface_queries.h"

namespace tactus {
namespace {

BoxedTriangles boxed_triangles(Body& body, Workers& workers)
{
    if (auto* tree = std::get_if<RefitBvh>(&body.structure))
        return all_boxed_triangles(*tree, workers);
    if (auto* buckets = std::get_if<BucketBody>(&body.structure))
        return {buckets->triangles_by_bucket(), {}, nullptr, {}};
    return {body.triangles(), {}, nullptr, {}};
}

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
    auto* tree_a = std::get_if<RefitBvh>(&body_a.structure);
    auto* tree_b = std::get_if<RefitBvh>(&body_b.structure);
    const ClosestTriangles closest =
        tree_a != nullptr && tree_b != nullptr
            ? queries.closest_in_trees.find(*tree_a, *tree_b, guess, workers)
            : queries.closest_points.find(boxed_triangles(body_a, workers), boxed_triangles(body_b, workers), guess);
    queries.remembered_pairs.keep(a, b, {closest.place_a, closest.place_b});
    return closest;
}

} // namespace tactus
