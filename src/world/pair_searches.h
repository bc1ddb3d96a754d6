// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "hierarchy/parts/list_parts.h"
#include "pipeline/bucket/bucket_search.h"
#include "pipeline/octree/octree_pairs.h"
#include "pipeline/part_pairs.h"
#include "pipeline/refinement.h"
#include "pipeline/self/self_pairs.h"
#include "pipeline/spheres/sphere_pairs.h"

namespace tactus {

/// What looks for intersecting triangles, each in memory of its own that lasts from query to query.
struct PairSearches {
    Refinement refinement;
    SelfQuery self_query;
    SelfClearance self_clearance;
    OctreePairs octree_pairs;
    BucketSearch bucket_search;
    SpherePairs sphere_pairs;
    PartPairs part_pairs;
    ListParts list_parts; ///< The parts of a body that is searched against a sphere tree.

    std::size_t scratch_bytes() const
    {
        return refinement.scratch_bytes() + self_query.scratch_bytes() + octree_pairs.scratch_bytes()
               + bucket_search.scratch_bytes() + sphere_pairs.scratch_bytes() + part_pairs.scratch_bytes()
               + list_parts.bytes();
    }
};

} // namespace tactus
