// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <tactus/queries.h>

#include "base/buffer.h"
#include "base/parallel.h"
#include "queries/closest/closest_nodes.h"
#include "queries/closest/closest_points.h"
#include "search/clusters/refinement.h"
#include "tree/refit/refit_bvh.h"

namespace tactus {

/// A tree's triangles with all boxes up to date.
BoxedTriangles all_boxed_triangles(RefitBvh& tree, Workers& workers);

/// The closest triangles of two trees, of which only the parts that may hold them are brought up to date.
class ClosestInTrees {
public:
    /// Borrows both, for as long as it lives.
    ClosestInTrees(Refinement& refinement, ClosestPointsSearch& search) : refinement_(refinement), search_(search) {}

    /// Where the closest ones may stand is a guess that changes the time, never the answer. Both trees have triangles.
    /// Nothing farther apart than max_distance is looked for.
    ClosestOutcome
    find(Tree& a, Tree& b, std::optional<PlacePair> guess, double max_distance, Workers& workers, WorkAccount& account);

private:
    std::optional<ClosestTriangles> find_in_clusters(
        RefitBvh& a, RefitBvh& b, const std::optional<PlacePair>& guess, double max_distance, Workers& workers);

    Refinement& refinement_;
    ClosestPointsSearch& search_;
    ClosestNodes nodes_;
    Buffer<TrianglePair> intersecting_;
};

} // namespace tactus
