// SPDX-License-Identifier: MIT
#include "contacts/depths/penetration_depths.h"

#include "base/check.h"
#include "base/work_prices.h"
#include "geometry/features/crossing.h"

namespace tactus {

void PenetrationDepths::make_room(std::size_t triangles, RoomStages& stages)
{
    regions_.make_room(2 * triangles, stages);
    met_.make_room(triangles, stages);
    side_a_.make_room(triangles, stages);
    side_b_.make_room(triangles, stages);
    ways_in_.make_room(triangles, stages);
    depths_a_.make_room(triangles, stages);
    depths_b_.make_room(triangles, stages);
}

void PenetrationDepths::begin(
    const BodySurface& a, const DepthTables& tables_a, const BodySurface& b, const DepthTables& tables_b,
    std::span<const IntersectingPair> intersecting, Tree* tree_a, Tree* tree_b)
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
    ways_in_.clear();
    shaft_.clear();
    has_shaft_ = false;
    TACTUS_CHECK(!is_half_open() || (tables_a.is_closed ? tree_a : tree_b) != nullptr);
    stage_ = tables_a.is_closed || tables_b.is_closed ? Stage::meet : Stage::done;
}

bool PenetrationDepths::advance(WorkMeter& meter)
{
    while (!done()) {
        if (!meter.spend())
            return false;
        for (std::uint64_t spent = 0; spent < price::depth_unit && !done();)
            spent += step(price::depth_unit - spent);
    }
    return true;
}

std::uint64_t PenetrationDepths::step(std::uint64_t nanoseconds)
{
    switch (stage_) {
    case Stage::meet:
        if (next_pair_ < pairs_.size()) {
            std::uint64_t spent = 0;
            while (spent < nanoseconds && next_pair_ < pairs_.size())
                spent += meet();
            return spent;
        }
        begin_search(true);
        begin_search(false);
        search_sides();
        stage_ = Stage::side_a;
        break;
    case Stage::side_a:
        if (!side_a_.done())
            return side_a_.step(nanoseconds);
        stage_ = Stage::side_b;
        break;
    case Stage::side_b:
        if (!side_b_.done())
            return side_b_.step(nanoseconds);
        if (is_half_open()) {
            ways_in_.begin(tables_a_->is_closed ? side_a_ : side_b_, regions_);
            stage_ = Stage::ways_in;
            break;
        }
        begin_depths(true);
        begin_depths(false);
        prepare_depths();
        stage_ = Stage::depths_a;
        break;
    case Stage::ways_in:
        if (!ways_in_.done())
            return ways_in_.step();
        begin_depths(true);
        begin_depths(false);
        stage_ = Stage::depths_a;
        break;
    case Stage::depths_a:
        if (!depths_a_.done())
            return depths_a_.step(nanoseconds);
        stage_ = Stage::depths_b;
        break;
    case Stage::depths_b:
        if (!depths_b_.done())
            return depths_b_.step(nanoseconds);
        if (has_shaft_)
            begin_shaft();
        stage_ = has_shaft_ ? Stage::shaft : Stage::done;
        break;
    case Stage::shaft:
        if (!shaft_.done())
            return shaft_.step();
        stage_ = Stage::done;
        break;
    case Stage::done:
        break;
    }
    return price::next_stage;
}

/// Starts to look for vertices of one side inside the other, which has to be closed for that.
void PenetrationDepths::begin_search(bool of_a)
{
    const DepthTables& around = of_a ? *tables_b_ : *tables_a_;
    Tree* tree = of_a ? tree_b_ : tree_a_;
    if (around.is_closed)
        (of_a ? side_a_ : side_b_)
            .begin_search(
                (of_a ? side_b_ : side_a_).surface(), around.stars.vertex_count(),
                tree != nullptr && !tree->is_plain() ? tree : nullptr);
}

/// Where nobody will stop it, both sides are searched at the same time.
void PenetrationDepths::search_sides()
{
    if (workers_ == nullptr)
        return;
    // A round patch has about a fortieth as many triangles as the square of the number of pairs along its rim.
    const std::uint64_t inside = pairs_.size() * std::uint64_t{pairs_.size()} / 40;
    workers_->for_each_chunk(
        2, 1, price::flooded_triangle * inside, [&](std::size_t side, std::size_t, std::size_t, std::uint32_t) {
            (side == 0 ? side_a_ : side_b_).search_at_once();
        });
}

void PenetrationDepths::begin_depths(bool of_a)
{
    const OverlapSide &own = of_a ? side_a_ : side_b_, &other = of_a ? side_b_ : side_a_;
    DepthSearch& depths = of_a ? depths_a_ : depths_b_;
    if (!is_half_open())
        depths.begin(own, other, regions_);
    else if (other.tables().is_closed)
        depths.begin_open(own, other, regions_, ways_in_, of_a ? *tree_b_ : *tree_a_);
}

/// Where nobody will stop it, the patches of both sides are listed at the same time, and then laid out.
void PenetrationDepths::prepare_depths()
{
    if (workers_ == nullptr)
        return;
    const std::size_t triangles = (side_a_.patch().size() + side_b_.patch().size()) / 2;
    workers_->for_each_chunk(
        2, 1, price::patch_triangle * triangles, [&](std::size_t side, std::size_t, std::size_t, std::uint32_t) {
            (side == 0 ? depths_a_ : depths_b_).list_patch();
        });
    depths_a_.lay_out_patch();
    depths_b_.lay_out_patch();
}

void PenetrationDepths::begin_shaft()
{
    const OverlapSide &tool = is_shaft_of_a_ ? side_a_ : side_b_, &body = is_shaft_of_a_ ? side_b_ : side_a_;
    const std::uint32_t region = tool.patch_region(0);
    shaft_.begin(
        {.axis = {tool.surface().vertex(0), tool.surface().vertex(1)},
         .body = body.surface(),
         .vertex_count = body.tables().stars.vertex_count(),
         .tree = is_shaft_of_a_ ? tree_b_ : tree_a_,
         .pairs = pairs_,
         .is_tool_a = is_shaft_of_a_,
         .has_end_inside = !tool.inside().empty()},
        ways_in_, region != OverlapSide::none ? ways_in_.way_of(region) : WaysIn::unknown);
}

std::uint64_t PenetrationDepths::meet()
{
    const auto number = static_cast<std::uint32_t>(next_pair_);
    const IntersectingPair& met = pairs_[next_pair_++];
    const TrianglePair& pair = met.triangles;
    TACTUS_CHECK(pair.a < side_a_.surface().triangles.size() && pair.b < side_b_.surface().triangles.size());
    const auto hash_of = [&](const TrianglePair& of) { return mixed(std::uint64_t(of.a) << 32 | of.b); };
    const auto is_it = [&](std::uint32_t other) { return pairs_[other].triangles == pair; };
    const auto hash_again = [&](std::uint32_t other) { return hash_of(pairs_[other].triangles); };
    if (met_.find_or_insert(hash_of(pair), number, is_it, hash_again) != number)
        return price::entry;
    const Triangle a = side_a_.surface().triangle(pair.a), b = side_b_.surface().triangle(pair.b);
    regions_.join(side_a_.region_of(pair.a), side_b_.region_of(pair.b));
    const Crossing crossed = met.crossed ? *met.crossed : crossing(a, b);
    // Triangles that cross do not touch: what meets pierces.
    const bool touches = crossed.kind == CrossingKind::none;
    const EdgeSets meeting = touches ? edges_that_meet(a, b) : crossed.piercing;
    if (tables_b_->is_closed)
        side_a_.block(pair.a, meeting.of_a, crossed.piercing.of_a, pair.b, b);
    if (tables_a_->is_closed)
        side_b_.block(pair.b, meeting.of_b, crossed.piercing.of_b, pair.a, a);
    if (is_half_open())
        ways_in_.note(tables_a_->is_closed ? pair.a : pair.b);
    return touches ? price::touching_pair : price::crossing_pair;
}

std::size_t PenetrationDepths::bytes() const
{
    return met_.bytes() + regions_.bytes() + side_a_.bytes() + side_b_.bytes() + depths_a_.bytes() + depths_b_.bytes()
           + ways_in_.bytes() + shaft_.bytes();
}

} // namespace tactus
