// SPDX-License-Identifier: MIT
// Two leaves share many faces with their neighbours, so most pairs of faces come up several times. Their boxes, cut off
// where the leaves' spheres end, turn nearly all of them away at less than it takes to look them up; only the rest is
// remembered, and tested once.
#include "search/octree/octree_pairs.h"

#include <algorithm>

#include "base/planted_fault.h"
#include "base/work_prices.h"

namespace tactus {

/// One call. Its functions return false where the search ends early.
struct OctreePairs::Search {
    OctreePairs& query;
    PosedOctree& a;
    PosedOctree& b;
    bool only_near; ///< whatever is at most the distance away, untested
    float distance; ///< metres; 0 for what intersects
    WorkMeter& meter;
    bool first_hit_only;
    Buffer<TrianglePair>& pairs;
    std::uint64_t open = 0;
    std::size_t old_count = pairs.size();
    Box region_a = intersection(a.box(), reach_of(b.box())); ///< nothing of a that is near b lies elsewhere
    Box region_b = intersection(b.box(), reach_of(a.box()));
    std::size_t paid_boxes = 0;

    bool run();
    bool compare(const LeafPair& leaves, const LeafSpheres& spheres);
    bool list_faces_of_b(std::span<const std::uint32_t> faces, const Box& window);
    Box reach_of(const Box& box) const { return distance > 0.0f ? widened_loosely_by(distance, box) : box; }
    bool pay(std::size_t boxes);
    void meet(std::uint32_t face_a, std::uint32_t face_b);
    bool test();
    bool is_satisfied() const { return first_hit_only && pairs.size() > old_count; }
};

bool OctreePairs::Search::pay(std::size_t boxes)
{
    if (boxes > paid_boxes) {
        if (!meter.spend())
            return false;
        paid_boxes += per_unit::octree_boxes;
    }
    paid_boxes -= boxes;
    return true;
}

/// Notes two faces whose boxes overlap.
void OctreePairs::Search::meet(std::uint32_t face_a, std::uint32_t face_b)
{
    if (!query.met_.insert(face_a, face_b))
        return;
    if (only_near)
        pairs.push_back({face_a, face_b});
    else
        query.candidates_.push_back({face_a, face_b});
}

/// Tests the candidates there are.
bool OctreePairs::Search::test()
{
    const TriangleList list_a = a.triangles(), list_b = b.triangles();
    const TriangleSource source_a = {list_a.positions, list_a.indices.data()->data()};
    const TriangleSource source_b = {list_b.positions, list_b.indices.data()->data()};
    const std::size_t count = query.candidates_.size();
    for (std::size_t begin = 0; begin < count; begin += per_unit::octree_candidates) {
        const std::size_t batch = std::min(per_unit::octree_candidates, count - begin);
        if (!meter.spend()) {
            open += count - begin;
            return false;
        }
        query.hits_.resize_uninitialised(batch);
        const std::size_t found =
            intersecting_pairs(source_a, source_b, query.candidates_.data() + begin, batch, query.hits_.data());
        for (std::size_t k = 0; k < found; ++k)
            pairs.push_back({query.hits_[k].a, query.hits_[k].b});
        if (is_satisfied())
            return false;
    }
    query.candidates_.clear();
    return true;
}

/// Leaves those whose boxes reach into the window, with what of the boxes is in it.
bool OctreePairs::Search::list_faces_of_b(std::span<const std::uint32_t> faces, const Box& window)
{
    query.near_faces_.clear();
    query.near_boxes_.clear();
    for (const std::uint32_t face : faces) {
        if (!pay(1))
            return false;
        const Box box = intersection(b.mesh().face_box(face), window);
        if (is_empty(box))
            continue;
        query.near_faces_.push_back(face);
        query.near_boxes_.push_back(box);
    }
    return true;
}

/// Where two faces meet, there is a pair of leaves whose spheres both hold the point; and where they are near, one
/// holds the one point and the other the other. So what lies outside the spheres is left to other pairs of leaves.
bool OctreePairs::Search::compare(const LeafPair& leaves, const LeafSpheres& spheres)
{
    if (!pay(2))
        return false;
    const Box around_a = a.world_box(spheres.a), around_b = b.world_box(spheres.b);
    const Box window_a = intersection(region_a, intersection(around_a, reach_of(around_b)));
    const Box window_b = intersection(region_b, intersection(around_b, reach_of(around_a)));
    if (is_empty(window_a) || is_empty(window_b))
        return true;
    if (!list_faces_of_b(b.tree().features(leaves.b).faces, window_b))
        return false;
    const std::size_t near_count = query.near_faces_.size();
    if (near_count == 0)
        return true;
    for (const std::uint32_t face_a : a.tree().features(leaves.a).faces) {
        if (!pay(1))
            return false;
        const Box inside = intersection(a.mesh().face_box(face_a), window_a);
        if (is_empty(inside))
            continue;
        const Box box = reach_of(inside);
        for (std::size_t begin = 0; begin < near_count; begin += per_unit::octree_boxes) {
            const std::size_t end = std::min(begin + per_unit::octree_boxes, near_count);
            if (!pay(end - begin))
                return false;
            for (std::size_t k = begin; k < end; ++k)
                if (overlap(box, query.near_boxes_[k]) && !(TACTUS_FAULT(17) && k == 0))
                    meet(face_a, query.near_faces_[k]);
        }
        if (query.candidates_.size() >= per_unit::octree_candidates && !test())
            return false;
    }
    return true;
}

bool OctreePairs::Search::run()
{
    query.met_.clear();
    query.candidates_.clear();
    if (!query.leaves_.advance(meter)) {
        open += query.leaves_.open_count() + query.leaves_.pairs().size();
        return false;
    }
    const std::span<const LeafPair> leaf_pairs = query.leaves_.pairs();
    for (std::size_t k = 0; k < leaf_pairs.size(); ++k)
        if (!compare(leaf_pairs[k], query.leaves_.spheres()[k])) {
            open += leaf_pairs.size() - k;
            return false;
        }
    return test();
}

RefinementOutcome OctreePairs::find_pairs(
    PosedOctree& a, PosedOctree& b, WorkMeter& meter, bool first_hit_only, Buffer<TrianglePair>& pairs)
{
    if (!overlap(a.box(), b.box()))
        return {};
    leaves_.start(a.body(), b.body(), 0.0, a.order());
    return run({*this, a, b, false, 0.0f, meter, first_hit_only, pairs});
}

RefinementOutcome
OctreePairs::find_near(PosedOctree& a, PosedOctree& b, float distance, WorkMeter& meter, Buffer<TrianglePair>& pairs)
{
    if (!overlap(a.box(), widened_loosely_by(distance, b.box())))
        return {};
    leaves_.start(a.body(), b.body(), double(distance), a.order());
    return run({*this, a, b, true, distance, meter, false, pairs});
}

RefinementOutcome OctreePairs::run(Search search)
{
    const bool complete = search.run();
    return {complete, complete ? 0 : std::max<std::uint64_t>(1, search.open)};
}

std::size_t OctreePairs::scratch_bytes() const
{
    return leaves_.bytes() + met_.bytes() + candidates_.bytes() + hits_.bytes() + near_faces_.bytes()
           + near_boxes_.bytes();
}

} // namespace tactus
