// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "queries/closest_in_trees.h"
#include "queries/closest_points.h"
#include "queries/nearest_search.h"
#include "world/queries/remembered_pairs.h"
#include "world/queries/surface_query.h"
#include "world/queries/surface_reads.h"

namespace tactus {

/// What answers questions about surfaces, in memory that lasts from query to query.
struct SurfaceQueries {
    explicit SurfaceQueries(Refinement& refinement) : closest_in_trees(refinement, closest_points) {}

    NearestSearch nearest_search;
    ClosestPointsSearch closest_points;
    ClosestInTrees closest_in_trees;
    RememberedPairs remembered_pairs;
    SurfaceQuery surface_query;
    SurfaceReads reads;
    std::vector<SurfaceBody> bodies;
    /// Whether the body in each slot is closed, and of which of its meshes that was said.
    struct Closed {
        std::uint32_t generation = 0;
        std::uint32_t triangle_count = 0;
        std::uint32_t removed_count = 0;
        bool is_known = false;
        bool is_closed = false;
    };
    std::vector<Closed> closed;
};

} // namespace tactus
