// SPDX-License-Identifier: MIT
// A tree against triangles that have none: each is put into a ball, and all balls go down the tree. This is the second
// half of the paper's own traversal, with the triangles in the place of leaves.
#include <algorithm>
#include <cmath>

#include "geometry/triangle_triangle.h"
#include "search/octree/octree_pairs.h"

namespace tactus {
namespace {

// What one work unit of at most about two microseconds buys.
constexpr std::uint64_t boxes_per_unit = 256;
constexpr std::uint64_t boxes_per_test = 8; ///< an exact test takes as long as so many boxes

NodeSphere ball_around(const Box& box)
{
    const DoubleVector lower = to_double(box.lower), upper = to_double(box.upper);
    const Vec3 centre = to_float((lower + upper) * 0.5);
    const DoubleVector low = to_double(centre) - lower, high = upper - to_double(centre);
    const DoubleVector far = {std::max(low.x, high.x), std::max(low.y, high.y), std::max(low.z, high.z)};
    return {centre, rounded_up(std::sqrt(dot(far, far)) * (1.0 + 0x1p-48))};
}

double extent_of(const Box& box)
{
    const DoubleVector lower = to_double(box.lower), upper = to_double(box.upper);
    const DoubleVector far = {
        std::max(std::abs(lower.x), std::abs(upper.x)), std::max(std::abs(lower.y), std::abs(upper.y)),
        std::max(std::abs(lower.z), std::abs(upper.z))};
    return std::sqrt(dot(far, far)) * (1.0 + 0x1p-50);
}

} // namespace

/// One call. Its functions return false where the search ends early.
struct OctreePairs::ListSearch {
    OctreePairs& query;
    PosedOctree& body;
    const TriangleList& other;
    bool other_first;
    WorkMeter& meter;
    bool first_hit_only;
    Buffer<TrianglePair>& pairs;
    std::uint64_t open = 0;
    std::uint64_t paid_boxes = 0;

    bool pay(std::uint64_t boxes);
    bool list_balls();
    bool compare(const LeafPair& found);
    bool run(double extent);
};

bool OctreePairs::ListSearch::pay(std::uint64_t boxes)
{
    if (boxes > paid_boxes) {
        const std::uint64_t units = (boxes - paid_boxes + boxes_per_unit - 1) / boxes_per_unit;
        if (!meter.spend(units))
            return false;
        paid_boxes += units * boxes_per_unit;
    }
    paid_boxes -= boxes;
    return true;
}

bool OctreePairs::ListSearch::list_balls()
{
    query.balls_.clear();
    query.places_.clear();
    for (std::uint32_t place = 0; place < other.size(); ++place) {
        if (!pay(1)) {
            open += other.size() - place + query.balls_.size();
            return false;
        }
        if (other.number(place) == TriangleList::no_triangle)
            continue;
        const Box box = box_of(other[place]);
        if (!overlap(box, body.box()))
            continue;
        query.balls_.push_back(ball_around(box));
        query.places_.push_back(place);
    }
    return true;
}

/// The faces of a leaf against one triangle.
bool OctreePairs::ListSearch::compare(const LeafPair& found)
{
    const std::uint32_t place = query.places_[found.b];
    const Triangle triangle = other[place];
    const Box box = box_of(triangle);
    const TriangleList own = body.triangles();
    for (const std::uint32_t face : body.tree().features(found.a).faces) {
        if (!pay(1))
            return false;
        if (!overlap(box, body.mesh().face_box(face)) || !query.met_.insert(face, place))
            continue;
        if (!pay(boxes_per_test))
            return false;
        if (!triangles_intersect(own[face], triangle))
            continue;
        const std::uint32_t number = other.number(place);
        pairs.push_back(other_first ? TrianglePair{number, face} : TrianglePair{face, number});
        if (first_hit_only)
            return false;
    }
    return true;
}

bool OctreePairs::ListSearch::run(double extent)
{
    query.met_.clear();
    if (!list_balls())
        return false;
    query.leaves_.start_balls(body.body(), query.balls_.span(), extent, 0.0);
    if (!query.leaves_.advance(meter)) {
        open += query.leaves_.open_count() + query.leaves_.pairs().size();
        return false;
    }
    const std::span<const LeafPair> found = query.leaves_.pairs();
    for (std::size_t k = 0; k < found.size(); ++k)
        if (!compare(found[k])) {
            open += found.size() - k;
            return false;
        }
    return true;
}

RefinementOutcome OctreePairs::find_pairs(
    PosedOctree& body, const TriangleList& other, const Box& box_of_other, bool other_first, WorkMeter& meter,
    bool first_hit_only, Buffer<TrianglePair>& pairs)
{
    if (!overlap(body.box(), box_of_other))
        return {};
    ListSearch search{*this, body, other, other_first, meter, first_hit_only, pairs};
    const bool complete = search.run(extent_of(box_of_other));
    return {complete, complete ? 0 : std::max<std::uint64_t>(1, search.open)};
}

} // namespace tactus
