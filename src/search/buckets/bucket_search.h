// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <tactus/report.h>

#include "base/buffer.h"
#include "base/parallel.h"
#include "base/work_meter.h"
#include "search/buckets/bucket_leaves.h"
#include "search/refinement_outcome.h"
#include "tree/buckets/bucket_body.h"

namespace tactus {

/// Finds the intersecting triangles of bodies with bucket octrees: from the roots down to pairs of buckets, level by
/// level, then triangles by their boxes, eight at a time, and by the exact test. Holds the scratch memory of the
/// search, which is kept from query to query.
class BucketSearch {
public:
    /// Appends the intersecting pairs (triangle of a, triangle of b), in an order that does not depend on the workers.
    /// With first_hit_only it stops soon after the first one.
    RefinementOutcome find_pairs(
        BucketBody& a, BucketBody& b, Workers& workers, WorkMeter& meter, bool first_hit_only,
        Buffer<TrianglePair>& pairs);

    /// The same for one body with itself: smaller number first, without those that share a vertex; with neighbours,
    /// also those that share vertices and meet in more than what they share.
    RefinementOutcome find_self_pairs(
        BucketBody& body, bool neighbours, Workers& workers, WorkMeter& meter, bool first_hit_only,
        Buffer<TrianglePair>& pairs);

    /// The same for a body with buckets and one of any other structure, whose box this is: those of its triangles that
    /// lie near get buckets for the occasion. Pairs are (triangle of the body, triangle of the other), or the other way
    /// round. The other's positions must be readable for 4 bytes beyond the last.
    RefinementOutcome find_pairs(
        BucketBody& body, const TriangleList& other, const Box& box_of_other, bool other_first, Workers& workers,
        WorkMeter& meter, bool first_hit_only, Buffer<TrianglePair>& pairs);

    /// Appends the pairs whose triangles' boxes are at most `distance` metres apart along every axis, and a few whose
    /// boxes are a little further apart; of a body with itself each two of its triangles once, the smaller number
    /// first.
    void find_near(BucketBody& a, BucketBody& b, float distance, Workers& workers, Buffer<TrianglePair>& pairs);

    std::size_t scratch_bytes() const;

private:
    struct Search;
    /// What one worker needs to compare blocks.
    struct Comparison {
        Buffer<IndexPair> candidates;
        Buffer<IndexPair> neighbours; ///< candidates that share a vertex
        Buffer<TrianglePair> hits;

        std::size_t bytes() const { return candidates.bytes() + neighbours.bytes() + hits.bytes(); }
    };
    /// The hits of one chunk: a piece of its worker's list.
    struct ChunkHits {
        std::uint32_t worker = 0;
        std::size_t begin = 0;
        std::size_t end = 0;
    };

    BucketTree other_tree_; ///< of triangles without buckets
    Buffer<std::uint32_t> other_places_;
    Buffer<BucketNamePair> open_;
    Buffer<BucketNamePair> opened_;
    Buffer<BucketNamePair> buckets_;
    Buffer<BucketNamePair> blocks_;
    BucketLeaves leaves_[2];
    std::vector<Comparison> comparisons_;
    Buffer<ChunkHits> chunk_hits_;
};

} // namespace tactus
