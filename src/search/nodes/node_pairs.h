// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include <tactus/queries.h>

#include "base/buffer.h"
#include "base/threads/parallel.h"
#include "base/work_meter.h"
#include "search/nodes/block_kernels.h"
#include "search/nodes/leaf_batch.h"
#include "search/nodes/opened_tree.h"
#include "search/refinement_outcome.h"

namespace tactus {

/// Finds the intersecting or near triangles of any two trees: from the roots down to pairs of leaves, opening the
/// larger of two nodes, then triangles by their boxes, eight at a time, and by the exact test. Holds the scratch memory
/// of the search, which is kept from query to query.
class NodePairs {
public:
    /// Appends the intersecting pairs (triangle of a, triangle of b), in an order that does not depend on the workers.
    /// With first_hit_only it stops soon after the first one.
    RefinementOutcome
    find_pairs(Tree& a, Tree& b, Workers& workers, WorkMeter& meter, bool first_hit_only, Buffer<TrianglePair>& pairs);

    /// The same for one body with itself: smaller number first, without those that share a vertex; with neighbours,
    /// also those that share vertices and meet in more than what they share.
    RefinementOutcome find_self_pairs(
        Tree& tree, bool neighbours, Workers& workers, WorkMeter& meter, bool first_hit_only,
        Buffer<TrianglePair>& pairs);

    /// Appends the pairs whose triangles' boxes are at most `distance` metres apart along every axis, and a few whose
    /// boxes are a little further apart; of a body with itself each two of its triangles once, the smaller number
    /// first.
    void find_near(Tree& a, Tree& b, float distance, Workers& workers, Buffer<TrianglePair>& pairs);

    /// How many triangles of the first or the second tree the last search has looked at.
    std::size_t triangles_opened(int side) const { return opened_[side].triangle_count(); }
    std::size_t scratch_bytes() const;

private:
    struct Search;
    OpenedTree opened_[2];
    Buffer<IndexPair> open_;         ///< pairs of nodes that are to be opened still
    Buffer<NodeQuestion> questions_; ///< about the pairs of nodes that were opened last
    Buffer<std::uint8_t> answers_;
    LeafBatch leaves_; ///< pairs of leaves that are to be compared
};

} // namespace tactus
