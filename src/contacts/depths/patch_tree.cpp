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

// Larger members are put in balls: discs would take long to make, and be thick.
constexpr std::uint32_t max_disc_level = 1;
// Where eight are not full, the rest is as far away as can be.
constexpr float nowhere = std::numeric_limits<float>::max();

// A scale that float has.
constexpr int max_scale_bits = 120;

// What has no direction becomes zero.
Vec3 rounded_unit(DoubleVector a) { return to_float(unit(a)); }

constexpr std::uint32_t groups_of(std::uint32_t members)
{
    return (members + PatchPart::fan_out - 1) / PatchPart::fan_out;
}

} // namespace

void PatchTree::make_room(std::size_t triangles, RoomStages& stages)
{
    // Some blocks are not full.
    const std::size_t blocks = triangles / 4 + 1, groups = blocks / (fan_out - 1) + PatchPart::max_levels;
    sort_.make_room(triangles, stages);
    stages.add_room(numbers_, fan_out * blocks);
    stages.add_room(corners_, blocks);
    stages.add_room(blocks_, blocks);
    stages.add_room(groups_, groups);
    stages.add_room(boxes_, blocks + groups);
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
        regions_.push_back({0, 0, 0, 0});
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
        boxes_.clear();
        return price::next_stage;
    case Stage::blocks:
        return make_block();
    case Stage::lay_out:
        return lay_out();
    case Stage::groups:
        return make_group();
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
        stage_ = Stage::lay_out;
        cursor_ = 0;
        build_begin_ = 0;
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
    boxes_.push_back(finish_block(corners, blocks_[block]));
    std::fill(blocks_[block].start[2] + count, blocks_[block].start[2] + fan_out, nowhere);
    return price::patch_block;
}

// Gives one region its groups, behind those of the regions before.
std::uint64_t PatchTree::lay_out()
{
    if (cursor_ == regions_.size()) {
        boxes_.resize_uninitialised(blocks_.size() + build_begin_);
        groups_.resize_uninitialised(build_begin_);
        build_region_ = 0;
        begin_groups();
        return price::next_stage;
    }
    Region& region = regions_[cursor_++];
    region.first_group = build_begin_;
    for (std::uint32_t count = region.block_count; count > 1;) {
        count = groups_of(count);
        build_begin_ += count;
    }
    return price::noted;
}

// Of the region, or of the next one that has any.
void PatchTree::begin_groups()
{
    for (; build_region_ < regions_.size(); ++build_region_) {
        const Region& region = regions_[build_region_];
        if (region.block_count <= 1)
            continue;
        build_level_ = 0;
        build_begin_ = region.first_group;
        build_count_ = region.block_count;
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
    if (build_level_ > max_disc_level) {
        const DoubleVector half = to_double(box.upper) - to_double(disc.centre);
        disc.radius = static_cast<float>(std::sqrt(dot(half, half)));
        return disc;
    }
    const std::size_t blocks = build_level_ == 0 ? 1 : fan_out;
    const std::size_t first = region.first_block + cursor_ * blocks;
    const std::size_t end = std::min<std::size_t>(first + blocks, region.first_block + region.block_count);
    DoubleVector sum;
    for (std::size_t block = first; block < end; ++block)
        sum = sum + to_double(corners_[block].normal);
    disc.axis = rounded_unit(sum);
    disc.lower = std::numeric_limits<float>::max();
    disc.upper = -disc.lower;
    for (std::size_t block = first; block < end; ++block)
        include(disc, corners_[block]);
    return disc;
}

std::uint64_t PatchTree::make_group()
{
    if (cursor_ == build_count_) {
        build_begin_ += groups_of(build_count_);
        build_count_ = groups_of(build_count_);
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
    group.set(lane, disc_of_member());
    const std::size_t members =
        build_level_ == 0 ? regions_[build_region_].first_block : blocks_.size() + build_begin_ - build_count_;
    Box& box = boxes_[blocks_.size() + build_begin_ + cursor_ / fan_out];
    box = include(lane == 0 ? Box{} : box, boxes_[members + cursor_]);
    if (++cursor_ == build_count_)
        for (std::uint32_t missing = lane + 1; missing < fan_out; ++missing)
            group.set(missing, {.centre = {}, .axis = {}, .lower = nowhere});
    return build_level_ == 1 ? price::patch_disc : price::patch_member;
}

PatchPart PatchTree::part_of(std::uint32_t region) const
{
    PatchPart part = part_;
    const Region& range = regions_[region];
    part.blocks = blocks_.data() + range.first_block;
    part.groups = groups_.data() + range.first_group;
    part.numbers = numbers_.data() + std::size_t(fan_out) * range.first_block;
    part.block_count = range.block_count;
    part.first_face = fan_out * range.first_block;
    return part;
}

void PatchTree::begin_search(Vec3 point, std::uint32_t region, std::uint32_t guess)
{
    part_ = part_of(region);
    search_.begin(part_, point, guess);
}

} // namespace tactus
