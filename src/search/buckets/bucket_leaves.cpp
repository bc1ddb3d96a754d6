// SPDX-License-Identifier: MIT
#include "search/buckets/bucket_leaves.h"

#include <algorithm>

namespace tactus {

void BucketLeaves::begin(const BucketTree& tree)
{
    tree_ = &tree;
    planned_.clear();
    blocks_.clear();
    block_boxes_.clear();
    const std::size_t old = plan_of_.size();
    if (old < tree.nodes().bucket_count()) {
        plan_of_.resize_uninitialised(tree.nodes().bucket_count());
        std::fill(plan_of_.begin() + old, plan_of_.end(), 0u);
    }
}

void BucketLeaves::add(std::uint32_t bucket)
{
    const auto begin = static_cast<std::uint32_t>(blocks_.size());
    const std::size_t count = tree_->nodes().primitives(bucket).size();
    const auto end = static_cast<std::uint32_t>(begin + (count + 7) / 8);
    plan_of_[bucket] = static_cast<std::uint32_t>(planned_.size());
    planned_.push_back({bucket, begin, end});
    blocks_.resize_uninitialised(end);
    block_boxes_.resize_uninitialised(end);
}

void BucketLeaves::expand(std::size_t begin, std::size_t end)
{
    const BucketLanes none = BucketLanes::none();
    for (std::size_t k = begin; k < end; ++k) {
        const Planned planned = planned_[k];
        const std::span<const std::uint32_t> primitives = tree_->nodes().primitives(planned.bucket);
        std::size_t next = 0;
        for (std::uint32_t index = planned.begin; index < planned.end; ++index) {
            TriangleBlock& block = blocks_[index];
            BucketLanes all = none;
            for (std::size_t lane = 0; lane < 8; ++lane, ++next) {
                const bool is_there = next < primitives.size();
                const std::uint32_t place = is_there ? tree_->place(primitives[next]) : UINT32_MAX;
                const BucketLanes box = is_there ? tree_->box_at(place) : none;
                include(all, box);
                block.place[lane] = place;
                for (int axis = 0; axis < 3; ++axis) {
                    block.lower[axis][lane] = box.lower[axis];
                    block.upper[axis][lane] = box.upper[axis];
                }
            }
            block_boxes_[index] = all;
        }
    }
}

} // namespace tactus
