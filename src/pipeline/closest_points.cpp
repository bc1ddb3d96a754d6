// SPDX-License-Identifier: MIT
#include "pipeline/closest_points.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "geometry/triangle_triangle.h"

namespace tactus {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// What squared_gap may be too large by.
constexpr double gap_rounding = 1.0 + 0x1p-20;

// Points of triangles are computed with errors of a few units in the last place of the space that holds both bodies,
// and so is the reach along a direction. This is far more than all of them add up to.
constexpr double space_rounding = 0x1p-46;

// Nodes up to here, one level above the clusters, are measured along the best direction.
constexpr std::uint32_t highest_measured = BoxPyramid::cluster_level + 1;

float longest_edge(const LaneBox& box)
{
    return std::max({box.upper[0] - box.lower[0], box.upper[1] - box.lower[1], box.upper[2] - box.lower[2]});
}

// How far b lies beyond a along a direction, seen from an origin.
double gap_between(const Triangle& a, const Triangle& b, DoubleVector origin, DoubleVector direction)
{
    const auto along = [&](Vec3 corner) { return dot(to_double(corner) - origin, direction); };
    return std::min({along(b.a), along(b.b), along(b.c)}) - std::max({along(a.a), along(a.b), along(a.c)});
}

DoubleVector unit_or_zero(DoubleVector vector)
{
    const double length = std::sqrt(dot(vector, vector));
    return length > 0.0 ? vector * (1.0 / length) : DoubleVector{};
}

// Whether a triangle's normal shows that another one is further away than this. Any vector would do, so it does not
// matter what rounding makes of the normal.
bool normal_separates(const Triangle& triangle, const Triangle& other, double distance)
{
    const DoubleVector origin = to_double(triangle.a);
    const DoubleVector ab = to_double(triangle.b) - origin;
    const DoubleVector ac = to_double(triangle.c) - origin;
    const DoubleVector normal = cross(ab, ac);
    const double own[2] = {dot(ab, normal), dot(ac, normal)};
    const double others[3] = {
        dot(to_double(other.a) - origin, normal), dot(to_double(other.b) - origin, normal),
        dot(to_double(other.c) - origin, normal)};
    const double above = std::min({others[0], others[1], others[2]}) - std::max({0.0, own[0], own[1]});
    const double below = std::min({0.0, own[0], own[1]}) - std::max({others[0], others[1], others[2]});
    const double gap = std::max(above, below);
    return gap > 0.0 && gap * gap > distance * distance * dot(normal, normal);
}

} // namespace

ClosestTriangles ClosestPointsSearch::find(const BoxedTriangles& a, const BoxedTriangles& b)
{
    start(a, b);
    const NodePair root = {
        squared_gap(a_.pyramid.root_box(), b_.pyramid.root_box()),
        {a_.pyramid.top_level(), 0},
        {b_.pyramid.top_level(), 0}};
    dive(root);
    heap_.clear();
    heap_.push_back(root);
    search();
    return best_;
}

void ClosestPointsSearch::start(const BoxedTriangles& a, const BoxedTriangles& b)
{
    a_.pyramid.make(a);
    b_.pyramid.make(b);
    for (Side* side : {&a_, &b_}) {
        const std::size_t clusters = side->pyramid.cluster_count();
        side->parts.clear();
        side->reaches.resize_uninitialised(clusters + (clusters + 7) / 8);
        std::fill(side->reaches.begin(), side->reaches.end(), Reach{});
    }
    const LaneBox& box_a = a_.pyramid.root_box();
    const LaneBox& box_b = b_.pyramid.root_box();
    origin_ = {box_a.lower[0], box_a.lower[1], box_a.lower[2]};
    double space = 0.0;
    for (int axis = 0; axis < 3; ++axis)
        space += double(std::max(box_a.upper[axis], box_b.upper[axis]))
                 - double(std::min(box_a.lower[axis], box_b.lower[axis]));
    slack_ = space * space_rounding;
    direction_ = 0;
    take({{infinity, {}, {}}, UINT32_MAX, UINT32_MAX});
}

void ClosestPointsSearch::take(const ClosestTriangles& better)
{
    best_ = better;
    // What comes next must be able to be as close, since a tie goes to the smaller triangles.
    limit_along_ = best_.apart.distance + slack_;
    limit_ = limit_along_ * limit_along_ * gap_rounding;
}

// A good distance to begin with: always on to the closest two boxes.
void ClosestPointsSearch::dive(NodePair pair)
{
    const auto closer = [](const NodePair& p, const NodePair& q) { return p.bound < q.bound; };
    while (pair.a.level > BoxPyramid::leaf_level || pair.b.level > BoxPyramid::leaf_level) {
        open(pair);
        pair = *std::min_element(found_.begin(), found_.begin() + found_count_, closer);
    }
    compare_leaves(pair.a.index, pair.b.index);
}

void ClosestPointsSearch::search()
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
        if (pair.a.level == BoxPyramid::leaf_level && pair.b.level == BoxPyramid::leaf_level) {
            compare_leaves(pair.a.index, pair.b.index);
            continue;
        }
        open(pair);
        for (std::size_t k = 0; k < found_count_; ++k) {
            if (found_[k].bound > limit_ || is_hopeless(found_[k]))
                continue;
            if (const double gap = gap_along(found_[k]); gap > 0.0)
                found_[k].bound = std::max(found_[k].bound, gap * gap);
            heap_.push_back(found_[k]);
            std::push_heap(heap_.begin(), heap_.end(), later);
        }
    }
}

// Opens the higher of the two nodes, or else the longer one.
void ClosestPointsSearch::open(const NodePair& pair)
{
    const auto box_of = [](BoxPyramid& pyramid, Node node) {
        if (node.level == pyramid.top_level())
            return pyramid.root_box();
        return pyramid.children(node.level + 1, node.index / 8).boxes[node.index % 8];
    };
    const LaneBox box_a = box_of(a_.pyramid, pair.a);
    const LaneBox box_b = box_of(b_.pyramid, pair.b);
    const bool opens_a =
        pair.a.level != pair.b.level ? pair.a.level > pair.b.level : longest_edge(box_a) >= longest_edge(box_b);
    const Node opened = opens_a ? pair.a : pair.b;
    const BoxPyramid::Children children = (opens_a ? a_ : b_).pyramid.children(opened.level, opened.index);
    const LaneBox& other = opens_a ? box_b : box_a;
    found_count_ = children.boxes.size();
    for (std::uint32_t k = 0; k < found_count_; ++k) {
        const Node child = {opened.level - 1, children.first + k};
        found_[k] = {squared_gap(children.boxes[k], other), opens_a ? child : pair.a, opens_a ? pair.b : child};
    }
}

ClosestPointsSearch::Part& ClosestPointsSearch::part_of(Side& side, std::uint32_t cluster)
{
    const std::uint32_t number = side.pyramid.opened(cluster);
    for (std::size_t next = side.parts.size(); next <= number; ++next) {
        side.parts.resize_uninitialised(next + 1);
        side.parts[next].is_known = false;
    }
    Part& part = side.parts[number];
    if (part.is_known)
        return part;
    part.is_known = true;
    part.direction = 0;
    part.smallest = TriangleList::no_triangle;
    const TriangleList& triangles = side.pyramid.body().triangles;
    const std::size_t first = std::size_t(ClusterTree::cluster_size) * cluster;
    for (std::size_t leaf = 0; leaf < 8; ++leaf) {
        std::uint32_t& smallest = part.smallest_of_leaf[leaf] = TriangleList::no_triangle;
        for (std::size_t place = first + 8 * leaf; place < std::min(first + 8 * leaf + 8, triangles.size()); ++place)
            smallest = std::min(smallest, triangles.number(place));
        part.smallest = std::min(part.smallest, smallest);
    }
    return part;
}

// The same with its reaches along the present direction.
const ClosestPointsSearch::Part& ClosestPointsSearch::measured_part_of(Side& side, std::uint32_t cluster)
{
    Part& part = part_of(side, cluster);
    if (part.direction == direction_)
        return part;
    part.direction = direction_;
    side.pyramid.body().reach_of_triangles(cluster, origin_, side.outward, part.reach_of_triangle);
    for (std::size_t leaf = 0; leaf < 8; ++leaf) {
        const auto first = part.reach_of_triangle.begin() + 8 * leaf;
        part.reach_of_leaf[leaf] = *std::max_element(first, first + 8);
    }
    return part;
}

// Of nodes of level 1 to highest_measured.
double ClosestPointsSearch::reach_of(Side& side, Node node)
{
    if (node.level == BoxPyramid::leaf_level)
        return measured_part_of(side, node.index / 8).reach_of_leaf[node.index % 8];
    const std::uint32_t cluster_count = side.pyramid.cluster_count();
    const bool is_cluster = node.level == BoxPyramid::cluster_level;
    Reach& reach = side.reaches[is_cluster ? node.index : std::size_t(cluster_count) + node.index];
    if (reach.direction == direction_)
        return reach.value;
    reach.direction = direction_;
    if (is_cluster) {
        reach.value = side.pyramid.body().reach_of_cluster(node.index, origin_, side.outward);
        return reach.value;
    }
    reach.value = -infinity;
    for (std::uint32_t child = 8 * node.index; child < std::min(8 * node.index + 8, cluster_count); ++child)
        reach.value = std::max(reach.value, reach_of(side, {BoxPyramid::cluster_level, child}));
    return reach.value;
}

// How far two nodes are apart along the best direction; minus infinity where that is not known.
double ClosestPointsSearch::gap_along(const NodePair& pair)
{
    const bool is_known = direction_ != 0 && best_.apart.distance > 0.0;
    if (!is_known || pair.a.level > highest_measured || pair.b.level > highest_measured)
        return -infinity;
    return -(reach_of(a_, pair.a) + reach_of(b_, pair.b));
}

std::uint32_t ClosestPointsSearch::smallest_of(Part& part, Node node)
{
    return node.level == BoxPyramid::leaf_level ? part.smallest_of_leaf[node.index % 8] : part.smallest;
}

// Whether two nodes hold nothing better although their boxes are close enough.
bool ClosestPointsSearch::is_hopeless(const NodePair& pair)
{
    if (best_.apart.distance > 0.0)
        return gap_along(pair) > limit_along_;
    if (pair.a.level > BoxPyramid::cluster_level || pair.b.level > BoxPyramid::cluster_level)
        return false;
    const auto cluster_of = [](Node node) {
        return node.level == BoxPyramid::leaf_level ? node.index / 8 : node.index;
    };
    const std::uint32_t smallest_a = smallest_of(part_of(a_, cluster_of(pair.a)), pair.a);
    const std::uint32_t smallest_b = smallest_of(part_of(b_, cluster_of(pair.b)), pair.b);
    return std::tie(smallest_a, smallest_b) >= std::tie(best_.triangle_a, best_.triangle_b);
}

void ClosestPointsSearch::compare_leaves(std::uint32_t leaf_a, std::uint32_t leaf_b)
{
    struct Candidate {
        double bound;
        std::uint8_t a;
        std::uint8_t b;
    };
    std::array<Candidate, 64> candidates;
    std::size_t count = 0;
    const auto boxes_a = a_.pyramid.children(BoxPyramid::leaf_level, leaf_a).boxes;
    const auto boxes_b = b_.pyramid.children(BoxPyramid::leaf_level, leaf_b).boxes;
    if (best_.apart.distance == 0.0) {
        for (std::uint32_t a = 0; a < 8; ++a)
            for (std::uint32_t b = 0; b < 8; ++b)
                if (squared_gap(boxes_a[a], boxes_b[b]) == 0.0)
                    measure(8 * leaf_a + a, 8 * leaf_b + b);
        return;
    }
    for (std::uint8_t a = 0; a < 8; ++a)
        for (std::uint8_t b = 0; b < 8; ++b)
            if (const double bound = squared_gap(boxes_a[a], boxes_b[b]); bound <= limit_)
                candidates[count++] = {bound, a, b};
    std::sort(candidates.begin(), candidates.begin() + count, [](const Candidate& p, const Candidate& q) {
        return p.bound < q.bound;
    });
    for (std::size_t k = 0; k < count && candidates[k].bound <= limit_; ++k)
        measure(8 * leaf_a + candidates[k].a, 8 * leaf_b + candidates[k].b);
}

// The same for two triangles.
bool ClosestPointsSearch::is_separated(std::uint32_t place_a, std::uint32_t place_b)
{
    constexpr std::uint32_t size = ClusterTree::cluster_size;
    const double reach_a = measured_part_of(a_, place_a / size).reach_of_triangle[place_a % size];
    const double reach_b = measured_part_of(b_, place_b / size).reach_of_triangle[place_b % size];
    if (-(reach_a + reach_b) > limit_along_)
        return true;
    const Triangle a = a_.pyramid.body().triangles[place_a];
    const Triangle b = b_.pyramid.body().triangles[place_b];
    return gap_between(a, b, origin_, last_between_) > limit_along_ || normal_separates(a, b, limit_along_)
           || normal_separates(b, a, limit_along_);
}

void ClosestPointsSearch::measure(std::uint32_t place_a, std::uint32_t place_b)
{
    const BoxedTriangles& body_a = a_.pyramid.body();
    const BoxedTriangles& body_b = b_.pyramid.body();
    if (!body_a.has(place_a) || !body_b.has(place_b))
        return;
    const std::uint32_t number_a = body_a.triangles.number(place_a);
    const std::uint32_t number_b = body_b.triangles.number(place_b);
    const bool is_smaller = std::tie(number_a, number_b) < std::tie(best_.triangle_a, best_.triangle_b);
    if (best_.apart.distance == 0.0) {
        if (!is_smaller || !triangles_intersect(body_a.triangles[place_a], body_b.triangles[place_b]))
            return;
    } else if (direction_ != 0 && is_separated(place_a, place_b)) {
        return;
    }
    const TriangleDistance apart = triangle_distance(body_a.given(place_a), body_b.given(place_b));
    last_between_ = unit_or_zero(apart.point_b - apart.point_a);
    if (apart.distance < best_.apart.distance || (apart.distance == best_.apart.distance && is_smaller)) {
        take({apart, number_a, number_b});
        turn_to_best();
    }
}

// Measures along the best gap, which was the last, from now on, unless the direction in use is about the same: all
// reaches are lost.
void ClosestPointsSearch::turn_to_best()
{
    if (direction_ != 0 && dot(last_between_, a_.outward) >= 0.9995)
        return;
    ++direction_;
    a_.outward = last_between_;
    b_.outward = last_between_ * -1.0;
}

std::size_t ClosestPointsSearch::bytes() const
{
    return a_.pyramid.bytes() + b_.pyramid.bytes() + a_.parts.bytes() + b_.parts.bytes() + a_.reaches.bytes()
           + b_.reaches.bytes() + heap_.bytes();
}

} // namespace tactus
