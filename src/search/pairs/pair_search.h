// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <tactus/queries.h>

#include "base/buffer.h"
#include "base/threads/parallel.h"
#include "base/work_meter.h"
#include "search/clusters/refinement.h"
#include "search/nodes/node_pairs.h"
#include "search/octree/octree_pairs.h"
#include "search/refinement_outcome.h"
#include "search/self/self_pairs.h"
#include "search/self/windows/self_clearance.h"
#include "search/shape_pairs.h"
#include "tree/tree.h"

namespace tactus {

/// A body as a search for pairs of triangles sees it.
struct SearchedBody {
    Tree* tree = nullptr;
    const SelfTables* self_tables = nullptr; ///< Where a default tree is searched against itself.
    /// What each triangle owns of what it holds (FeatureOwners), where near triangles are searched for their features.
    std::span<const std::uint8_t> owned = {};
};

/// Finds the intersecting or near triangles of any two bodies, whatever their structures, on the quickest road there
/// is. Two default trees have a road of their own, and so has one with itself; a ball and a half-space have their own
/// exact tests; everything else goes by the nodes. Holds the memory of all roads, which is kept from query to query.
class PairSearch {
public:
    /// Appends the intersecting pairs (triangle of a, triangle of b), in an order that does not depend on the workers.
    /// With first_hit_only it stops soon after the first one; the answer then has at least one pair if there is any.
    RefinementOutcome find_pairs(
        const SearchedBody& a, const SearchedBody& b, Workers& workers, WorkMeter& meter, bool first_hit_only,
        Buffer<TrianglePair>& pairs);
    /// The same for one body with itself: each pair once, smaller number first, without those that share a vertex; with
    /// neighbours, also those that share vertices and meet in more than what they share.
    RefinementOutcome find_self_pairs(
        const SearchedBody& body, bool neighbours, Workers& workers, WorkMeter& meter, bool first_hit_only,
        Buffer<TrianglePair>& pairs);
    /// Appends the pairs whose triangles are at most `distance` metres apart, and others that are a little farther
    /// apart. Of a body with itself each two of its triangles come up once, but for those that cannot be near.
    /// Triangles that do not intersect may be left out where no vertex and face of the two, and no two edges, are to be
    /// compared with respect to what they own. The search of two bodies with near_can_be_cut ends with the budget; all
    /// others go on.
    RefinementOutcome find_near(
        const SearchedBody& a, const SearchedBody& b, float distance, Workers& workers, WorkMeter& meter,
        Buffer<TrianglePair>& pairs);
    static bool near_can_be_cut(const SearchedBody& a, const SearchedBody& b)
    {
        return a.tree->clusters() != nullptr && b.tree->clusters() != nullptr;
    }

    /// Whether neither the pairs of two bodies, or of one with itself, nor the units that they take depend on what has
    /// been searched before: nothing is left to the first search that comes by but what no unit pays for.
    static bool is_order_free(const SearchedBody& a, const SearchedBody& b);

    /// The road of two default trees, for those who ask them more than that.
    Refinement& refinement() { return refinement_; }
    std::size_t scratch_bytes() const;
    /// What near triangles of one body take beside.
    std::size_t clearance_bytes() const { return self_clearance_.bytes(); }

private:
    Refinement refinement_;
    SelfQuery self_query_;
    SelfClearance self_clearance_;
    OctreePairs octree_pairs_;
    ShapePairs shape_pairs_;
    NodePairs node_pairs_;
};

} // namespace tactus
