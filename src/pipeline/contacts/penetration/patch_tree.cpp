// SPDX-License-Identifier: MIT
#include "pipeline/contacts/penetration/patch_tree.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "geometry/orientation.h"

namespace tactus {
namespace {

// Members of larger groups get no slab of their own: it would take long to make, and be thick.
constexpr std::size_t most_faces_in_slab = 64;

constexpr float far_away = 1e30f;

DoubleVector normal_of(const Triangle& t)
{
    return cross(detail::double_difference(t.b, t.a), detail::double_difference(t.c, t.a));
}

bool has_area(const Triangle& t)
{
    const DoubleVector normal = normal_of(t);
    return normal.x != 0.0 || normal.y != 0.0 || normal.z != 0.0;
}

// Of nearly unit length, and certainly not longer. Zero stays zero.
Vec3 shortened_to_unit(DoubleVector a)
{
    const double largest = std::max({std::abs(a.x), std::abs(a.y), std::abs(a.z)});
    if (!(largest > 0.0))
        return {0.0f, 0.0f, 0.0f};
    a = a * (1.0 / largest);
    return to_float(a * ((1.0 - 1e-6) / std::sqrt(dot(a, a))));
}

// Ten bits with two zeros between any two of them.
std::uint64_t spread(std::uint32_t bits)
{
    std::uint64_t x = bits & 1023u;
    x = (x | x << 16) & 0x30000FFu;
    x = (x | x << 8) & 0x300F00Fu;
    x = (x | x << 4) & 0x30C30C3u;
    return (x | x << 2) & 0x9249249u;
}

std::uint64_t place_on_curve(Vec3 p, const Box& box)
{
    const auto cell = [](float at, float lower, float upper) {
        const double share = upper > lower ? (double(at) - double(lower)) / (double(upper) - double(lower)) : 0.0;
        return spread(static_cast<std::uint32_t>(share * 1023.0));
    };
    return cell(p.x, box.lower.x, box.upper.x) << 2 | cell(p.y, box.lower.y, box.upper.y) << 1
           | cell(p.z, box.lower.z, box.upper.z);
}

} // namespace

void PatchTree::begin(const ContactSurface& surface)
{
    surface_ = surface;
    sort_.clear();
    regions_.clear();
    box_ = {};
    stage_ = Stage::keys;
    stack_size_ = 0;
}

void PatchTree::add(std::uint32_t triangle, std::uint32_t region)
{
    while (regions_.size() <= region)
        regions_.push_back({0, 0, 0});
    const Triangle corners = surface_.triangle(triangle);
    if (!has_area(corners))
        return;
    box_ = include(box_, box_of(corners));
    ++regions_[region].count;
    sort_.add(std::uint64_t(region) << curve_bits, triangle);
}

void PatchTree::begin_build()
{
    stage_ = Stage::keys;
    cursor_ = 0;
    origin_ = sort_.items().empty() ? DoubleVector{} : (to_double(box_.lower) + to_double(box_.upper)) * 0.5;
    const Vec3 end = seen_from_origin(box_.upper);
    extent_ = sort_.items().empty() ? 0.0f : std::max({end.x, end.y, end.z});
}

unsigned PatchTree::build_step()
{
    switch (stage_) {
    case Stage::keys:
        return make_keys();
    case Stage::sort:
        if (!sort_.done())
            return sort_.step();
        stage_ = Stage::lay_out;
        cursor_ = 0;
        build_begin_ = 0;
        build_count_ = 0;
        return 10;
    case Stage::lay_out:
        return lay_out();
    case Stage::faces:
        return make_face();
    case Stage::levels:
        return make_group();
    case Stage::built:
        break;
    }
    return 10;
}

unsigned PatchTree::make_keys()
{
    const std::span<NumberSort::Item> items = sort_.items();
    if (cursor_ == items.size()) {
        const int region_bits = std::bit_width(regions_.empty() ? 0 : regions_.size() - 1);
        sort_.begin(curve_bits + region_bits);
        stage_ = Stage::sort;
        return 50;
    }
    NumberSort::Item& item = items[cursor_++];
    item.key |= place_on_curve(surface_.vertex(surface_.triangles[item.value][0]), box_);
    return 30;
}

// One region, behind the groups and faces of those before.
unsigned PatchTree::lay_out()
{
    if (cursor_ == regions_.size()) {
        faces_.resize_uninitialised(build_count_);
        groups_.resize_uninitialised(build_begin_);
        stage_ = Stage::faces;
        cursor_ = 0;
        return 10;
    }
    Region& region = regions_[cursor_++];
    region.first_face = build_count_;
    region.first_group = build_begin_;
    build_count_ += region.count;
    for (std::uint32_t count = region.count; count > 0; count = count > 1 ? count : 0) {
        count = (count + fan_out - 1) / fan_out;
        build_begin_ += count;
    }
    return 10;
}

unsigned PatchTree::make_face()
{
    if (cursor_ == faces_.size()) {
        stage_ = regions_.empty() ? Stage::built : Stage::levels;
        build_region_ = 0;
        build_level_ = 0;
        build_begin_ = 0;
        build_count_ = regions_.empty() ? 0 : regions_[0].count;
        cursor_ = 0;
        return 10;
    }
    const std::uint32_t number = sort_.items()[cursor_].value;
    const Triangle triangle = surface_.triangle(number);
    faces_[cursor_++] = {triangle, shortened_to_unit(normal_of(triangle)), number};
    return 60;
}

// Bounds of all faces in a range, which may be empty.
void PatchTree::write_member(Group& group, std::uint32_t lane, std::size_t first_face, std::size_t last_face) const
{
    DoubleVector sum;
    for (std::size_t i = first_face; i < last_face; ++i)
        sum = sum + to_double(faces_[i].normal);
    const Vec3 axis = shortened_to_unit(sum);
    float slab_lower = far_away, slab_upper = -far_away;
    Box box;
    for (std::size_t i = first_face; i < last_face; ++i) {
        const Triangle& t = faces_[i].triangle;
        for (const Vec3 corner : {t.a, t.b, t.c}) {
            const Vec3 p = seen_from_origin(corner);
            box = include(box, p);
            slab_lower = std::min(slab_lower, dot(axis, p));
            slab_upper = std::max(slab_upper, dot(axis, p));
        }
    }
    group.lower[0][lane] = box.lower.x, group.lower[1][lane] = box.lower.y, group.lower[2][lane] = box.lower.z;
    group.upper[0][lane] = box.upper.x, group.upper[1][lane] = box.upper.y, group.upper[2][lane] = box.upper.z;
    group.axis[0][lane] = axis.x, group.axis[1][lane] = axis.y, group.axis[2][lane] = axis.z;
    group.slab_lower[lane] = slab_lower;
    group.slab_upper[lane] = slab_upper;
}

// Bounds of all that a group holds, without a slab.
void PatchTree::join_member(Group& group, std::uint32_t lane, const Group& member) const
{
    for (int k = 0; k < 3; ++k) {
        group.lower[k][lane] = *std::min_element(member.lower[k].begin(), member.lower[k].end());
        group.upper[k][lane] = *std::max_element(member.upper[k].begin(), member.upper[k].end());
        group.axis[k][lane] = 0.0f;
    }
    group.slab_lower[lane] = -far_away;
    group.slab_upper[lane] = far_away;
}

unsigned PatchTree::make_group()
{
    if (cursor_ >= build_count_) {
        build_begin_ += (build_count_ + fan_out - 1) / fan_out;
        build_count_ = (build_count_ + fan_out - 1) / fan_out;
        ++build_level_;
        cursor_ = 0;
        if (build_count_ <= 1) {
            if (++build_region_ == regions_.size()) {
                stage_ = Stage::built;
                return 10;
            }
            build_level_ = 0;
            build_begin_ = regions_[build_region_].first_group;
            build_count_ = regions_[build_region_].count;
        }
        return 10;
    }
    // One member.
    const Region& region = regions_[build_region_];
    Group& group = groups_[build_begin_ + cursor_ / fan_out];
    const auto lane = static_cast<std::uint32_t>(cursor_ % fan_out);
    const std::size_t faces = std::size_t(1) << 3 * build_level_; // below each
    unsigned spent = 60;
    if (faces <= most_faces_in_slab) {
        const std::size_t first = cursor_ * faces, end = std::min<std::size_t>(first + faces, region.count);
        write_member(group, lane, region.first_face + first, region.first_face + end);
        spent += 15 * static_cast<unsigned>(end - first);
    } else {
        join_member(group, lane, groups_[build_begin_ - build_count_ + cursor_]);
    }
    if (++cursor_ == build_count_)
        for (std::uint32_t missing = lane + 1; missing < fan_out; ++missing)
            write_member(group, missing, 0, 0);
    return spent;
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
    const Face& candidate = faces_[face];
    const VertexFaceClosest closest_point = closest(point_, candidate.triangle);
    const double distance = closest_point.distance, best = nearest_.closest.distance;
    if (nearest_.triangle == UINT32_MAX || distance < best
        || (distance == best && candidate.number < nearest_.triangle))
        nearest_ = {candidate.number, face, closest_point};
}

void PatchTree::begin_search(Vec3 point, std::uint32_t region, std::uint32_t guess)
{
    const Region& range = regions_[region];
    point_ = point;
    seen_point_ = seen_from_origin(point);
    const Vec3 away = max(seen_point_, -seen_point_);
    rounding_ = 4e-6f * std::max({extent_, away.x, away.y, away.z});
    region_ = region;
    nearest_ = {};
    look_at(guess - range.first_face < range.count ? guess : range.first_face);
    std::uint32_t group = range.first_group, count = range.count, level = 0;
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

unsigned PatchTree::search_step()
{
    const Open open = stack_[--stack_size_];
    const float farthest = squared_reach();
    if (open.squared_distance > farthest)
        return 5;
    if (open.level == 0) {
        look_at(regions_[region_].first_face + open.index);
        return 80;
    }
    const std::uint32_t level = open.level - 1;
    const Group& group = groups_.data()[level_begin_[level] + open.index];
    std::array<float, fan_out> bounds;
    for (std::size_t i = 0; i < fan_out; ++i) {
        const float x = detail::greater(
            detail::greater(group.lower[0][i] - seen_point_.x, seen_point_.x - group.upper[0][i]), 0.0f);
        const float y = detail::greater(
            detail::greater(group.lower[1][i] - seen_point_.y, seen_point_.y - group.upper[1][i]), 0.0f);
        const float z = detail::greater(
            detail::greater(group.lower[2][i] - seen_point_.z, seen_point_.z - group.upper[2][i]), 0.0f);
        const float along =
            group.axis[0][i] * seen_point_.x + group.axis[1][i] * seen_point_.y + group.axis[2][i] * seen_point_.z;
        const float beyond =
            detail::greater(detail::greater(group.slab_lower[i] - along, along - group.slab_upper[i]), 0.0f);
        bounds[i] = detail::greater(x * x + y * y + z * z, beyond * beyond);
    }
    const std::size_t bottom = stack_size_;
    const std::uint32_t first = open.index * fan_out, count = std::min(fan_out, level_count_[level] - first);
    for (std::uint32_t i = 0; i < count; ++i) {
        if (bounds[i] > farthest)
            continue;
        const Open child{bounds[i], level, first + i};
        // The closest one on top.
        std::size_t place = stack_size_++;
        for (; place > bottom && stack_[place - 1].squared_distance < child.squared_distance; --place)
            stack_[place] = stack_[place - 1];
        stack_[place] = child;
    }
    return 60;
}

} // namespace tactus
