// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "search/buckets/bucket_search.h"
#include "search/clusters/refinement.h"
#include "search/octree/octree_pairs.h"
#include "search/part_pairs.h"
#include "search/self/self_pairs.h"
#include "search/sphere_pairs.h"
#include "tree/plain/list_parts.h"

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
