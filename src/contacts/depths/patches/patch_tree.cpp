// SPDX-License-Identifier: MIT
#include "contacts/depths/patches/patch_tree.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "base/check.h"
#include "base/work_prices.h"
#include "geometry/double_vector.h"

namespace tactus {
namespace {

// Where eight are not full, the rest is as far away as can be.
constexpr float nowhere = std::numeric_limits<float>::max();

// A scale that float has.
constexpr int max_scale_bits = 120;

// What one worker makes at a time.
constexpr std::size_t blocks_at_a_time = 8, groups_at_a_time = 2;

bool has_area(const BodySurface& surface, std::uint32_t triangle)
{
    return has_direction(normal_of(surface.triangle(triangle)));
}

} // namespace

void PatchTree::make_room(std::size_t triangles, RoomStages& stages)
{
    // Some blocks are not full. A patch is about an eighth of all triangles.
    const std::size_t blocks = triangles / 4 + 1, groups = blocks / 3 + PatchPart::max_levels;
    stages.add_room(runs_, blocks);
    stages.add_copies(run_at_, triangles, std::uint32_t{0});
    sort_.make_room(blocks, stages);
    stages.add_room(numbers_, fan_out * blocks);
    stages.add_room(corners_, blocks);
    stages.add_room(blocks_, blocks);
    stages.add_room(groups_, groups);
    stages.add_room(members_, blocks + groups);
}

void PatchTree::begin(const BodySurface& surface, std::span<const std::uint32_t> places)
{
    surface_ = surface;
    places_ = places;
    run_bits_ = std::max<int>(std::bit_width(surface.triangles.size() >> place_bits), cluster_bits);
    runs_.clear();
    sort_.clear();
    const std::size_t known = run_at_.size(), wanted = surface.triangles.size() / fan_out + 1;
    if (known < wanted) {
        run_at_.resize_uninitialised(wanted);
        std::fill(run_at_.begin() + known, run_at_.end(), 0u);
    }
    regions_.clear();
    stage_ = Stage::sort;
}

/// There may be such a region already, of which no triangle has had an area.
void PatchTree::begin_region_with(std::uint32_t triangle, std::uint32_t region)
{
    while (regions_.size() <= region)
        regions_.push_back({});
    regions_[region].has_area = has_area(surface_, triangle);
}

void PatchTree::begin_run(std::uint32_t triangle, std::uint32_t run, std::uint64_t key)
{
    run_at_[run] = static_cast<std::uint32_t>(runs_.size());
    sort_.add(key, static_cast<std::uint32_t>(runs_.size()));
    runs_.push_back({key, 1, 0, {triangle}});
}

void PatchTree::begin_build()
{
    stage_ = Stage::sort;
    cursor_ = 0;
    sort_.begin(run_bits_ + std::bit_width(regions_.empty() ? 0 : regions_.size() - 1));
    numbers_.clear();
    corners_.clear();
    blocks_.clear();
    members_.clear();
    groups_.clear();
    for (Region& region : regions_)
        region.block_count = 0;
    next_block_ = none;
    part_ = {};
    part_.surface = surface_;
}

std::uint64_t PatchTree::build_step()
{
    switch (stage_) {
    case Stage::sort:
        if (!sort_.done())
            return sort_.step();
        stage_ = Stage::plan;
        break;
    case Stage::plan:
        if (cursor_ < runs_.size())
            return plan_block();
        begin_region(0);
        break;
    case Stage::plan_groups:
        return plan_groups();
    case Stage::corners:
        if (cursor_ < blocks_.size()) {
            take_corners_of(cursor_);
            box_ = include(box_, members_[cursor_++].shape.box);
            return price::patch_corners;
        }
        find_frame();
        stage_ = Stage::blocks;
        cursor_ = 0;
        break;
    case Stage::blocks:
        if (cursor_ < blocks_.size()) {
            finish(cursor_++);
            return price::patch_block;
        }
        stage_ = Stage::groups;
        cursor_ = 0;
        break;
    case Stage::groups:
        if (cursor_ < groups_.size())
            return put_in_bowl();
        stage_ = Stage::built;
        break;
    case Stage::built:
        break;
    }
    return price::next_stage;
}

void PatchTree::finish_build(Workers& workers)
{
    const auto for_each_block = [&](std::uint64_t price, auto&& make) {
        workers.for_each_chunk(
            blocks_.size(), blocks_at_a_time, price,
            [&](std::size_t, std::size_t begin, std::size_t end, std::uint32_t) {
                for (std::size_t block = begin; block < end; ++block)
                    make(block);
            });
    };
    plan_build();
    for_each_block(price::patch_corners, [&](std::size_t block) { take_corners_of(block); });
    for (std::size_t block = 0; block < blocks_.size(); ++block)
        box_ = include(box_, members_.data()[block].shape.box);
    find_frame();
    for_each_block(price::patch_block, [&](std::size_t block) { finish(block); });
    // What other groups are in comes behind them.
    workers.for_each_chunk(
        groups_.size(), groups_at_a_time, price::patch_bowl * fan_out,
        [&](std::size_t, std::size_t begin, std::size_t end, std::uint32_t) {
            for (std::size_t group = begin; group < end; ++group)
                if (groups_.data()[group].is_of_blocks)
                    put_in_bowl(group);
        });
    for (std::size_t group = 0; group < groups_.size(); ++group)
        if (!groups_[group].is_of_blocks)
            put_in_bowl(group);
    stage_ = Stage::built;
}

/// A run of the surface, as far as it is there, and those behind it that go in as a whole.
std::uint64_t PatchTree::plan_block()
{
    const auto run_at = [&](std::size_t k) -> Run& { return runs_.data()[sort_.items()[k].value]; };
    const std::uint64_t key = run_at(cursor_).key;
    Region& region = regions_[key >> run_bits_];
    const auto block = static_cast<std::uint32_t>(blocks_.size());
    if (region.block_count++ == 0)
        region.first_block = block;
    numbers_.resize_uninitialised(fan_out * (block + std::size_t{1}));
    corners_.resize_uninitialised(block + 1);
    blocks_.resize_uninitialised(block + 1);
    std::uint32_t* numbers = numbers_.data() + std::size_t(fan_out) * block;
    std::uint32_t count = 0;
    for (; cursor_ < runs_.size(); ++cursor_) {
        Run& run = run_at(cursor_);
        if (run.key >> cluster_bits != key >> cluster_bits || count + run.count > fan_out)
            break;
        run.block = block;
        for (std::uint32_t k = 0; k < run.count; ++k)
            numbers[count++] = run.triangles[k];
    }
    std::fill(numbers + count, numbers + fan_out, numbers[count - 1]);
    Member member;
    member.key = key;
    member.first_block = block;
    member.end_block = block + 1;
    member.live_lanes = (1u << count) - 1;
    members_.push_back(member);
    return price::planned_block;
}

/// Goes on with a region, or to the next stage if there is none.
void PatchTree::begin_region(std::size_t region)
{
    planned_region_ = region;
    if (region == regions_.size()) {
        stage_ = Stage::corners;
        cursor_ = 0;
        return;
    }
    regions_[region].first_group = static_cast<std::uint32_t>(groups_.size());
    stage_ = Stage::plan_groups;
    level_bits_ = 0;
    begin_level(regions_[region].first_block, regions_[region].block_count);
}

void PatchTree::begin_level(std::size_t first_member, std::size_t count)
{
    level_first_ = cursor_ = first_member;
    level_end_ = first_member + count;
    level_bits_ += cluster_bits;
    regions_[planned_region_].first_top = static_cast<std::uint32_t>(groups_.size());
}

/// Members of one run go in as a whole, so that two groups that follow each other have more than eight.
std::uint32_t PatchTree::members_of_next_group() const
{
    const Member* next = members_.data() + cursor_;
    const auto most = static_cast<std::uint32_t>(std::min<std::size_t>(level_end_ - cursor_, fan_out));
    if (most == level_end_ - cursor_)
        return most;
    for (std::uint32_t count = most; count > 0; --count)
        if (next[count].key >> level_bits_ != next[count - 1].key >> level_bits_)
            return count;
    return most;
}

/// Says of the next few members of a level which of them are of one group.
std::uint64_t PatchTree::plan_groups()
{
    Region& region = regions_[planned_region_];
    // A single block needs no group.
    if (cursor_ == level_end_ || region.block_count == 1) {
        region.end_group = static_cast<std::uint32_t>(groups_.size());
        const std::size_t groups = region.end_group - region.first_top;
        if (groups > PatchPart::max_top_groups)
            begin_level(blocks_.size() + region.first_top, groups);
        else
            begin_region(planned_region_ + 1);
        return price::glance;
    }
    groups_.resize_uninitialised(groups_.size() + 1);
    PatchGroup& group = groups_.back();
    group.is_of_blocks = level_first_ < blocks_.size();
    group.first = static_cast<std::uint32_t>(
        group.is_of_blocks ? cursor_ - region.first_block : cursor_ - blocks_.size() - region.first_group);
    const std::uint32_t count = members_of_next_group();
    for (std::uint32_t lane = 0; lane < count; ++lane) {
        members_[cursor_ + lane].group = static_cast<std::uint32_t>(groups_.size() - 1);
        members_[cursor_ + lane].lane = lane;
    }
    for (std::uint32_t lane = count; lane < fan_out; ++lane)
        group.set(lane, {.apex = {}, .axis = {}, .inner = nowhere});
    Member member;
    member.key = members_[cursor_].key;
    member.first_member = static_cast<std::uint32_t>(cursor_);
    member.end_member = member.first_member + count;
    member.first_block = members_[member.first_member].first_block;
    member.end_block = members_[member.end_member - 1].end_block;
    members_.push_back(member);
    cursor_ += count;
    return price::noted * count;
}

/// Triangles without an area give way to others of their block.
void PatchTree::take_corners_of(std::size_t block)
{
    std::uint32_t* numbers = numbers_.data() + fan_out * block;
    std::uint32_t& live = members_.data()[block].live_lanes;
    const std::uint32_t doubtful = live & ~take_corners(surface_, numbers, corners_.data()[block]);
    for (std::uint32_t left = doubtful; left != 0; left &= left - 1)
        if (const int lane = std::countr_zero(left); !has_area(surface_, numbers[lane]))
            live &= ~(1u << lane);
    if (doubtful != 0 && live != 0) {
        const std::uint32_t other = numbers[std::countr_zero(live)];
        for (std::uint32_t lane = 0; lane < fan_out; ++lane)
            if ((live >> lane & 1) == 0)
                numbers[lane] = other;
        (void)take_corners(surface_, numbers, corners_.data()[block]);
    }
    members_.data()[block].shape.box = live != 0 ? box_of(corners_.data()[block]) : Box{};
}

/// Where coordinates of all triangles are about 1.
void PatchTree::find_frame()
{
    if (is_empty(box_))
        return;
    part_.origin = to_float((to_double(box_.lower) + to_double(box_.upper)) * 0.5);
    const Vec3 reach = max(box_.upper - part_.origin, part_.origin - box_.lower);
    const float extent = std::max({reach.x, reach.y, reach.z});
    int exponent = 0;
    std::frexp(extent, &exponent);
    part_.scale = std::ldexp(1.0f, std::clamp(-exponent, -max_scale_bits, max_scale_bits));
    part_.extent = extent * part_.scale;
}

void PatchTree::finish(std::size_t block)
{
    Member& member = members_.data()[block];
    PatchBlock& made = blocks_.data()[block];
    // What is not in the frame must not be far away from it.
    if (member.live_lanes == 0)
        corners_.data()[block].put_at(part_.origin);
    PatchBowl bowl = finish_block(part_.origin, part_.scale, corners_.data()[block], made, member.shape);
    if (member.live_lanes == 0)
        bowl = {.apex = {}, .axis = {}, .inner = nowhere};
    for (std::uint32_t lane = 0; lane < fan_out; ++lane)
        if ((member.live_lanes >> lane & 1) == 0)
            made.start[2][lane] = nowhere;
    if (member.group != none)
        groups_.data()[member.group].set(member.lane, bowl);
}

/// Says where the bowl of a group is, when those of its members are known.
BowlExtent PatchTree::extent_of(Member& member) const
{
    const Member* members = members_.data();
    PatchShape& shape = member.shape;
    shape = {};
    for (std::uint32_t k = member.first_member; k < member.end_member; ++k)
        shape.box = include(shape.box, members[k].shape.box);
    shape.fit.centre = (shape.box.lower + shape.box.upper) * 0.5f;
    for (std::uint32_t k = member.first_member; k < member.end_member; ++k)
        shape.fit.include(members[k].shape.fit);
    return shape.extent();
}

/// Looks at a few blocks of the next group that is in another one.
std::uint64_t PatchTree::put_in_bowl()
{
    Member& member = members_[blocks_.size() + cursor_];
    if (member.group == none) {
        ++cursor_;
        return price::glance;
    }
    if (next_block_ == none) {
        extent_ = extent_of(member);
        next_block_ = member.first_block;
    }
    const std::uint32_t count = std::min(fan_out, member.end_block - next_block_);
    include(extent_, corners_.data() + next_block_, count);
    next_block_ += count;
    if (next_block_ == member.end_block) {
        groups_[member.group].set(member.lane, extent_.bowl());
        next_block_ = none;
        ++cursor_;
    }
    return price::patch_bowl * count;
}

void PatchTree::put_in_bowl(std::size_t group)
{
    Member& member = members_.data()[blocks_.size() + group];
    if (member.group == none)
        return;
    BowlExtent extent = extent_of(member);
    include(extent, corners_.data() + member.first_block, member.end_block - member.first_block);
    groups_.data()[member.group].set(member.lane, extent.bowl());
}

PatchPart PatchTree::part_of(std::uint32_t region) const
{
    PatchPart part = part_;
    const Region& range = regions_[region];
    part.blocks = blocks_.data() + range.first_block;
    part.groups = groups_.data() + range.first_group;
    part.numbers = numbers_.data() + std::size_t(fan_out) * range.first_block;
    part.block_count = range.block_count;
    part.first_top = range.first_top - range.first_group;
    part.end_group = range.end_group - range.first_group;
    part.first_face = fan_out * range.first_block;
    return part;
}

} // namespace tactus
