// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include <tactus/queries.h>

#include "base/buffer.h"
#include "base/parallel.h"
#include "base/work_meter.h"
#include "base/work_prices.h"
#include "geometry/box.h"
#include "geometry/triangle_batch.h"
#include "search/refinement_outcome.h"
#include "search/self/self_blocks.h"
#include "search/self/self_tables.h"
#include "search/self/self_windows.h"
#include "tree/clusters/cluster_tree.h"

namespace tactus {

/// A body against itself, as one query sees it.
struct SelfBody {
    const ClusterTree& tree;
    const SelfTables& tables;
    const float* positions; ///< in the tree's places, with 16 readable bytes after the last
    Box root;               ///< holds all of them
};

/// Finds the intersecting triangles of one body that share no vertex, each pair once, smaller number first; where the
/// tables ask for neighbours, also those that share a vertex and meet in more than what they share.
///
/// Level by level from the top. Pairs of nodes that share a vertex are known in advance, and what is to be compared
/// below them; only pairs that share none come and go with the boxes. All boxes are made anew for each query.
/// Holds the scratch memory of the search, which is kept from query to query.
class SelfQuery {
public:
    /// Appends the pairs, in an order that does not depend on the workers. With first_hit_only it stops soon after
    /// the first one; the answer then has at least one pair if there is any.
    RefinementOutcome find_pairs(
        const SelfBody& body, Workers& workers, WorkMeter& meter, bool first_hit_only, Buffer<TrianglePair>& pairs);

    std::size_t scratch_bytes() const;

private:
    // A unit of work is a batch of about two microseconds. Batches are done in waves: a wave's boxes are compared
    // on all workers, then what they left is tested on all workers, then its pairs are listed in order.
    static constexpr std::size_t batches_a_wave = 64;
    static constexpr std::size_t pairs_a_wave = per_unit::self_node_pairs * batches_a_wave;
    static constexpr std::size_t children_a_batch = 64 * per_unit::self_node_pairs;
    static constexpr std::size_t cluster_pairs_a_wave = 4096;

    struct Search;

    SelfBlocks blocks_;
    Buffer<IndexPair> pairs_;
    Buffer<IndexPair> opened_;
    Buffer<IndexPair> leaf_pairs_;
    Buffer<AdjacentPair> uncertain_;
    Buffer<WindowHolds> certified_; ///< per half of a cluster
    /// For each batch of a wave, room for all the children it can have.
    Buffer<IndexPair> children_;
    std::array<std::uint32_t, batches_a_wave> child_counts_ = {};
};

} // namespace tactus
