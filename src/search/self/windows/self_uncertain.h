// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/buffer.h"
#include "base/threads/parallel.h"
#include "base/work_meter.h"
#include "search/self/windows/pair_pieces.h"
#include "search/self/windows/self_blocks.h"
#include "search/self/windows/self_body.h"
#include "search/self/windows/self_windows.h"
#include "tree/clusters/windows/adjacent_leaves.h"

namespace tactus {

/// The adjacent clusters and leaves of a body that must be looked at, because they are not in a window that holds.
/// Holds the lists' memory, which is kept from query to query.
class UncertainPairs {
public:
    /// Tests all windows; those for which there is no time left do not count.
    void certify(const SelfBody& body, const SelfBlocks& blocks, Workers& workers, const WorkMeter& meter);

    /// Pairs of clusters, and which of their leaves are to be compared. The list is good until the next call.
    const PairPieces<AdjacentPair>& list_clusters(const SelfBody& body, Workers& workers);
    /// Pairs of leaves, as list_clusters.
    const PairPieces<AdjacentPair>& list_leaves(const SelfBody& body, Workers& workers);

    std::size_t bytes() const { return certified_.bytes() + counts_.bytes() + clusters_.bytes() + leaves_.bytes(); }

private:
    /// Each chunk of clusters puts what is left of its pairs where they begin in the list of all.
    struct List {
        Buffer<AdjacentPair> pairs;
        PairPieces<AdjacentPair> pieces;

        std::size_t bytes() const { return pairs.bytes() + pieces.bytes(); }
    };

    template <class ListRange>
    void fill(
        List& list, const AdjacencyLevel& level, std::uint32_t nodes_a_cluster, std::uint32_t cluster_count,
        Workers& workers, ListRange list_range);

    Buffer<WindowHolds> certified_; ///< per half of a cluster
    Buffer<std::size_t> counts_;    ///< per chunk
    List clusters_;
    List leaves_;
};

} // namespace tactus
