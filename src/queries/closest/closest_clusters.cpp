// SPDX-License-Identifier: MIT
#include "queries/closest/closest_clusters.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "base/check.h"
#include "base/planted_fault.h"

namespace tactus {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::uint32_t not_opened = UINT32_MAX;

// What squared_gap may be too large by.
constexpr double gap_rounding = 1.0 + 0x1p-20;

float longest_edge(const LaneBox& box)
{
    return std::max({box.upper[0] - box.lower[0], box.upper[1] - box.lower[1], box.upper[2] - box.lower[2]});
}

double sum_of_edges(const LaneBox& box)
{
    return (double(box.upper[0]) - box.lower[0]) + (double(box.upper[1]) - box.lower[1])
           + (double(box.upper[2]) - box.lower[2]);
}

} // namespace

std::optional<ClosestTriangles> ClosestClusters::find(
    const BoxedTriangles& a, const BoxedTriangles& b, const std::optional<PlacePair>& guess, double max_distance)
{
    start(a, b, max_distance);
    const NodePair root = {
        squared_gap(a_.pyramid.root_box(), b_.pyramid.root_box()),
        {a_.pyramid.top_level(), 0},
        {b_.pyramid.top_level(), 0}};
    if (root.bound > limit_)
        return std::nullopt;
    if (guess)
        measure(guess->a, guess->b);
    dive(root);
    heap_.clear();
    heap_.push_back(root);
    search();
    return best_.within();
}

void ClosestClusters::start(const BoxedTriangles& a, const BoxedTriangles& b, double max_distance)
{
    a_.pyramid.make(a);
    b_.pyramid.make(b);
    TACTUS_CHECK(a_.pyramid.cluster_count() > 0 && b_.pyramid.cluster_count() > 0);
    for (Side* side : {&a_, &b_}) {
        side->parts.clear();
        side->part_number.resize_uninitialised(side->pyramid.cluster_count());
        std::fill(side->part_number.begin(), side->part_number.end(), not_opened);
    }
    const LaneBox& box_a = a_.pyramid.root_box();
    const LaneBox& box_b = b_.pyramid.root_box();
    space_ = {{box_a.lower[0], box_a.lower[1], box_a.lower[2]}, 0.0};
    for (int axis = 0; axis < 3; ++axis)
        space_.size += double(std::max(box_a.upper[axis], box_b.upper[axis]))
                       - double(std::min(box_a.lower[axis], box_b.lower[axis]));
    direction_ = 0;
    best_.begin(a.triangles, b.triangles, space_.origin, space_.size, max_distance);
    look_closer();
}

/// What is farther apart than the limit is not looked at any more.
void ClosestClusters::look_closer()
{
    limit_ = best_.limit() * best_.limit() * gap_rounding;
    const double in_space = best_.limit() * space_.inverse_size() * (1.0 + 0x1p-20);
    limit_in_space_ = static_cast<float>(std::min(in_space, 4.0)) + 2.0f * ClusterPoints::reach_rounding;
}

// A good distance to begin with, if there is none: always on to the closest two boxes.
void ClosestClusters::dive(NodePair pair)
{
    const auto closer = [](const NodePair& p, const NodePair& q) { return p.bound < q.bound; };
    while (pair.a.level > 0 || pair.b.level > 0) {
        open(pair);
        pair = *std::min_element(found_.begin(), found_.begin() + found_count_, closer);
    }
    const double at_most = std::sqrt(pair.bound) + sum_of_edges(a_.pyramid.box(0, pair.a.index))
                           + sum_of_edges(b_.pyramid.box(0, pair.b.index));
    if (at_most < best_.distance())
        measure_closest_boxes(pair.a.index, pair.b.index);
}

void ClosestClusters::search()
{
    // Where boxes overlap all bounds are zero, and the deeper pairs come first.
    const auto later = [](const NodePair& p, const NodePair& q) {
        return p.bound != q.bound ? p.bound > q.bound : p.a.level + p.b.level > q.a.level + q.b.level;
    };
    while (!heap_.empty()) {
        const NodePair pair = heap_[0];
        if (pair.bound > limit_)
            return;
        std::pop_heap(heap_.begin(), heap_.end(), later);
        heap_.pop_back();
        if (is_hopeless(pair))
            continue;
        if (pair.a.level == 0 && pair.b.level == 0) {
            compare_clusters(pair.a.index, pair.b.index);
            continue;
        }
        open(pair);
        for (std::size_t k = 0; k < found_count_; ++k) {
            if (found_[k].bound > limit_)
                continue;
            heap_.push_back(found_[k]);
            std::push_heap(heap_.begin(), heap_.end(), later);
        }
    }
}

// Opens the higher of the two nodes, or else the longer one.
void ClosestClusters::open(const NodePair& pair)
{
    const LaneBox& box_a = a_.pyramid.box(pair.a.level, pair.a.index);
    const LaneBox& box_b = b_.pyramid.box(pair.b.level, pair.b.index);
    const bool opens_a =
        pair.a.level != pair.b.level ? pair.a.level > pair.b.level : longest_edge(box_a) >= longest_edge(box_b);
    const Node opened = opens_a ? pair.a : pair.b;
    const BoxPyramid::Children children = (opens_a ? a_ : b_).pyramid.children(opened.level, opened.index);
    const LaneBox& other = opens_a ? box_b : box_a;
    found_count_ = children.boxes.size() - (TACTUS_FAULT(23) && children.boxes.size() > 1 ? 1 : 0);
    for (std::uint32_t k = 0; k < found_count_; ++k) {
        const Node child = {opened.level - 1, children.first + k};
        found_[k] = {squared_gap(children.boxes[k], other), opens_a ? child : pair.a, opens_a ? pair.b : child};
    }
}

OpenedCluster& ClosestClusters::part_of(Side& side, std::uint32_t index)
{
    if (side.part_number[index] != not_opened)
        return side.parts[side.part_number[index]];
    side.part_number[index] = static_cast<std::uint32_t>(side.parts.size());
    side.parts.resize_uninitialised(side.parts.size() + 1);
    OpenedCluster& part = side.parts.back();
    part.set(side.pyramid.body(), side.pyramid.cluster(index), space_);
    return part;
}

// Whether two nodes hold nothing better although their boxes are close enough: all that can be better than triangles
// that intersect are intersecting ones with smaller numbers.
bool ClosestClusters::is_hopeless(const NodePair& pair)
{
    if (best_.distance() > 0.0 || pair.a.level > 0 || pair.b.level > 0)
        return false;
    return !best_.are_smaller(part_of(a_, pair.a.index).smallest, part_of(b_, pair.b.index).smallest);
}

void ClosestClusters::measure_closest_boxes(std::uint32_t index_a, std::uint32_t index_b)
{
    const OpenedCluster& a = part_of(a_, index_a);
    const OpenedCluster& b = part_of(b_, index_b);
    double closest = infinity;
    PlacePair places;
    for (std::uint64_t in_a = a.present; in_a != 0; in_a &= in_a - 1)
        for (std::uint64_t in_b = b.present; in_b != 0; in_b &= in_b - 1) {
            const auto k = static_cast<std::uint32_t>(std::countr_zero(in_a));
            const auto l = static_cast<std::uint32_t>(std::countr_zero(in_b));
            if (const double gap = squared_gap(a.boxes[k], b.boxes[l]); gap < closest) {
                closest = gap;
                places = {64 * a.cluster + k, 64 * b.cluster + l};
            }
        }
    measure(places.a, places.b);
}

void ClosestClusters::compare_clusters(std::uint32_t index_a, std::uint32_t index_b)
{
    OpenedCluster& a = part_of(a_, index_a);
    OpenedCluster& b = part_of(b_, index_b);
    std::uint64_t in_a = a.present, in_b = b.present;
    if (best_.distance() > 0.0 && direction_ != 0) {
        a.measure(direction_, best_direction_);
        b.measure(direction_, best_direction_ * -1.0);
        if (!narrow(a.reach, b.reach, limit_in_space_, in_a, in_b)
            || !narrow_along_middles(a, b, limit_in_space_, in_a, in_b))
            return;
    }
    in_a = near_boxes(b_.pyramid.box(0, index_b), a.boxes, in_a, limit_);
    in_b = near_boxes(a_.pyramid.box(0, index_a), b.boxes, in_b, limit_);
    for (; in_a != 0; in_a &= in_a - 1) {
        const auto k = static_cast<std::uint32_t>(std::countr_zero(in_a));
        for (std::uint64_t near = near_boxes(a.boxes[k], b.boxes, in_b, limit_); near != 0; near &= near - 1)
            measure(64 * a.cluster + k, 64 * b.cluster + static_cast<std::uint32_t>(std::countr_zero(near)));
    }
}

void ClosestClusters::measure(std::uint32_t place_a, std::uint32_t place_b)
{
    if (!best_.measure(place_a, place_b))
        return;
    look_closer();
    // All reaches are lost where the direction is another one, so one that is about the same stays.
    if (direction_ != 0 && dot(best_.direction(), best_direction_) >= 0.9995)
        return;
    ++direction_;
    best_direction_ = best_.direction();
}

std::size_t ClosestClusters::bytes() const
{
    std::size_t bytes = heap_.bytes();
    for (const Side* side : {&a_, &b_})
        bytes += side->pyramid.bytes() + side->part_number.bytes() + side->parts.bytes();
    return bytes;
}

} // namespace tactus
