// SPDX-License-Identifier: MIT
#pragma once

#include <tactus/queries.h>
#include <tactus/result.h>

#include "queries/closest/closest_in_trees.h"
#include "queries/closest/closest_to_shape.h"
#include "world/queries/remembered_pairs.h"

namespace tactus {

class BodyTable;
class PairQueries;

/// Finds the closest points of two bodies, in memory that lasts from query to query.
class ClosestQueries {
public:
    ClosestQueries(BodyTable& bodies, PairQueries& pairs, Workers& workers);

    /// Checks what it is asked, and answers it.
    Result<ClosestReport> find(BodyId a, BodyId b, const ClosestOptions& options);
    /// Meshes were edited: nobody knows where the triangles stand that were closest.
    void forget_places() { remembered_.forget(); }

private:
    ClosestOutcome search(BodyId a, BodyId b, double max_distance, WorkAccount& account);

    BodyTable& bodies_;
    Workers& workers_;
    ClosestInTrees in_trees_;
    ClosestToShape to_shape_;
    RememberedPairs remembered_;
};

} // namespace tactus
