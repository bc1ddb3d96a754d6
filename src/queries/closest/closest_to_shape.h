// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <tactus/queries.h>

#include "base/buffer.h"
#include "base/threads/parallel.h"
#include "base/work_account.h"
#include "queries/closest/closest_search.h"
#include "queries/nearest_search.h"
#include "search/pairs/pair_search.h"
#include "search/walk/tree_walk.h"
#include "tree/tree.h"

namespace tactus {

/// Finds the closest points of two bodies one of which is a ball or a half-space, at least. Keeps its memory.
class ClosestToShape {
public:
    /// Borrows the search, and the end of a list of pairs, for as long as it lives.
    ClosestToShape(PairSearch& search, Buffer<TrianglePair>& pairs) : search_(search), pairs_(pairs) {}

    /// Nothing if neither is such a shape. Both have triangles, and are not two half-spaces. Nothing farther apart than
    /// so many metres is looked for.
    std::optional<ClosestOutcome> find(Tree& a, Tree& b, double max_distance, Workers& workers, WorkAccount& account);

private:
    ClosestOutcome find_to_mesh(
        const Sphere& ball, bool is_ball_a, Tree& a, Tree& b, double max_distance, Workers& workers,
        WorkAccount& account);
    ClosestOutcome
    find_above(const Plane& plane, bool is_plane_a, Tree& mesh, double max_distance, WorkAccount& account);
    /// Whether two bodies intersect, exactly; nothing if the meter does not reach to the end.
    std::optional<bool> meet(Tree& a, Tree& b, Workers& workers, WorkMeter& meter);

    PairSearch& search_;
    Buffer<TrianglePair>& pairs_;
    NearestSearch nearest_;
    TreeWalk walk_;
};

} // namespace tactus
