// SPDX-License-Identifier: MIT
#pragma once

#include <tactus/report.h>

#include "base/buffer.h"
#include "base/parallel.h"
#include "pipeline/contacts/encounter.h"
#include "pipeline/octree/octree_pairs.h"
#include "pipeline/refinement.h"
#include "pipeline/self_clearance.h"

namespace tactus {

/// Finds all triangles of two bodies that are near each other at once, by the search of the structure that both have.
/// Of octrees it is the paper's, where that was asked for: to open both trees at once is quicker part by part, since the
/// parts' boxes are tighter than spheres.
struct NearSearch {
    Refinement& refinement;
    SelfClearance& self_clearance;
    OctreePairs& octree_pairs;
    Workers& workers;

    /// Lists what may be at most `distance` metres apart, each pair once. False if their structures have no such search.
    bool find(const ContactEncounter& encounter, float distance, Buffer<TrianglePair>& near) const;
};

} // namespace tactus
