// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include <tactus/report.h>

#include "base/buffer.h"
#include "base/work_meter.h"
#include "geometry/triangle_batch.h"
#include "search/octree/pair_set.h"
#include "search/refinement_outcome.h"
#include "tree/octree/leaf_pairs.h"
#include "tree/octree/posed_octree.h"

namespace tactus {

/// Finds the intersecting triangles of bodies with spherical octrees by their spheres, as the paper does where that was
/// asked for: pairs of leaves whose spheres overlap, then the faces that they list, each pair once, by their boxes and
/// by the exact test. Holds the scratch memory of the search, which is kept from query to query.
class OctreePairs {
public:
    /// Appends the intersecting pairs (triangle of a, triangle of b), in an order that depends on nothing but the
    /// bodies. With first_hit_only it stops soon after the first one.
    RefinementOutcome
    find_pairs(PosedOctree& a, PosedOctree& b, WorkMeter& meter, bool first_hit_only, Buffer<TrianglePair>& pairs);

    /// Appends the pairs whose triangles come within `distance` metres of each other, and others whose boxes do along
    /// every axis; each once.
    RefinementOutcome
    find_near(PosedOctree& a, PosedOctree& b, float distance, WorkMeter& meter, Buffer<TrianglePair>& pairs);

    std::size_t scratch_bytes() const;

private:
    struct Search;

    RefinementOutcome run(Search search);

    LeafPairSearch leaves_;
    PairSet met_;
    Buffer<IndexPair> candidates_;
    Buffer<IndexPair> hits_;
    Buffer<std::uint32_t> near_faces_; ///< of one leaf, those that the other may reach
    Buffer<Box> near_boxes_;           ///< what of their boxes it may reach
};

} // namespace tactus
