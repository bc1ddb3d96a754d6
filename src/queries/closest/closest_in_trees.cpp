// SPDX-License-Identifier: MIT
#include "queries/closest/closest_in_trees.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "base/planted_fault.h"

namespace tactus {
namespace {

/// Where one of the caller's triangles stands in a tree.
std::uint32_t place_of(const TriangleList& list, std::uint32_t triangle)
{
    if (list.triangle_of.empty())
        return triangle;
    constexpr std::size_t step = 64;
    std::size_t place = 0;
    // Many at a time, without a branch for each triangle.
    for (; place + step < list.triangle_of.size(); place += step) {
        unsigned equal = 0;
        for (std::size_t k = 0; k < step; ++k)
            equal |= list.triangle_of[place + k] == triangle ? 1u : 0u;
        if (equal != 0)
            break;
    }
    const auto from = list.triangle_of.subspan(place);
    return static_cast<std::uint32_t>(place + (std::find(from.begin(), from.end(), triangle) - from.begin()));
}

/// A tree's triangles, of which those of some clusters have boxes that are up to date.
BoxedTriangles boxed_triangles(const RefitBvh& tree, std::span<const std::uint32_t> clusters)
{
    return {tree.triangles(), tree.cluster_boxes(), &tree.tree(), clusters};
}

BoxedTriangles all_boxed_triangles(RefitBvh& tree, Workers& workers)
{
    tree.refit_all(workers);
    return boxed_triangles(tree, {});
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

} // namespace

/// Of triangles that intersect, gives those with the smallest numbers.
std::optional<ClosestTriangles> ClosestInTrees::find_intersecting(Tree& a, Tree& b, Workers& workers)
{
    const std::size_t old_count = pairs_.size();
    WorkMeter meter(Budget::unlimited());
    search_.find_pairs({&a}, {&b}, workers, meter, false, pairs_);
    const auto found = pairs_.span().subspan(old_count);
    std::optional<ClosestTriangles> closest;
    if (!found.empty()) {
        const TrianglePair smallest = *std::min_element(found.begin(), found.end());
        const TriangleList list_a = a.triangles(), list_b = b.triangles();
        const std::uint32_t place_a = place_of(list_a, smallest.a), place_b = place_of(list_b, smallest.b);
        closest = {
            triangle_distance(list_a.given(place_a), list_b.given(place_b)), smallest.a, smallest.b, place_a, place_b};
    }
    pairs_.resize_uninitialised(old_count);
    return closest;
}

std::optional<ClosestTriangles> ClosestInTrees::find_in_clusters(
    RefitBvh& a, RefitBvh& b, const std::optional<PlacePair>& guess, double max_distance, Workers& workers)
{
    double known = max_distance;
    if (guess)
        known =
            std::min(known, triangle_distance(a.triangles().given(guess->a), b.triangles().given(guess->b)).distance);
    if (!std::isfinite(known))
        return clusters_.find(all_boxed_triangles(a, workers), all_boxed_triangles(b, workers), guess, max_distance);
    // What is as close as that lies near the other body: this near, with far more than rounding can make of it.
    const double reach = known + sum_of_edges(include(a.box(), b.box())) * 0x1p-40;
    const auto near_a = a.refit(widened_by(reach, b.box()), workers);
    if (near_a.empty())
        return std::nullopt;
    const auto near_b = b.refit(widened_by(reach, box_of(a.cluster_boxes(), near_a)), workers);
    if (near_b.empty())
        return std::nullopt;
    return clusters_.find(boxed_triangles(a, near_a), boxed_triangles(b, near_b), guess, max_distance);
}

ClosestOutcome ClosestInTrees::find(
    Tree& a, Tree& b, const std::optional<PlacePair>& guess, double max_distance, Workers& workers,
    WorkAccount& account)
{
    if (account.meter().is_limited())
        return any_.find(a, b, guess, max_distance, account);
    // The nodes of a plain body are all as large as it is.
    if (a.is_plain() && b.is_plain())
        return {
            .closest = clusters_.find(
                {a.triangles(), {}, nullptr, {}}, {b.triangles(), {}, nullptr, {}}, guess, max_distance)};
    // What a volume meets says nothing about its axis.
    const bool has_volume = !TACTUS_FAULT(140) && (a.is_volume() || b.is_volume());
    if (!has_volume && overlap(a.box(), b.box()))
        if (const auto intersecting = find_intersecting(a, b, workers))
            return {.closest = intersecting};
    RefitBvh *const clusters_a = a.clusters(), *const clusters_b = b.clusters();
    if (clusters_a != nullptr && clusters_b != nullptr)
        return {.closest = find_in_clusters(*clusters_a, *clusters_b, guess, max_distance, workers)};
    return any_.find(a, b, guess, max_distance, account);
}

} // namespace tactus
