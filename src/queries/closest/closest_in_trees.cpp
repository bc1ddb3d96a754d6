// SPDX-License-Identifier: MIT
#include "queries/closest/closest_in_trees.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

namespace tactus {
namespace {

BoxedTriangles boxed_triangles(const RefitBvh& tree, std::span<const std::uint32_t> clusters)
{
    return {tree.triangles(), tree.cluster_boxes(), &tree.tree(), clusters};
}

double sum_of_edges(const Box& box)
{
    return (double(box.upper.x) - box.lower.x) + (double(box.upper.y) - box.lower.y)
           + (double(box.upper.z) - box.lower.z);
}

Box box_of(std::span<const LaneBox> boxes, std::span<const std::uint32_t> clusters)
{
    Box all;
    for (const std::uint32_t cluster : clusters)
        all = include(all, box_of(boxes[cluster]));
    return all;
}

// Where one of the caller's triangles stands in a tree.
std::uint32_t place_of(const RefitBvh& tree, std::uint32_t triangle)
{
    constexpr std::size_t step = ClusterTree::cluster_size;
    const std::span<const std::uint32_t> numbers = tree.tree().triangle_of_slot.span();
    std::size_t place = 0;
    // A whole cluster at a time, without a branch for each triangle.
    for (; place + step < numbers.size(); place += step) {
        unsigned equal = 0;
        for (std::size_t k = 0; k < step; ++k)
            equal |= numbers[place + k] == triangle ? 1u : 0u;
        if (equal != 0)
            break;
    }
    const auto from = numbers.subspan(place);
    return static_cast<std::uint32_t>(place + (std::find(from.begin(), from.end(), triangle) - from.begin()));
}

// Of triangles that intersect, the ones with the smallest numbers.
ClosestTriangles smallest_of(const RefitBvh& a, const RefitBvh& b, std::span<const TrianglePair> pairs)
{
    const TrianglePair smallest = *std::min_element(pairs.begin(), pairs.end());
    const PlacePair places = {place_of(a, smallest.a), place_of(b, smallest.b)};
    const TriangleDistance apart =
        triangle_distance(boxed_triangles(a, {}).given(places.a), boxed_triangles(b, {}).given(places.b));
    return {apart, smallest.a, smallest.b, places.a, places.b};
}

} // namespace

BoxedTriangles all_boxed_triangles(RefitBvh& tree, Workers& workers)
{
    tree.refit_all(workers);
    return {tree.triangles(), tree.cluster_boxes(), &tree.tree(), {}};
}

ClosestOutcome ClosestInTrees::find(
    Tree& a, Tree& b, std::optional<PlacePair> guess, double max_distance, Workers& workers, WorkAccount& account)
{
    RefitBvh *const clusters_a = a.clusters(), *const clusters_b = b.clusters();
    const bool are_clusters = clusters_a != nullptr && clusters_b != nullptr;
    // The nodes of a plain body are all as large as it is.
    const bool is_plain = a.is_plain() || b.is_plain();
    if (account.meter().is_limited() || !(are_clusters || is_plain))
        return nodes_.find(a, b, guess, max_distance, account);
    const auto boxed = [&](Tree& tree, RefitBvh* clusters) {
        return clusters != nullptr ? all_boxed_triangles(*clusters, workers)
                                   : BoxedTriangles{tree.triangles(), {}, nullptr, {}};
    };
    ClosestOutcome outcome;
    outcome.closest = are_clusters ? find_in_clusters(*clusters_a, *clusters_b, guess, max_distance, workers)
                                   : search_.find(boxed(a, clusters_a), boxed(b, clusters_b), guess, max_distance);
    return outcome;
}

std::optional<ClosestTriangles> ClosestInTrees::find_in_clusters(
    RefitBvh& a, RefitBvh& b, const std::optional<PlacePair>& guess, double max_distance, Workers& workers)
{
    // Bodies that intersect are quicker found so by looking for that alone.
    if (overlap(a.box(), b.box())) {
        intersecting_.clear();
        WorkMeter meter(Budget::unlimited());
        refinement_.find_pairs(a, b, workers, meter, false, intersecting_);
        if (!intersecting_.empty())
            return smallest_of(a, b, intersecting_.span());
    }
    double known = max_distance;
    if (guess)
        known = std::min(
            known,
            triangle_distance(boxed_triangles(a, {}).given(guess->a), boxed_triangles(b, {}).given(guess->b)).distance);
    if (!std::isfinite(known))
        return search_.find(all_boxed_triangles(a, workers), all_boxed_triangles(b, workers), guess, max_distance);
    // What is as close as that lies near the other body: this near, with far more than rounding can make of it.
    const double reach = known + sum_of_edges(include(a.box(), b.box())) * 0x1p-40;
    const auto near_a = a.refit(widened_by(reach, b.box()), workers);
    if (near_a.empty())
        return std::nullopt;
    const auto near_b = b.refit(widened_by(reach, box_of(a.cluster_boxes(), near_a)), workers);
    if (near_b.empty())
        return std::nullopt;
    return search_.find(boxed_triangles(a, near_a), boxed_triangles(b, near_b), guess, max_distance);
}

} // namespace tactus
