// SPDX-License-Identifier: MIT
#include "contacts/depths/patch_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.h"
#include "base/work_prices.h"
#include "geometry/orientation.h"

namespace tactus {
namespace {

// Where eight are not full, the rest is as far away as can be.
constexpr float nowhere = std::numeric_limits<float>::max();

// A scale that float has.
constexpr int max_scale_bits = 120;

// Eight compact members side by side are less than three times as long as one of them. What is this many times as long,
// squared, holds a jump.
constexpr float jump = 16.0f;
// Groups have this many members in the mean, or more.
constexpr std::size_t least_mean = 4;
constexpr std::size_t planned_members = 16;

float squared_diagonal(const Box& box)
{
    const Vec3 diagonal = box.upper - box.lower;
    return dot(diagonal, diagonal);
}

} // namespace

void PatchTree::make_room(std::size_t triangles, RoomStages& stages)
{
    // Some blocks are not full.
    const std::size_t blocks = triangles / 4 + 1, groups = blocks / (least_mean - 1) + PatchPart::max_levels;
    sort_.make_room(triangles, stages);
    stages.add_room(numbers_, fan_out * blocks);
    stages.add_room(corners_, blocks);
    stages.add_room(blocks_, blocks);
    stages.add_room(groups_, groups);
    stages.add_room(members_, blocks + groups);
}

void PatchTree::begin(const BodySurface& surface, const DepthTables& tables)
{
    surface_ = surface;
    tables_ = &tables;
    sort_.clear();
    regions_.clear();
    box_ = {};
    stage_ = Stage::sort;
    search_.clear();
}

void PatchTree::add(std::uint32_t triangle, std::uint32_t region)
{
    while (regions_.size() <= region)
        regions_.push_back({0, 0, 0, 0, 0});
    const TriangleIndices& numbers = surface_.triangles[triangle];
    const Triangle corners = {surface_.vertex(numbers[0]), surface_.vertex(numbers[1]), surface_.vertex(numbers[2])};
    if (!has_direction(normal_of(corners)))
        return;
    box_ = include(box_, box_of(corners));
    ++regions_[region].count;
    const std::vector<std::uint32_t>& places = tables_->place_of_triangle;
    sort_.add(std::uint64_t(region) << place_bits() | (places.empty() ? triangle : places[triangle]), triangle);
}

void PatchTree::begin_build()
{
    stage_ = Stage::sort;
    sort_.begin(place_bits() + std::bit_width(regions_.empty() ? 0 : regions_.size() - 1));
    part_.surface = surface_;
    part_.origin = {};
    part_.scale = 1.0f;
    part_.extent = 0.0f;
    if (sort_.items().empty())
        return;
    part_.origin = to_float((to_double(box_.lower) + to_double(box_.upper)) * 0.5);
    const Vec3 reach = max(box_.upper - part_.origin, part_.origin - box_.lower);
    const float extent = std::max({reach.x, reach.y, reach.z});
    int exponent = 0;
    std::frexp(extent, &exponent);
    part_.scale = std::ldexp(1.0f, std::clamp(-exponent, -max_scale_bits, max_scale_bits));
    part_.extent = extent * part_.scale;
}

std::uint64_t PatchTree::build_step()
{
    switch (stage_) {
    case Stage::sort:
        if (!sort_.done())
            return sort_.step();
        stage_ = Stage::blocks;
        cursor_ = 0;
        numbers_.clear();
        corners_.clear();
        blocks_.clear();
        members_.clear();
        groups_.clear();
        return price::next_stage;
    case Stage::blocks:
        return make_block();
    case Stage::plan:
        return plan_groups();
    case Stage::groups:
        return make_groups();
    case Stage::built:
        break;
    }
    return price::next_stage;
}

// A run of eight places, as far as it is there, and those behind it that go in as a whole.
std::uint32_t PatchTree::items_of_next_block() const
{
    const std::span<const NumberSort::Item> items = sort_.items().subspan(cursor_);
    const std::size_t most = std::min<std::size_t>(fan_out, items.size());
    const std::uint64_t cluster = items[0].key >> cluster_bits;
    std::size_t end = 0;
    for (std::size_t next = 1; next <= most; ++next)
        if (next == items.size() || items[next].key >> run_bits != items[next - 1].key >> run_bits) {
            if (end > 0 && items[next - 1].key >> cluster_bits != cluster)
                break;
            end = next;
        }
    return static_cast<std::uint32_t>(end > 0 ? end : most);
}

std::uint64_t PatchTree::make_block()
{
    if (cursor_ == sort_.items().size()) {
        build_region_ = 0;
        begin_region();
        return price::next_stage;
    }
    const std::uint32_t count = items_of_next_block();
    const std::size_t place = numbers_.size(), block = blocks_.size();
    const auto region = static_cast<std::uint32_t>(sort_.items()[cursor_].key >> place_bits());
    if (regions_[region].block_count++ == 0)
        regions_[region].first_block = static_cast<std::uint32_t>(block);
    numbers_.resize_uninitialised(place + fan_out);
    corners_.resize_uninitialised(block + 1);
    blocks_.resize_uninitialised(block + 1);
    PatchCorners& corners = corners_[block];
    for (std::uint32_t lane = 0; lane < fan_out; ++lane) {
        const std::uint32_t number = sort_.items()[cursor_ + std::min(lane, count - 1)].value;
        numbers_[place + lane] = number;
        const Triangle t = surface_.triangle(number);
        corners.set(lane, {part_.seen(t.a), part_.seen(t.b), part_.seen(t.c)});
    }
    cursor_ += count;
    const auto number = static_cast<std::uint32_t>(block);
    members_.push_back({finish_block(corners, blocks_[block]), number, number + 1});
    std::fill(blocks_[block].start[2] + count, blocks_[block].start[2] + fan_out, nowhere);
    return price::patch_block;
}

// The next one that has anything to put in groups.
void PatchTree::begin_region()
{
    for (; build_region_ < regions_.size(); ++build_region_) {
        Region& region = regions_[build_region_];
        region.first_group = static_cast<std::uint32_t>(groups_.size());
        if (region.block_count > 1)
            return begin_level(region.first_block, region.block_count);
    }
    stage_ = Stage::built;
}

void PatchTree::begin_level(std::size_t first, std::size_t count)
{
    level_first_ = first;
    level_count_ = count;
    level_begin_ = next_group_ = groups_.size();
    is_plain_ = count <= fan_out;
    cursor_ = 0;
    stage_ = Stage::plan;
}

// Says which members of the level are of one group.
std::uint64_t PatchTree::plan_groups()
{
    const Region& region = regions_[build_region_];
    const bool is_of_blocks = level_first_ == region.first_block;
    const std::size_t begin = cursor_, end = std::min(begin + planned_members, level_count_);
    for (; cursor_ < end; ++cursor_) {
        const Member member = members_[level_first_ + cursor_];
        const float size = squared_diagonal(member.box);
        bool is_next = cursor_ == 0 || groups_.back().count == fan_out;
        if (!is_next && !is_plain_)
            is_next = squared_diagonal(include(members_.back().box, member.box)) > jump * std::max(size, largest_);
        if (is_next) {
            groups_.resize_uninitialised(groups_.size() + 1);
            const std::size_t number = level_first_ + cursor_;
            groups_.back().first = static_cast<std::uint32_t>(
                is_of_blocks ? number - region.first_block : number - blocks_.size() - region.first_group);
            groups_.back().count = 0;
            groups_.back().is_of_blocks = is_of_blocks;
            members_.push_back({Box{}, member.first_block, member.first_block});
            largest_ = 0.0f;
        }
        ++groups_.back().count;
        members_.back().box = include(members_.back().box, member.box);
        members_.back().end_block = member.end_block;
        largest_ = std::max(size, largest_);
    }
    if (cursor_ == level_count_) {
        cursor_ = next_lane_ = 0;
        stage_ = Stage::groups;
        if (!is_plain_ && least_mean * (groups_.size() - level_begin_) > level_count_) {
            // The order jumps all the time.
            members_.resize_uninitialised(blocks_.size() + level_begin_);
            groups_.resize_uninitialised(level_begin_);
            is_plain_ = true;
            stage_ = Stage::plan;
        } else {
            begin_member(members_[level_first_]);
        }
    }
    return price::noted * (end - begin);
}

void PatchTree::begin_member(const Member& member)
{
    next_block_ = member.first_block;
    is_fitted_ = false;
    fit_ = {};
    fit_.centre = (member.box.lower + member.box.upper) * 0.5f;
}

// Looks at a few blocks of a member: first for how it is bent, then for its bowl.
std::uint64_t PatchTree::make_groups()
{
    const Member& member = members_[level_first_ + cursor_];
    const std::uint32_t count = std::min(fan_out, member.end_block - next_block_);
    if (!is_fitted_) {
        include(fit_, corners_.data() + next_block_, blocks_.data() + next_block_, count);
        next_block_ += count;
        if (next_block_ < member.end_block)
            return price::patch_fit * count;
        extent_ = fit_.extent(std::sqrt(squared_diagonal(member.box)) * 0.5f);
        is_fitted_ = true;
        next_block_ = member.first_block;
        if (count > 1)
            return price::patch_fit * count;
    }
    include(extent_, corners_.data() + next_block_, count);
    next_block_ += count;
    if (next_block_ < member.end_block)
        return price::patch_bowl * count;

    PatchGroup& group = groups_[next_group_];
    group.set(static_cast<std::uint32_t>(next_lane_++), extent_.bowl());
    if (next_lane_ == group.count) {
        for (; next_lane_ < fan_out; ++next_lane_)
            group.set(static_cast<std::uint32_t>(next_lane_), {.apex = {}, .axis = {}, .inner = nowhere});
        next_lane_ = 0;
        ++next_group_;
    }
    if (++cursor_ < level_count_)
        begin_member(members_[level_first_ + cursor_]);
    else
        end_level();
    return price::patch_bowl * count;
}

// The groups of a level are the members of the next one, until there is only one of them.
void PatchTree::end_level()
{
    if (groups_.size() - level_begin_ > 1)
        return begin_level(blocks_.size() + level_begin_, groups_.size() - level_begin_);
    Region& region = regions_[build_region_++];
    region.group_count = static_cast<std::uint32_t>(groups_.size()) - region.first_group;
    begin_region();
}

PatchPart PatchTree::part_of(std::uint32_t region) const
{
    PatchPart part = part_;
    const Region& range = regions_[region];
    part.blocks = blocks_.data() + range.first_block;
    part.groups = groups_.data() + range.first_group;
    part.numbers = numbers_.data() + std::size_t(fan_out) * range.first_block;
    part.block_count = range.block_count;
    part.group_count = range.group_count;
    part.first_face = fan_out * range.first_block;
    return part;
}

void PatchTree::begin_search(Vec3 point, std::uint32_t region, std::uint32_t guess)
{
    part_ = part_of(region);
    search_.begin(part_, point, guess);
}

} // namespace tactus
