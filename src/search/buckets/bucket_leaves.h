// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/buffer.h"
#include "search/buckets/bucket_kernels.h"
#include "tree/buckets/bucket_tree.h"

namespace tactus {

/// The triangles of those buckets of a tree that a query has reached, in blocks of eight. Keeps its memory.
class BucketLeaves {
public:
    /// Forgets the buckets of the query before. The tree must stay.
    void begin(const BucketTree& tree);
    /// Gives a bucket its blocks, unless it has them. They are filled by expand.
    void plan(std::uint32_t bucket)
    {
        const std::uint32_t known = plan_of_[bucket];
        if (known >= planned_.size() || planned_[known].bucket != bucket)
            add(bucket);
    }
    /// How many buckets have blocks.
    std::size_t planned_count() const { return planned_.size(); }
    /// Fills the blocks of those that were planned as number begin to end. Others may be filled by other threads.
    void expand(std::size_t begin, std::size_t end);

    struct Blocks {
        std::uint32_t begin;
        std::uint32_t end;
    };
    Blocks blocks_of(std::uint32_t bucket) const
    {
        const Planned& planned = planned_[plan_of_[bucket]];
        return {planned.begin, planned.end};
    }
    const TriangleBlock* blocks() const { return blocks_.data(); }
    const BucketLanes& block_box(std::uint32_t block) const { return block_boxes_[block]; }
    const BucketTree& tree() const { return *tree_; }
    std::size_t bytes() const { return plan_of_.bytes() + planned_.bytes() + blocks_.bytes() + block_boxes_.bytes(); }

private:
    struct Planned {
        std::uint32_t bucket;
        std::uint32_t begin; ///< of its blocks
        std::uint32_t end;
    };

    void add(std::uint32_t bucket);

    const BucketTree* tree_ = nullptr;
    Buffer<std::uint32_t> plan_of_; ///< per bucket; it counts if that one names the bucket
    Buffer<Planned> planned_;
    Buffer<TriangleBlock> blocks_;
    Buffer<BucketLanes> block_boxes_;
};

} // namespace tactus
