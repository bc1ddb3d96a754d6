// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <tactus/queries.h>

#include "base/buffer.h"
#include "base/threads/parallel.h"
#include "base/work_meter.h"
#include "geometry/triangle_pairs/triangle_batch.h"
#include "search/clusters/box_pair_list.h"
#include "search/clusters/level_opener.h"
#include "search/clusters/pair_parts.h"
#include "search/refinement_outcome.h"
#include "search/self/windows/self_clearance.h"
#include "tree/clusters/block_tree.h"
#include "tree/refit/refit_bvh.h"

namespace tactus {

/// Finds the intersecting triangles of two trees: from the roots down to pairs of parts that may touch, level by level
/// over lists of pairs, opening one side at a time, and then by the exact test.
/// Holds the scratch memory of the search, which is kept from query to query.
class Refinement {
public:
    /// Appends the intersecting pairs (triangle of a, triangle of b), in an order that does not depend on the workers.
    /// With first_hit_only it stops soon after the first one; the answer then has at least one pair if there is any.
    RefinementOutcome find_pairs(
        RefitBvh& a, RefitBvh& b, Workers& workers, WorkMeter& meter, bool first_hit_only, Buffer<TrianglePair>& pairs);

    /// What counts as near.
    struct Near {
        float distance = 0.0f;                    ///< metres between boxes, along every axis
        const SelfClearance* clearance = nullptr; ///< of a tree against itself: pairs of leaves to leave out
        /// What triangles own (FeatureOwners). Where it is said of both trees, pairs are left out whose boxes do not
        /// overlap and of which neither owns a vertex nor both own edges.
        std::span<const std::uint8_t> owned_a = {};
        std::span<const std::uint8_t> owned_b = {};
    };
    /// Appends the pairs whose triangles' boxes are that near, and a few whose boxes are a little further apart. Of a
    /// tree against itself each pair of two triangles comes up once.
    RefinementOutcome find_near(
        RefitBvh& a, RefitBvh& b, const Near& near, Workers& workers, WorkMeter& meter, Buffer<TrianglePair>& pairs);

    std::size_t scratch_bytes() const;

private:
    /// What is looked for.
    struct Wanted {
        Near near = {};
        bool only_intersecting = true;
        bool first_hit_only = false;

        bool goes_by_owners() const { return near.distance > 0.0f && !near.owned_a.empty() && !near.owned_b.empty(); }
    };
    /// What one worker needs to take pairs of (leaf of a, cluster of b) down to triangles.
    struct alignas(64) Descent {
        BoxPairList leaves;
        BoxPairList rows;
        Buffer<IndexPair> hits;
        // Of a shared search.
        BoxPairList opened;         ///< pairs of (leaf of a, cluster of b) of one slice
        std::size_t expanded_a = 0; ///< clusters of a, by this worker
        std::size_t expanded_b = 0;
        std::size_t entries = 0; ///< pairs of (leaf of a, cluster of b) in all slices

        std::size_t bytes() const { return leaves.bytes() + rows.bytes() + hits.bytes() + opened.bytes(); }
    };

    RefinementOutcome find(
        RefitBvh& a, RefitBvh& b, const Wanted& wanted, Workers& workers, WorkMeter& meter,
        Buffer<TrianglePair>& pairs);
    RefinementOutcome
    search(const RefitBvh& a, const RefitBvh& b, const Wanted& wanted, Workers& workers, WorkMeter& meter);
    static bool can_share(
        const RefitBvh& a, const RefitBvh& b, const Wanted& wanted, const Workers& workers, const WorkMeter& meter);
    RefinementOutcome
    search_shared(const RefitBvh& a, const RefitBvh& b, const Wanted& wanted, Workers& workers, WorkMeter& meter);
    void search_slice(
        const RefitBvh& a, const RefitBvh& b, const Wanted& wanted, std::size_t begin, std::size_t end,
        std::uint32_t worker);
    void append_hits(bool is_swapped, bool first_hit_only, Buffer<TrianglePair>& pairs) const;
    void keep_each_pair_once(const SelfClearance* clearance);
    void open_clusters(Workers& workers);
    bool expand(BlockTree& side, std::span<const std::uint32_t> clusters, Workers& workers, WorkMeter& meter);
    void descend(
        const RefitBvh& a, const RefitBvh& b, const Wanted& wanted, std::span<const std::uint32_t> leaves_of_a,
        std::span<const std::uint32_t> clusters_of_b, Descent& descent) const;
    std::size_t
    descend_all(const RefitBvh& a, const RefitBvh& b, const Wanted& wanted, Workers& workers, WorkMeter& meter);

    Workers nobody_{1};          ///< For searches that are not worth sharing.
    std::size_t found_last_ = 0; ///< Pairs that the last search has found.
    BlockTree trees_[2];
    BlockTree* side_a_ = nullptr; ///< the tree that is opened first
    BlockTree* side_b_ = nullptr;
    std::array<std::int16_t, 3> narrowing_ = {}; ///< cells by which boxes may be made smaller again
    LevelOpener levels_;
    BoxPairList pairs_;
    BoxPairList opened_;
    Buffer<std::size_t> opened_counts_; ///< per chunk of a loop that fills opened_
    std::vector<Descent> descents_;
    Buffer<PairPart> chunk_hits_;          ///< per chunk, its hits
    std::uint64_t descent_price_last_ = 0; ///< of what followed on the levels of the last shared search
};

} // namespace tactus
