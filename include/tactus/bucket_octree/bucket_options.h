// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace tactus {

/// How primitives come into their buckets. The tree is the same.
enum class BucketAlgorithm {
    direct,       ///< the paper's first: each one's bucket is computed
    sorted_lists, ///< the paper's second: from three sorted lists that are kept in order from update to update
};

/// Which of two nodes that overlap is opened. The pairs found are the same.
enum class BucketOrder {
    smaller_first, ///< the paper's: the children of the one with the smaller volume are tested with the larger one
    larger_first,  ///< the other way round: fewer nodes are tested
};

/// How a bucket octree (Ganovelli, Dingliana and O'Sullivan 2000) is made and searched.
struct BucketOptions {
    /// 1 to 7, or 0: from the number of primitives. On the last level there are 8^levels cells.
    std::uint32_t levels = 0;
    BucketAlgorithm algorithm = BucketAlgorithm::direct;
    BucketOrder order = BucketOrder::larger_first;
    /// Lets insertion sort go on however long it takes. Otherwise lists that are far from sorted are sorted at once.
    bool always_insert = false;
};

} // namespace tactus
