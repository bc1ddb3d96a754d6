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

// The gaps are differences of floats, each rounded once. The squares are exact in double, and their sum nearly so.
constexpr double gap_rounding = 1.0 + 0x1p-20;

// Points of triangles are computed with errors of a few units in the last place of the space that holds both bodies,
// and so is the reach along a direction. This is far more than all of them add up to.
constexpr double space_rounding = 0x1p-46;

double squared_gap(const LaneBox& a, const LaneBox& b)
{
    float gap[4];
    for (int lane = 0; lane < 4; ++lane) {
        const float apart = detail::greater(a.lower[lane] - b.upper[lane], b.lower[lane] - a.upper[lane]);
        // A gap between the largest floats may not be a float.
        gap[lane] = detail::lesser(detail::greater(apart, 0.0f), std::numeric_limits<float>::max());
    }
    const double x = gap[0], y = gap[1], z = gap[2];
    return x * x + y * y + z * z;
}

float longest_edge(const LaneBox& box)
{
    return std::max({box.upper[0] - box.lower[0], box.upper[1] - box.lower[1], box.upper[2] - box.lower[2]});
}

double reach(const Triangle& triangle, DoubleVector origin, DoubleVector direction)
{
    const auto along = [&](Vec3 corner) { return dot(to_double(corner) - origin, direction); };
    return std::max({along(triangle.a), along(triangle.b), along(triangle.c)});
}

} // namespace

ClosestTriangles ClosestPointsSearch::find(const BoxedTriangles& a, const BoxedTriangles& b)
{
    start(a, b);
    const NodePair root = {
        squared_gap(a_.pyramid.root_box(), b_.pyramid.root_box()), {a_.pyramid.top_level(), 0}, {b_.pyramid.top_level(), 0}};
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
    a_.reaches.clear();
    b_.reaches.clear();
    const LaneBox& box_a = a_.pyramid.root_box();
    const LaneBox& box_b = b_.pyramid.root_box();
    origin_ = {box_a.lower[0], box_a.lower[1], box_a.lower[2]};
    double space = 0.0;
    for (int axis = 0; axis < 3; ++axis)
        space += double(std::max(box_a.upper[axis], box_b.upper[axis]))
            - double(std::min(box_a.lower[axis], box_b.lower[axis]));
    slack_ = space * space_rounding;
    best_ = {{infinity, {}, {}}, UINT32_MAX, UINT32_MAX};
    direction_ = 0;
    set_limit();
}

// What comes next must be able to be as close as the best, since a tie goes to the smaller triangles.
void ClosestPointsSearch::set_limit()
{
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
            if (found_[k].bound > limit_)
                continue;
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
    const bool opens_a = pair.a.level != pair.b.level ? pair.a.level > pair.b.level
                                                      : longest_edge(box_a) >= longest_edge(box_b);
    const Node opened = opens_a ? pair.a : pair.b;
    const BoxPyramid::Children children = (opens_a ? a_ : b_).pyramid.children(opened.level, opened.index);
    const LaneBox& other = opens_a ? box_b : box_a;
    found_count_ = children.boxes.size();
    for (std::uint32_t k = 0; k < found_count_; ++k) {
        const Node child = {opened.level - 1, children.first + k};
        found_[k] = {squared_gap(children.boxes[k], other), opens_a ? child : pair.a, opens_a ? pair.b : child};
    }
}

const ClosestPointsSearch::Reach& ClosestPointsSearch::reach_of(Side& side, std::uint32_t cluster)
{
    const std::uint32_t number = side.pyramid.opened(cluster);
    for (std::size_t k = side.reaches.size(); k <= number; ++k) {
        side.reaches.resize_uninitialised(k + 1);
        side.reaches[k].direction = 0;
    }
    Reach& all = side.reaches[number];
    if (all.direction == direction_)
        return all;
    const BoxedTriangles& body = side.pyramid.body();
    all.direction = direction_;
    all.smallest = UINT32_MAX;
    all.cluster = -infinity;
    const std::size_t first = std::size_t(ClusterTree::cluster_size) * cluster;
    for (std::size_t leaf = 0; leaf < 8; ++leaf) {
        all.leaves[leaf] = -infinity;
        for (std::size_t k = 8 * leaf; k < 8 * leaf + 8; ++k) {
            all.triangles[k] = -infinity;
            if (first + k >= body.triangles.size() || body.triangles.number(first + k) == TriangleList::no_triangle)
                continue;
            all.triangles[k] = reach(body.triangles[first + k], origin_, side.outward);
            all.smallest = std::min(all.smallest, body.triangles.number(first + k));
            all.leaves[leaf] = std::max(all.leaves[leaf], all.triangles[k]);
        }
        all.cluster = std::max(all.cluster, all.leaves[leaf]);
    }
    return all;
}

// Whether two clusters, or parts of them, hold nothing better although their boxes are close enough.
bool ClosestPointsSearch::is_hopeless(const NodePair& pair)
{
    if (direction_ == 0 || pair.a.level > BoxPyramid::cluster_level || pair.b.level > BoxPyramid::cluster_level)
        return false;
    const auto cluster_of = [](Node node) { return node.level == BoxPyramid::leaf_level ? node.index / 8 : node.index; };
    const auto reach_at = [](const Reach& all, Node node) {
        return node.level == BoxPyramid::leaf_level ? all.leaves[node.index % 8] : all.cluster;
    };
    const Reach& a = reach_of(a_, cluster_of(pair.a));
    const Reach& b = reach_of(b_, cluster_of(pair.b));
    if (best_.apart.distance == 0.0)
        return std::tie(a.smallest, b.smallest) >= std::tie(best_.triangle_a, best_.triangle_b);
    return -(reach_at(a, pair.a) + reach_at(b, pair.b)) > limit_along_;
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

void ClosestPointsSearch::measure(std::uint32_t place_a, std::uint32_t place_b)
{
    const BoxedTriangles& body_a = a_.pyramid.body();
    const BoxedTriangles& body_b = b_.pyramid.body();
    if (place_a >= body_a.triangles.size() || place_b >= body_b.triangles.size())
        return;
    const std::uint32_t number_a = body_a.triangles.number(place_a);
    const std::uint32_t number_b = body_b.triangles.number(place_b);
    if (number_a == TriangleList::no_triangle || number_b == TriangleList::no_triangle)
        return;
    const bool is_smaller = std::tie(number_a, number_b) < std::tie(best_.triangle_a, best_.triangle_b);
    if (best_.apart.distance == 0.0) {
        if (!is_smaller || !triangles_intersect(body_a.triangles[place_a], body_b.triangles[place_b]))
            return;
    } else if (direction_ != 0) {
        const double reach_a = reach_of(a_, place_a / ClusterTree::cluster_size).triangles[place_a % ClusterTree::cluster_size];
        const double reach_b = reach_of(b_, place_b / ClusterTree::cluster_size).triangles[place_b % ClusterTree::cluster_size];
        if (-(reach_a + reach_b) > limit_along_)
            return;
    }
    const TriangleDistance apart = triangle_distance(body_a.given(place_a), body_b.given(place_b));
    if (!(apart.distance < best_.apart.distance || (apart.distance == best_.apart.distance && is_smaller)))
        return;
    const bool is_closer = apart.distance < best_.apart.distance;
    best_ = {apart, number_a, number_b};
    if (!is_closer)
        return;
    set_limit();
    // Of two triangles that intersect the direction means nothing, but the count still says that there is a best.
    ++direction_;
    const DoubleVector between = apart.point_b - apart.point_a;
    const double length = std::sqrt(dot(between, between));
    a_.outward = length > 0.0 ? between * (1.0 / length) : DoubleVector{};
    b_.outward = a_.outward * -1.0;
}

std::size_t ClosestPointsSearch::bytes() const
{
    return a_.pyramid.bytes() + b_.pyramid.bytes() + a_.reaches.bytes() + b_.reaches.bytes() + heap_.bytes();
}

} // namespace tactus
