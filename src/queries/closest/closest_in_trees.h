// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "base/buffer.h"
#include "base/threads/parallel.h"
#include "queries/closest/closest_clusters.h"
#include "queries/closest/closest_search.h"
#include "search/pairs/pair_search.h"
#include "tree/refit/refit_bvh.h"

namespace tactus {

/// Finds the closest triangles of two meshes on the quickest road. Where no budget can cut the search, those that
/// intersect are looked for first.
class ClosestInTrees {
public:
    /// Borrows the search, and the end of a list of pairs, for as long as it lives.
    ClosestInTrees(PairSearch& search, Buffer<TrianglePair>& pairs) : search_(search), pairs_(pairs) {}

    /// Where the closest ones may stand is a guess that changes the time, never the answer. Both trees have triangles.
    /// Nothing farther apart than max_distance is looked for.
    ClosestOutcome find(
        Tree& a, Tree& b, const std::optional<PlacePair>& guess, double max_distance, Workers& workers,
        WorkAccount& account);

private:
    std::optional<ClosestTriangles> find_intersecting(Tree& a, Tree& b, Workers& workers);
    std::optional<ClosestTriangles> find_in_clusters(
        RefitBvh& a, RefitBvh& b, const std::optional<PlacePair>& guess, double max_distance, Workers& workers);

    PairSearch& search_;
    Buffer<TrianglePair>& pairs_;
    ClosestSearch any_;
    ClosestClusters clusters_;
};

} // namespace tactus
