// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include <tactus/queries.h>
#include <tactus/result.h>
#include <tactus/world.h>

#include "base/threads/parallel.h"
#include "queries/nearest_search.h"
#include "queries/overlap_search.h"
#include "queries/rays/cast_into.h"
#include "queries/rays/ray_cast.h"

namespace tactus {

/// A body that questions about surfaces can be asked about.
struct SurfaceBody {
    QueriedBody queried;
    BodyId id;
    std::uint32_t group = 0;
    bool is_closed = false; ///< Only whoever asks what is inside needs to know.

    const Box& box() const { return queried.tree->box(); }
};

/// Answers questions about the surfaces of bodies, in memory that lasts from question to question. It holds what the
/// answers point at, and changes nothing of bodies that come with nodes of a reader.
class SurfaceQuery {
public:
    using Bodies = std::span<const SurfaceBody>;

    Result<FirstHitReport>
    first_hit(Bodies bodies, Workers& workers, Vec3 origin, Vec3 direction, const RayOptions& options, Budget budget);
    /// To a collector, or into a list if there is none.
    Result<RayHitsReport> all_hits(
        Bodies bodies, Workers& workers, Vec3 origin, Vec3 direction, const RayOptions& options, Budget budget,
        RayHitCollector* collector);
    Result<OverlapReport>
    overlap_box(Bodies bodies, Vec3 lower, Vec3 upper, const OverlapOptions& options, OverlapCollector* collector);
    Result<OverlapReport>
    overlap_sphere(Bodies bodies, const Sphere& sphere, const OverlapOptions& options, OverlapCollector* collector);
    Result<OverlapReport> overlap_convex(
        Bodies bodies, std::span<const HalfSpace> spaces, const OverlapOptions& options, OverlapCollector* collector);
    Result<NearestReport> nearest_point(Bodies bodies, Vec3 point, const NearestOptions& options);
    /// Of one body, number 0.
    Result<InsideReport> inside(const SurfaceBody& body, Vec3 point, Budget budget);
    Result<SignedDistanceReport> signed_distance(const SurfaceBody& body, Vec3 point, const NearestOptions& options);

    std::size_t bytes() const;

private:
    class ToList;
    class ToCollector;

    /// The bodies that the ray may meet, the nearest first, each with a value that no t comes below.
    void list_on_the_way(Bodies bodies, std::uint32_t mask);
    /// Casts into all of them; gives a value that no t that was not looked at comes below, and counts what is open.
    double cast_into_all(Bodies bodies, Workers& workers, WorkAccount& account, std::uint64_t& open_nodes);
    OverlapReport
    overlap(Bodies bodies, const QueryShape& shape, const OverlapOptions& options, OverlapCollector* collector);
    NearestReport nearest(Bodies bodies, Vec3 point, const NearestOptions& options, WorkAccount& account);
    InsideReport side(const SurfaceBody& body, Vec3 point, WorkAccount& account);

    RayCast cast_;
    CastIntoTrees cast_into_;
    OverlapSearch overlap_search_;
    NearestSearch nearest_search_;
    InsideSearch inside_search_;
    Buffer<LaneBox> boxes_;
    Buffer<std::uint32_t> boxed_;
    std::vector<std::pair<double, std::uint32_t>> order_; ///< Places in the list of bodies, by a bound.
    std::vector<RayHit> hits_;
    std::vector<RayHit> sorted_hits_;
    std::vector<double> hit_places_;
    std::vector<SurfaceTriangle> overlapping_;
};

} // namespace tactus
