// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "base/buffer.h"
#include "queries/closest_in_trees.h"
#include "queries/closest_points.h"
#include "queries/ray_cast.h"
#include "search/nearest_surface.h"
#include "world/queries/remembered_pairs.h"

namespace tactus {

/// What answers questions about surfaces, in memory that lasts from query to query.
struct SurfaceQueries {
    explicit SurfaceQueries(Refinement& refinement) : closest_in_trees(refinement, closest_points) {}

    NearestSurface nearest_surface;
    ClosestPointsSearch closest_points;
    ClosestInTrees closest_in_trees;
    RememberedPairs remembered_pairs;
    RayCast ray_cast;
    Buffer<LaneBox> body_boxes; ///< The box of the body in each slot.
    Buffer<std::uint32_t> boxed_bodies;
    std::vector<std::pair<double, std::uint32_t>> bodies_on_the_way;
};

} // namespace tactus
