// SPDX-License-Identifier: MIT
// F. Ganovelli, J. Dingliana, C. O'Sullivan, "BucketTree: Improving Collision Detection Between Deformable Objects",
// 2000, for triangles. What is made is in the public headers; this cuts the making into steps of a work unit.
#include "tree/buckets/bucket_tree.h"

#include <algorithm>
#include <array>

#include "tree/buckets/bucket_keys.h"

namespace tactus {

Vec3 BucketTree::reference(std::size_t primitive) const
{
    return middle_of(box_at(place(static_cast<std::uint32_t>(primitive))));
}

void BucketTree::begin(
    const TriangleList& triangles, std::size_t vertex_count, const Box& box, std::span<const std::uint32_t> places)
{
    triangles_ = triangles;
    vertex_count_ = vertex_count;
    places_ = places;
    box_ = box;
    levels_ = options_.levels > 0 ? options_.levels : automatic_bucket_levels(count());
    phase_ = Phase::fencing;
    // To keep lists sorted is not cut into steps: it belongs to the update.
    if (options_.algorithm == BucketAlgorithm::sorted_lists)
        while (phase_ != Phase::filling)
            phase_ == Phase::fencing ? set_fences() : void(find_range(SIZE_MAX));
}

bool BucketTree::advance(std::size_t steps)
{
    if (phase_ == Phase::fencing && steps > 0) {
        set_fences();
        steps -= std::min(steps, per_call::steps_of_fences);
    }
    if (phase_ == Phase::ranging && steps > 0)
        steps = find_range(steps);
    return phase_ == Phase::made || (phase_ == Phase::filling && steps > 0 && fill(steps));
}

void BucketTree::set_fences()
{
    fences_ = BucketFences::around(count(), [&](std::size_t k) { return reference(k); });
    ranged_ = 0;
    range_ = BucketRange(fences_);
    phase_ = Phase::ranging;
    const BucketBox whole = {box_.lower, box_.upper};
    if (count() == 0 || fences_.hold(whole))
        begin_filling(whole);
}

/// Something may be a stray: what do the others need? Vertices are fewer than triangles, and lie in a row. Gives the
/// steps that are left.
std::size_t BucketTree::find_range(std::size_t steps)
{
    const std::size_t end = ranged_ + std::min(steps, range_count() - ranged_);
    steps -= end - ranged_;
    for (; ranged_ < end && places_.empty(); ++ranged_)
        range_.add(detail::four_of(triangles_.positions + 3 * ranged_));
    for (; ranged_ < end; ++ranged_) {
        const BucketLanes box = box_at(places_[ranged_]);
        range_.add((box.lower + box.upper) * 0.5f);
    }
    if (ranged_ < range_count())
        return 0;
    // What is many is no stray.
    const bool has_few_strays = 8 * range_.beyond() < range_count();
    begin_filling(has_few_strays ? range_.within() : BucketBox{box_.lower, box_.upper});
    return steps;
}

void BucketTree::begin_filling(const BucketBox& range)
{
    grid_.set(range, levels_);
    phase_ = Phase::filling;
    if (options_.algorithm == BucketAlgorithm::sorted_lists)
        sort_lists();
    nodes_.begin(grid_, count());
}

void BucketTree::sort_lists()
{
    points_.resize_uninitialised(count());
    for (std::size_t k = 0; k < count(); ++k)
        points_[k] = reference(k);
    lists_.update(
        count(), [&](std::size_t k) { return points_[k]; }, grid_, always_insert_);
}

bool BucketTree::fill(std::size_t steps)
{
    const bool has_lists = options_.algorithm == BucketAlgorithm::sorted_lists;
    const auto chunk_at = [&](std::size_t begin, std::size_t count, BucketLanes* boxes, std::uint32_t* keys) {
        const TriangleIndices* triangles = triangles_.indices.data() + begin;
        const std::size_t padded = (count + 3) / 4 * 4;
        std::array<TriangleIndices, max_bucket_keys> gathered;
        if (!places_.empty() || padded != count) {
            for (std::size_t k = 0; k < padded; ++k)
                gathered[k] = triangles_.indices[place(static_cast<std::uint32_t>(begin + std::min(k, count - 1)))];
            triangles = gathered.data();
        }
        box_and_key_triangles(triangles_.positions, triangles, padded, grid_, boxes, keys);
        for (std::size_t k = 0; has_lists && k < count; ++k)
            keys[k] = lists_.key(begin + k, grid_);
    };
    if (!nodes_.advance(steps, grid_, chunk_at))
        return false;
    phase_ = Phase::made;
    return true;
}

} // namespace tactus
