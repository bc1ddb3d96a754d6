// SPDX-License-Identifier: MIT
#pragma once

#include <tactus/report.h>

#include "base/buffer.h"
#include "base/parallel.h"
#include "contacts/encounters/encounter.h"
#include "search/buckets/bucket_search.h"
#include "search/clusters/refinement.h"
#include "search/octree/octree_pairs.h"
#include "search/self/self_clearance.h"
#include "search/sphere_pairs.h"

namespace tactus {

/// Finds all triangles of two bodies that are near each other at once, by the search of the structure that both have,
/// or of a sphere and another. Of octrees it is the paper's, where that was asked for: to open both trees at once is
/// quicker part by part, since the parts' boxes are tighter than spheres.
struct NearSearch {
    Refinement& refinement;
    SelfClearance& self_clearance;
    OctreePairs& octree_pairs;
    BucketSearch& bucket_search;
    SpherePairs& sphere_pairs;
    Workers& workers;

    /// Lists what may be at most `distance` metres apart, each pair once. False if their structures have no such
    /// search.
    bool find(const ContactEncounter& encounter, float distance, Buffer<TrianglePair>& near) const;
};

} // namespace tactus
