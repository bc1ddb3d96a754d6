// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <tuple>
#include <variant>

#include "world/parts.h"

namespace tactus {
namespace {

// A body's triangles with all boxes up to date.
BoxedTriangles boxed_triangles(Body& body, Workers& workers)
{
    auto* tree = std::get_if<RefitBvh>(&body.structure);
    if (tree == nullptr)
        return {body.triangles(), {}, nullptr, {}};
    tree->refit_all(workers);
    return {tree->triangles(), tree->cluster_boxes(), &tree->tree(), {}};
}

bool holds(const Body& body, std::size_t place)
{
    const TriangleList list = body.triangles();
    return place < list.size() && list.number(place) != TriangleList::no_triangle;
}

BoxedTriangles boxed_triangles(const RefitBvh& tree, std::span<const std::uint32_t> clusters)
{
    return {tree.triangles(), tree.cluster_boxes(), &tree.tree(), clusters};
}

double sum_of_edges(const Box& box)
{
    return (double(box.upper.x) - box.lower.x) + (double(box.upper.y) - box.lower.y)
           + (double(box.upper.z) - box.lower.z);
}

// The box and everything that is as close to it as this.
Box widened(const Box& box, double distance)
{
    constexpr double largest = std::numeric_limits<float>::max();
    const auto moved = [&](float from, double way) {
        const auto to = static_cast<float>(std::clamp(double(from) + way, -largest, largest));
        return std::nextafter(to, static_cast<float>(std::copysign(largest, way)));
    };
    return {
        {moved(box.lower.x, -distance), moved(box.lower.y, -distance), moved(box.lower.z, -distance)},
        {moved(box.upper.x, distance), moved(box.upper.y, distance), moved(box.upper.z, distance)}};
}

Box box_of(std::span<const LaneBox> boxes, std::span<const std::uint32_t> clusters)
{
    Box all;
    for (const std::uint32_t cluster : clusters) {
        const LaneBox& box = boxes[cluster];
        all.lower = min(all.lower, {box.lower[0], box.lower[1], box.lower[2]});
        all.upper = max(all.upper, {box.upper[0], box.upper[1], box.upper[2]});
    }
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
ClosestTriangles smallest_of(const RefitBvh& a, const RefitBvh& b, std::span<const TrianglePair> pairs, bool swapped)
{
    const auto numbers = [&](const TrianglePair& pair) {
        return swapped ? std::tuple(pair.b, pair.a) : std::tuple(pair.a, pair.b);
    };
    const auto [triangle_a, triangle_b] = numbers(*std::min_element(
        pairs.begin(), pairs.end(),
        [&](const TrianglePair& p, const TrianglePair& q) { return numbers(p) < numbers(q); }));
    const PlacePair places = {place_of(a, triangle_a), place_of(b, triangle_b)};
    const TriangleDistance apart =
        triangle_distance(boxed_triangles(a, {}).given(places.a), boxed_triangles(b, {}).given(places.b));
    return {apart, triangle_a, triangle_b, places.a, places.b};
}

} // namespace

ClosestTriangles World::Parts::find_closest(BodyId a, BodyId b)
{
    Body& body_a = *slots[a.index].body;
    Body& body_b = *slots[b.index].body;
    auto* tree_a = std::get_if<RefitBvh>(&body_a.structure);
    auto* tree_b = std::get_if<RefitBvh>(&body_b.structure);
    const auto remembered = [&](const ClosestTriangles& closest) {
        remembered_pairs.keep(a, b, {closest.place_a, closest.place_b});
        return closest;
    };
    std::optional<PlacePair> guess = remembered_pairs.find(a, b);
    // A tree may have been rebuilt in the meantime.
    if (guess && !(holds(body_a, guess->a) && holds(body_b, guess->b)))
        guess.reset();
    if (tree_a == nullptr || tree_b == nullptr) {
        const BoxedTriangles boxed_a = boxed_triangles(body_a, workers), boxed_b = boxed_triangles(body_b, workers);
        return remembered(closest_points.find(boxed_a, boxed_b, guess));
    }
    // Bodies that intersect are quicker found so by looking for that alone.
    if (overlap(body_a.box(), body_b.box())) {
        pairs.clear();
        WorkMeter meter(Budget::unlimited());
        search({std::min(a.index, b.index), std::max(a.index, b.index)}, meter, false);
        if (!pairs.empty())
            return remembered(smallest_of(*tree_a, *tree_b, pairs.span(), a.index > b.index));
    }
    if (!guess)
        return remembered(
            closest_points.find(boxed_triangles(body_a, workers), boxed_triangles(body_b, workers), guess));
    const TriangleDistance apart =
        triangle_distance(boxed_triangles(*tree_a, {}).given(guess->a), boxed_triangles(*tree_b, {}).given(guess->b));
    // What is as close as the guess lies near the other body: this near, with far more than rounding can make of it.
    const double reach = apart.distance + sum_of_edges(include(body_a.box(), body_b.box())) * 0x1p-40;
    const auto near_a = tree_a->refit(widened(body_b.box(), reach), workers);
    const auto near_b = tree_b->refit(widened(box_of(tree_a->cluster_boxes(), near_a), reach), workers);
    return remembered(
        closest_points.find(boxed_triangles(*tree_a, near_a), boxed_triangles(*tree_b, near_b), guess));
}

} // namespace tactus
