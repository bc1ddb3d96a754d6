// SPDX-License-Identifier: MIT
#include "contacts/depths/patch_tree.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "base/check.h"
#include "base/work_prices.h"
#include "geometry/orientation.h"

namespace tactus {
namespace {

// Larger members are put in balls: discs would take long to make, and be thick.
constexpr std::uint32_t max_disc_level = 1;
// Nothing overflows in discs in coordinates up to this.
constexpr float max_disc_extent = 1e18f;

constexpr std::uint32_t lowest_bits(std::uint32_t count) { return (1u << count) - 1; }

// What has no direction becomes zero.
Vec3 rounded_unit(DoubleVector a) { return largest_component(a) < 1e30 ? to_float(unit(a)) : Vec3{}; }

} // namespace

void PatchTree::make_room(std::size_t triangles)
{
    const std::size_t blocks = triangles / fan_out + 1, groups = blocks / (fan_out - 1) + most_levels;
    sort_.make_room(triangles);
    numbers_.reserve_touched(fan_out * blocks);
    blocks_.reserve_touched(blocks);
    discs_.reserve_touched(blocks);
    groups_.reserve_touched(groups);
    boxes_.reserve_touched(blocks + groups);
}

void PatchTree::begin(const BodySurface& surface, const DepthTables& tables)
{
    surface_ = surface;
    tables_ = &tables;
    near_members_ = near_members();
    sort_.clear();
    regions_.clear();
    box_ = {};
    stage_ = Stage::sort;
    stack_size_ = 0;
    nearest_ = {};
}

void PatchTree::add(std::uint32_t triangle, std::uint32_t region)
{
    while (regions_.size() <= region)
        regions_.push_back({0, 0, 0});
    const Triangle corners = surface_.triangle(triangle);
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
    origin_ = sort_.items().empty() ? DoubleVector{} : (to_double(box_.lower) + to_double(box_.upper)) * 0.5;
    const Vec3 end = seen_from_origin(box_.upper);
    extent_ = sort_.items().empty() ? 0.0f : std::max({end.x, end.y, end.z});
}

std::uint64_t PatchTree::build_step()
{
    switch (stage_) {
    case Stage::sort:
        if (!sort_.done())
            return sort_.step();
        stage_ = Stage::lay_out;
        cursor_ = 0;
        build_begin_ = 0;
        build_count_ = 0;
        return price::next_stage;
    case Stage::lay_out:
        return lay_out();
    case Stage::blocks:
        return make_block();
    case Stage::groups:
        return make_group();
    case Stage::built:
        break;
    }
    return price::next_stage;
}

// One region, behind the groups and blocks of those before.
std::uint64_t PatchTree::lay_out()
{
    if (cursor_ == regions_.size()) {
        blocks_.resize_uninitialised(build_count_);
        discs_.resize_uninitialised(build_count_);
        boxes_.resize_uninitialised(build_count_ + build_begin_);
        numbers_.resize_uninitialised(std::size_t(fan_out) * build_count_);
        groups_.resize_uninitialised(build_begin_);
        stage_ = Stage::blocks;
        build_region_ = 0;
        cursor_ = next_item_ = 0;
        return price::next_stage;
    }
    Region& region = regions_[cursor_++];
    region.first_block = build_count_;
    region.first_group = build_begin_;
    std::uint32_t count = (region.count + fan_out - 1) / fan_out;
    build_count_ += count;
    while (count > 1) {
        count = (count + fan_out - 1) / fan_out;
        build_begin_ += count;
    }
    return price::noted;
}

std::uint64_t PatchTree::make_block()
{
    if (cursor_ == blocks_.size()) {
        build_region_ = 0;
        begin_groups();
        return price::next_stage;
    }
    while (cursor_ * fan_out >= regions_[build_region_].first_block * fan_out + regions_[build_region_].count)
        ++build_region_;
    const Region& region = regions_[build_region_];
    const std::size_t place = cursor_ * fan_out;
    const auto count = static_cast<std::uint32_t>(
        std::min<std::size_t>(fan_out, std::size_t(region.first_block) * fan_out + region.count - place));
    PatchBlock& block = blocks_[cursor_];
    for (std::uint32_t lane = 0; lane < fan_out; ++lane) {
        const std::uint32_t number = sort_.items()[next_item_ + std::min(lane, count - 1)].value;
        numbers_[place + lane] = number;
        const Triangle t = surface_.triangle(number);
        block.set(lane, {seen_from_origin(t.a), seen_from_origin(t.b), seen_from_origin(t.c)});
    }
    next_item_ += count;
    boxes_[cursor_] = finish_block(block, discs_[cursor_]);
    ++cursor_;
    return price::patch_block;
}

// Of the region, or of the next one that has any.
void PatchTree::begin_groups()
{
    for (; build_region_ < regions_.size(); ++build_region_) {
        const Region& region = regions_[build_region_];
        if (region.count <= fan_out)
            continue;
        build_level_ = 0;
        build_begin_ = region.first_group;
        build_count_ = (region.count + fan_out - 1) / fan_out;
        cursor_ = 0;
        stage_ = Stage::groups;
        return;
    }
    stage_ = Stage::built;
}

// A block, or a group of the level below.
PatchDisc PatchTree::disc_of_member() const
{
    const Region& region = regions_[build_region_];
    const std::size_t member =
        build_level_ == 0 ? region.first_block + cursor_ : blocks_.size() + build_begin_ - build_count_ + cursor_;
    const Box& box = boxes_[member];
    PatchDisc disc{.centre = (box.lower + box.upper) * 0.5f, .axis = {0.0f, 0.0f, 0.0f}};
    if (build_level_ > max_disc_level || !(extent_ < max_disc_extent)) {
        const DoubleVector half = to_double(box.upper) - to_double(disc.centre);
        disc.radius = static_cast<float>(std::sqrt(dot(half, half)));
        return disc;
    }
    const std::size_t blocks = build_level_ == 0 ? 1 : fan_out;
    const std::size_t first = region.first_block + cursor_ * blocks;
    const std::size_t end =
        std::min<std::size_t>(first + blocks, region.first_block + (region.count + fan_out - 1) / fan_out);
    DoubleVector sum;
    for (std::size_t block = first; block < end; ++block)
        sum = sum + to_double(blocks_[block].normal);
    disc.axis = rounded_unit(sum);
    disc.lower = std::numeric_limits<float>::max();
    disc.upper = -disc.lower;
    for (std::size_t block = first; block < end; ++block)
        include(disc, blocks_[block]);
    return disc;
}

std::uint64_t PatchTree::make_group()
{
    if (cursor_ == build_count_) {
        build_begin_ += (build_count_ + fan_out - 1) / fan_out;
        build_count_ = (build_count_ + fan_out - 1) / fan_out;
        ++build_level_;
        cursor_ = 0;
        if (build_count_ == 1) {
            ++build_region_;
            begin_groups();
        }
        return price::next_stage;
    }
    // One member.
    PatchGroup& group = groups_[build_begin_ + cursor_ / fan_out];
    const auto lane = static_cast<std::uint32_t>(cursor_ % fan_out);
    const PatchDisc disc = disc_of_member();
    group.set(lane, disc);
    const std::size_t members =
        build_level_ == 0 ? regions_[build_region_].first_block : blocks_.size() + build_begin_ - build_count_;
    Box& box = boxes_[blocks_.size() + build_begin_ + cursor_ / fan_out];
    box = include(lane == 0 ? Box{} : box, boxes_[members + cursor_]);
    if (++cursor_ == build_count_)
        for (std::uint32_t missing = lane + 1; missing < fan_out; ++missing)
            group.set(missing, disc);
    return build_level_ == 1 ? price::patch_disc : price::patch_member;
}

// What is farther away than this holds nothing as close as the nearest so far. What rounding can have done to a bound
// or to a distance is smaller than this allows for, so the triangles that are looked at always include those with the
// least computed distance.
float PatchTree::squared_reach() const
{
    const float reach = static_cast<float>(nearest_.closest.distance) * (1.0f + 1e-5f) + rounding_;
    return reach * reach;
}

void PatchTree::look_at(std::uint32_t face)
{
    const std::uint32_t number = numbers_[face];
    const VertexFaceClosest closest_point = closest_on(surface_, number, point_);
    const double distance = closest_point.distance, best = nearest_.closest.distance;
    if (nearest_.triangle == UINT32_MAX || distance < best || (distance == best && number < nearest_.triangle))
        nearest_ = {number, face, closest_point};
    squared_reach_ = squared_reach();
    spent_ += price::patch_distance;
}

void PatchTree::look_into_block(std::uint32_t block)
{
    const Region& region = regions_[region_];
    std::array<float, fan_out> bounds;
    std::uint32_t near =
        near_members_(discs_.data()[region.first_block + block], seen_point_, squared_reach_, bounds.data());
    near &= lowest_bits(std::min(fan_out, region.count - block * fan_out));
    if (near == 0)
        return;
    auto most_likely = static_cast<std::uint32_t>(std::countr_zero(near));
    for (std::uint32_t others = near & (near - 1); others != 0; others &= others - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(others));
        most_likely = bounds[lane] < bounds[most_likely] ? lane : most_likely;
    }
    // Few others are near enough once the nearest has been looked at.
    const std::uint32_t first = (region.first_block + block) * fan_out;
    look_at(first + most_likely);
    for (near &= ~(1u << most_likely); near != 0; near &= near - 1)
        if (const auto lane = static_cast<std::uint32_t>(std::countr_zero(near)); !(bounds[lane] > squared_reach_))
            look_at(first + lane);
}

// The guess is near enough for the order of the rest not to matter.
void PatchTree::look_into_group(const Open& open)
{
    const std::uint32_t level = open.level - 1;
    std::array<float, fan_out> bounds;
    std::uint32_t near =
        near_members_(groups_.data()[level_begin_[level] + open.index], seen_point_, squared_reach_, bounds.data());
    const std::uint32_t first = open.index * fan_out;
    near &= lowest_bits(std::min(fan_out, level_count_[level] - first));
    for (; near != 0; near &= near - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(near));
        stack_[stack_size_++] = {bounds[lane], level, first + lane};
    }
}

void PatchTree::begin_search(Vec3 point, std::uint32_t region, std::uint32_t guess)
{
    const Region& range = regions_[region];
    TACTUS_CHECK(range.count > 0 && is_finite(point));
    point_ = point;
    seen_point_ = seen_from_origin(point);
    const Vec3 away = max(seen_point_, -seen_point_);
    rounding_ = 8e-6f * std::max({extent_, away.x, away.y, away.z});
    region_ = region;
    nearest_ = {};
    spent_ = 0;
    squared_reach_ = std::numeric_limits<float>::infinity();
    const std::uint32_t guessed = guess - range.first_block * fan_out;
    guessed_block_ = guessed < range.count ? guessed / fan_out : 0;
    look_into_block(guessed_block_);
    std::uint32_t group = range.first_group, count = (range.count + fan_out - 1) / fan_out, level = 0;
    stack_size_ = 0;
    if (count == 1)
        return;
    for (;; ++level) {
        level_begin_[level] = group;
        level_count_[level] = count;
        count = (count + fan_out - 1) / fan_out;
        if (count == 1)
            break;
        group += count;
    }
    stack_[0] = {0.0f, level + 1, 0};
    stack_size_ = 1;
}

std::uint64_t PatchTree::search_step(std::uint64_t nanoseconds)
{
    spent_ = 0;
    while (stack_size_ > 0 && spent_ < nanoseconds) {
        const Open open = stack_[--stack_size_];
        spent_ += price::glance;
        if (open.squared_distance > squared_reach_)
            continue;
        spent_ += price::opened_members;
        if (open.level != 0)
            look_into_group(open);
        else if (open.index != guessed_block_)
            look_into_block(open.index);
    }
    return spent_;
}

} // namespace tactus
