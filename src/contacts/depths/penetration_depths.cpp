// SPDX-License-Identifier: MIT
#include "contacts/depths/penetration_depths.h"

#include "base/check.h"
#include "base/work_prices.h"
#include "geometry/features/crossing.h"

namespace tactus {

void PenetrationDepths::make_room(std::size_t triangles)
{
    regions_.make_room(2 * triangles);
    met_.make_room(triangles);
    side_a_.make_room(triangles);
    side_b_.make_room(triangles);
    depths_a_.make_room(triangles);
    depths_b_.make_room(triangles);
}

void PenetrationDepths::begin(
    const BodySurface& a, const DepthTables& tables_a, const BodySurface& b, const DepthTables& tables_b,
    std::span<const TrianglePair> intersecting, Tree* tree_a, Tree* tree_b)
{
    tree_a_ = tree_a;
    tree_b_ = tree_b;
    pairs_ = intersecting;
    next_pair_ = 0;
    met_.clear(intersecting.size());
    tables_a_ = &tables_a;
    tables_b_ = &tables_b;
    regions_.clear();
    const std::uint32_t apart = regions_.add();
    side_a_.begin(a, tables_a, regions_, apart);
    side_b_.begin(b, tables_b, regions_, apart);
    depths_a_.clear();
    depths_b_.clear();
    stage_ = tables_a.is_closed && tables_b.is_closed ? Stage::meet : Stage::done;
}

bool PenetrationDepths::advance(WorkMeter& meter)
{
    while (!done()) {
        if (!meter.spend())
            return false;
        for (std::uint64_t spent = 0; spent < price::depth_unit && !done();)
            spent += step();
    }
    return true;
}

std::uint64_t PenetrationDepths::step()
{
    switch (stage_) {
    case Stage::meet:
        if (next_pair_ < pairs_.size())
            return meet();
        side_a_.begin_search(side_b_.surface(), tables_b_->stars.vertex_count(), tree_b_);
        stage_ = Stage::side_a;
        break;
    case Stage::side_a:
        if (!side_a_.done())
            return side_a_.step();
        side_b_.begin_search(side_a_.surface(), tables_a_->stars.vertex_count(), tree_a_);
        stage_ = Stage::side_b;
        break;
    case Stage::side_b:
        if (!side_b_.done())
            return side_b_.step();
        depths_a_.begin(side_a_, side_b_, regions_);
        stage_ = Stage::depths_a;
        break;
    case Stage::depths_a:
        if (!depths_a_.done())
            return depths_a_.step();
        depths_b_.begin(side_b_, side_a_, regions_);
        stage_ = Stage::depths_b;
        break;
    case Stage::depths_b:
        if (!depths_b_.done())
            return depths_b_.step();
        stage_ = Stage::done;
        break;
    case Stage::done:
        break;
    }
    return price::next_stage;
}

std::uint64_t PenetrationDepths::meet()
{
    const auto number = static_cast<std::uint32_t>(next_pair_);
    const TrianglePair& pair = pairs_[next_pair_++];
    TACTUS_CHECK(pair.a < side_a_.surface().triangles.size() && pair.b < side_b_.surface().triangles.size());
    const auto hash_of = [&](const TrianglePair& of) { return mixed(std::uint64_t(of.a) << 32 | of.b); };
    const auto is_it = [&](std::uint32_t other) { return pairs_[other] == pair; };
    const auto hash_again = [&](std::uint32_t other) { return hash_of(pairs_[other]); };
    if (met_.find_or_insert(hash_of(pair), number, is_it, hash_again) != number)
        return price::entry;
    const Triangle a = side_a_.surface().triangle(pair.a), b = side_b_.surface().triangle(pair.b);
    regions_.join(side_a_.region_of(pair.a), side_b_.region_of(pair.b));
    const Crossing crossed = crossing(a, b);
    // Triangles that cross do not touch: what meets pierces.
    const bool touches = crossed.kind == CrossingKind::none;
    const EdgeSets meeting = touches ? edges_that_meet(a, b) : crossed.piercing;
    side_a_.block(pair.a, meeting.of_a, crossed.piercing.of_a, b);
    side_b_.block(pair.b, meeting.of_b, crossed.piercing.of_b, a);
    return touches ? price::touching_pair : price::crossing_pair;
}

std::size_t PenetrationDepths::bytes() const
{
    return met_.bytes() + regions_.bytes() + side_a_.bytes() + side_b_.bytes() + depths_a_.bytes() + depths_b_.bytes();
}

} // namespace tactus
