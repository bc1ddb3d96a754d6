// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "world/queries/closest_queries.h"
#include "world/queries/surface_query.h"
#include "world/queries/surface_reads.h"

namespace tactus {

/// What answers questions about surfaces, in memory that lasts from query to query.
class SurfaceQueries {
public:
    SurfaceQueries(BodyTable& bodies, PairQueries& pairs, Workers& workers)
        : bodies_(bodies), closest_(bodies, pairs, workers)
    {
    }

    ClosestQueries& closest() { return closest_; }
    SurfaceQuery& query() { return query_; }
    /// What several threads ask once it is prepared.
    SurfaceReads& reads() { return reads_; }
    /// Brings all bounds up to date, so that several threads may ask at once.
    void prepare_reads(Workers& workers);
    /// All bodies that have triangles, by their indices, as questions about surfaces see them. Lives until the next
    /// call.
    std::span<const SurfaceBody> list_bodies();
    /// Whether a body is closed. It is looked at once, and again after an edit.
    bool is_closed(std::uint32_t index);

private:
    /// Whether the body in a slot is closed, and of which of its meshes that was said.
    struct Closed {
        std::uint32_t generation = 0;
        std::uint32_t triangle_count = 0;
        std::uint32_t removed_count = 0;
        bool is_known = false;
        bool is_closed = false;
    };

    BodyTable& bodies_;
    ClosestQueries closest_;
    SurfaceQuery query_;
    SurfaceReads reads_;
    std::vector<SurfaceBody> listed_;
    std::vector<Closed> closed_; ///< per slot
};

} // namespace tactus
