// SPDX-License-Identifier: MIT
#include "world/queries/surface_query.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <tuple>

#include "world/input/checked_input.h"
#include "world/queries/query_input.h"

namespace tactus {
namespace {

constexpr double no_bound = std::numeric_limits<double>::infinity();

RayHit reported_hit(const FirstHit& hit, BodyId body)
{
    const DoubleVector a = to_double(hit.corners.a);
    const DoubleVector point =
        a + (to_double(hit.corners.b) - a) * hit.at.u + (to_double(hit.corners.c) - a) * hit.at.v;
    return {
        .hit = true,
        .body = body,
        .triangle = hit.triangle,
        .distance = rounded_to_float(hit.at.t),
        .point = to_float(point),
        .u = static_cast<float>(hit.at.u),
        .v = static_cast<float>(hit.at.v)};
}

} // namespace

/// Keeps all hits, or hands them to the caller's collector.
class SurfaceQuery::ToList final : public HitCollector {
public:
    ToList(Bodies bodies, SurfaceQuery& query, RayHitCollector* collector)
        : bodies_(bodies), query_(query), collector_(collector)
    {
    }

    double take(const FirstHit& hit) override
    {
        const RayHit reported = reported_hit(hit, bodies_[hit.body].id);
        if (collector_ != nullptr) {
            const float limit = collector_->take(reported);
            has_enough_ = has_enough_ || limit < 0.0f;
            return std::isnan(limit) ? no_bound : double(limit);
        }
        query_.hits_.push_back(reported);
        query_.hit_places_.push_back(hit.at.t);
        return no_bound;
    }
    bool has_enough() const { return has_enough_; }

private:
    Bodies bodies_;
    SurfaceQuery& query_;
    RayHitCollector* collector_;
    bool has_enough_ = false;
};

class SurfaceQuery::ToCollector final : public OverlapTaker {
public:
    ToCollector(Bodies bodies, SurfaceQuery& query, OverlapCollector* collector)
        : bodies_(bodies), query_(query), collector_(collector)
    {
    }

    bool take(std::uint32_t body, std::uint32_t triangle) override
    {
        const SurfaceTriangle found = {bodies_[body].id, triangle};
        if (collector_ != nullptr)
            return collector_->take(found);
        query_.overlapping_.push_back(found);
        return true;
    }

private:
    Bodies bodies_;
    SurfaceQuery& query_;
    OverlapCollector* collector_;
};

void SurfaceQuery::list_on_the_way(Bodies bodies, std::uint32_t mask)
{
    boxes_.resize_uninitialised(bodies.size());
    boxed_.resize_uninitialised(bodies.size() + 3);
    std::size_t count = 0;
    for (std::uint32_t k = 0; k < bodies.size(); ++k) {
        if ((bodies[k].group & mask) == 0)
            continue;
        const Box& box = bodies[k].box();
        boxes_[k] = {{box.lower.x, box.lower.y, box.lower.z, 0.0f}, {box.upper.x, box.upper.y, box.upper.z, 0.0f}};
        boxed_[count++] = k;
    }
    count = keep_boxes_on_the_way(cast_.slabs(), boxes_.span(), boxed_.span().first(count), boxed_.data());
    order_.clear();
    for (const std::uint32_t k : boxed_.span().first(count))
        if (const auto bound = cast_.reach(bodies[k].box()))
            order_.emplace_back(*bound, k);
    std::sort(order_.begin(), order_.end());
}

double SurfaceQuery::cast_into_all(Bodies bodies, Workers& workers, WorkAccount& account, std::uint64_t& open_nodes)
{
    double open_bound = no_bound;
    bool has_budget = true;
    for (const auto& [bound, k] : order_) {
        if (cast_.limit() < 0.0)
            break;
        if (!cast_.reach(bodies[k].box()))
            continue;
        if (has_budget && cast_into_.find(cast_, bodies[k].queried, workers, account))
            continue;
        open_bound = std::min(open_bound, has_budget ? std::max(bound, cast_into_.open_bound()) : bound);
        open_nodes += has_budget ? cast_into_.open_nodes() : 1;
        has_budget = false;
    }
    return open_bound;
}

Result<FirstHitReport> SurfaceQuery::first_hit(
    Bodies bodies, Workers& workers, Vec3 origin, Vec3 direction, const RayOptions& options, Budget budget)
{
    if (auto error = check_ray(origin, direction, options.max_distance))
        return *error;
    WorkMeter meter(budget);
    WorkAccount account(meter);
    cast_.start({origin, direction}, limit_of(options.max_distance));
    list_on_the_way(bodies, options.mask);
    FirstHitReport report;
    std::uint64_t open_nodes = 0;
    const double open_bound = cast_into_all(bodies, workers, account, open_nodes);
    report.work_units_spent = meter.spent();
    const double first = cast_.first_hit() ? cast_.first_hit()->at.t : no_bound;
    if (cast_.first_hit())
        report.first = reported_hit(*cast_.first_hit(), bodies[cast_.first_hit()->body].id);
    // What is open may hold a hit at the same place, of a triangle that comes first.
    report.complete = open_nodes == 0 || open_bound > first;
    report.nothing_before =
        report.complete ? rounded_to_float(first) : float_not_above(std::max(0.0, std::min(open_bound, first)));
    return report;
}

Result<RayHitsReport> SurfaceQuery::all_hits(
    Bodies bodies, Workers& workers, Vec3 origin, Vec3 direction, const RayOptions& options, Budget budget,
    RayHitCollector* collector)
{
    if (auto error = check_ray(origin, direction, options.max_distance))
        return *error;
    WorkMeter meter(budget);
    WorkAccount account(meter);
    hits_.clear();
    hit_places_.clear();
    ToList list(bodies, *this, collector);
    cast_.start({origin, direction}, limit_of(options.max_distance), &list);
    list_on_the_way(bodies, options.mask);
    RayHitsReport report;
    const double open_bound = cast_into_all(bodies, workers, account, report.open_nodes);
    report.work_units_spent = meter.spent();
    report.complete = report.open_nodes == 0 && !list.has_enough();
    if (!report.complete)
        report.complete_until = list.has_enough() ? 0.0f : float_not_above(std::max(0.0, open_bound));
    // By what was computed, and not by what is left of it in a float.
    boxed_.resize_uninitialised(hits_.size());
    std::iota(boxed_.begin(), boxed_.end(), 0u);
    std::sort(boxed_.begin(), boxed_.end(), [&](std::uint32_t a, std::uint32_t b) {
        return std::tuple(hit_places_[a], hits_[a].body.index, hits_[a].triangle)
               < std::tuple(hit_places_[b], hits_[b].body.index, hits_[b].triangle);
    });
    std::vector<RayHit>& sorted = sorted_hits_;
    sorted.clear();
    for (const std::uint32_t k : boxed_.span())
        sorted.push_back(hits_[k]);
    report.hits = sorted;
    return report;
}

OverlapReport SurfaceQuery::overlap(
    Bodies bodies, const QueryShape& shape, const OverlapOptions& options, OverlapCollector* collector)
{
    WorkMeter meter(options.budget);
    WorkAccount account(meter);
    overlapping_.clear();
    ToCollector taker(bodies, *this, collector);
    OverlapReport report;
    for (const SurfaceBody& body : bodies) {
        if ((body.group & options.mask) == 0 || !shape.may_meet(body.box()))
            continue;
        if (!report.complete) {
            ++report.open_nodes;
            continue;
        }
        report.complete = overlap_search_.find(shape, body.queried, taker, account) == OverlapSearch::End::done;
        report.open_nodes += overlap_search_.open_nodes();
    }
    std::sort(overlapping_.begin(), overlapping_.end(), [](const SurfaceTriangle& a, const SurfaceTriangle& b) {
        return std::tie(a.body.index, a.triangle) < std::tie(b.body.index, b.triangle);
    });
    report.triangles = overlapping_;
    report.work_units_spent = meter.spent();
    return report;
}

Result<OverlapReport> SurfaceQuery::overlap_box(
    Bodies bodies, Vec3 lower, Vec3 upper, const OverlapOptions& options, OverlapCollector* collector)
{
    if (auto error = check_box(lower, upper))
        return *error;
    return overlap(bodies, BoxShape({lower, upper}), options, collector);
}

Result<OverlapReport> SurfaceQuery::overlap_sphere(
    Bodies bodies, const Sphere& sphere, const OverlapOptions& options, OverlapCollector* collector)
{
    if (auto error = check_sphere(sphere))
        return *error;
    return overlap(bodies, BallShape(sphere), options, collector);
}

Result<OverlapReport> SurfaceQuery::overlap_convex(
    Bodies bodies, std::span<const HalfSpace> spaces, const OverlapOptions& options, OverlapCollector* collector)
{
    if (auto error = check_half_spaces(spaces))
        return *error;
    static_assert(max_half_spaces == max_planes);
    std::array<Plane, max_planes> planes;
    std::transform(spaces.begin(), spaces.end(), planes.begin(), [](const HalfSpace& space) {
        return Plane{space.normal, space.offset};
    });
    return overlap(bodies, ConvexShape({planes.data(), spaces.size()}), options, collector);
}

NearestReport SurfaceQuery::nearest(Bodies bodies, Vec3 point, const NearestOptions& options, WorkAccount& account)
{
    nearest_search_.start(point, limit_of(options.max_distance));
    order_.clear();
    for (std::uint32_t k = 0; k < bodies.size(); ++k)
        if ((bodies[k].group & options.mask) != 0)
            order_.emplace_back(distance_below(point, bodies[k].box()), k);
    // The nearest from inside of a ball may be nearer than its box is to other bodies, so its bound is that of its box.
    std::sort(order_.begin(), order_.end());
    double open_bound = no_bound;
    bool has_budget = true;
    for (const auto& [bound, k] : order_) {
        if (bound > nearest_search_.limit())
            break;
        if (has_budget && nearest_search_.find(bodies[k].queried, account))
            continue;
        // The box of a tree's root may reach out of the body's.
        open_bound = std::min(open_bound, has_budget ? std::max(bound, nearest_search_.open_bound()) : bound);
        has_budget = false;
    }
    const NearestSearch::Nearest& found = nearest_search_.nearest();
    NearestReport report;
    report.found = std::isfinite(found.distance);
    if (report.found) {
        report.body = bodies[found.body].id;
        report.triangle = found.triangle;
        report.point = to_float(found.point);
        report.distance = rounded_to_float(found.distance);
        if (found.distance > 0.0)
            report.distance = std::max(report.distance, std::numeric_limits<float>::denorm_min());
    }
    report.complete = has_budget || open_bound > std::min(found.distance, limit_of(options.max_distance));
    report.distance_at_least = report.complete ? (report.found ? report.distance : options.max_distance)
                                               : float_not_above(std::min(open_bound, found.distance));
    report.work_units_spent = account.meter().spent();
    return report;
}

Result<NearestReport> SurfaceQuery::nearest_point(Bodies bodies, Vec3 point, const NearestOptions& options)
{
    if (auto error = check_nearest(point, options.max_distance))
        return *error;
    WorkMeter meter(options.budget);
    WorkAccount account(meter);
    return nearest(bodies, point, options, account);
}

InsideReport SurfaceQuery::side(const SurfaceBody& body, Vec3 point, WorkAccount& account)
{
    InsideReport report;
    report.closed = body.is_closed;
    if (body.is_closed) {
        report.complete = inside_search_.find(point, body.queried, account);
        report.winding = inside_search_.result().winding;
        report.inside = inside_search_.result().inside();
        report.on_surface = inside_search_.result().on_surface;
    }
    report.work_units_spent = account.meter().spent();
    return report;
}

Result<InsideReport> SurfaceQuery::inside(const SurfaceBody& body, Vec3 point, Budget budget)
{
    if (auto error = check_point(point))
        return *error;
    WorkMeter meter(budget);
    WorkAccount account(meter);
    return side(body, point, account);
}

Result<SignedDistanceReport>
SurfaceQuery::signed_distance(const SurfaceBody& body, Vec3 point, const NearestOptions& options)
{
    if (auto error = check_nearest(point, options.max_distance))
        return *error;
    WorkMeter meter(options.budget);
    WorkAccount account(meter);
    SignedDistanceReport report;
    report.side = side(body, point, account);
    NearestOptions all = options;
    all.mask = body.group;
    report.nearest = nearest({&body, 1}, point, all, account);
    report.nearest.work_units_spent -= report.side.work_units_spent;
    report.signed_distance = report.side.on_surface ? 0.0f
                             : report.side.inside   ? -report.nearest.distance
                                                    : report.nearest.distance;
    report.complete = report.side.complete && report.nearest.complete;
    return report;
}

std::size_t SurfaceQuery::bytes() const
{
    return cast_.bytes() + cast_into_.bytes() + overlap_search_.bytes() + nearest_search_.bytes()
           + inside_search_.bytes() + boxes_.bytes() + boxed_.bytes() + order_.capacity() * sizeof(order_[0])
           + (hits_.capacity() + sorted_hits_.capacity()) * sizeof(RayHit) + hit_places_.capacity() * sizeof(double)
           + overlapping_.capacity() * sizeof(SurfaceTriangle);
}

} // namespace tactus
