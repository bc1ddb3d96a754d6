// SPDX-License-Identifier: MIT
#include <span>

#include "base/planted_fault.h"
#include "world/bodies/body.h"
#include "world/input/checked_input.h"
#include "world/parts.h"
#include "world/queries/surface_queries.h"

namespace tactus {

template <class F>
auto World::Parts::ask_surfaces(Parts* parts, F&& f)
{
    return ask(parts, [&] {
        SurfaceQueries& queries = *parts->surface_queries;
        if (queries.reads().is_prepared())
            return f(queries.reads().query_of_this_thread(), queries.reads().bodies());
        return parts->at_risk([&] { return f(queries.query(), queries.list_bodies()); });
    });
}

template <class F>
auto World::Parts::ask_surface(Parts* parts, BodyId id, F&& f)
{
    using Answer = decltype(f(parts->surface_queries->query(), SurfaceBody{}));
    return ask_body(parts, id, [&](const Body& body) -> Answer {
        if (body.remaining_count() == 0)
            return invalid_input(
                "body " + std::to_string(id.index) + " has no triangles, so no point is nearest or inside");
        if (body.tool() != nullptr || body.is_convex())
            return invalid_input(
                "body " + std::to_string(id.index)
                + " is a tool or a convex set, of which no point is looked for: find_touched says what it touches");
        SurfaceQueries& queries = *parts->surface_queries;
        if (queries.reads().is_prepared()) {
            SurfaceBody asked = *queries.reads().find(id);
            asked.queried.number = 0;
            return f(queries.reads().query_of_this_thread(), asked);
        }
        return parts->at_risk([&] {
            const SurfaceBody asked = {
                {0, body.tree.get(), nullptr}, id, body.options.filter.group, queries.is_closed(id.index)};
            return f(queries.query(), asked);
        });
    });
}

void World::Parts::end_reads()
{
    if (!TACTUS_FAULT(54))
        surface_queries->reads().end();
}

Result<void> World::prepare_reads()
{
    return Parts::ask(parts_.get(), [&]() -> Result<void> {
        if (!parts_->surface_queries->reads().is_prepared())
            parts_->at_risk([&] { parts_->surface_queries->prepare_reads(parts_->workers); });
        return {};
    });
}

Result<RayHit> World::cast_ray(Vec3 origin, Vec3 direction, const RayOptions& options)
{
    const Result<FirstHitReport> report = cast_ray(origin, direction, options, Budget::unlimited());
    if (!report)
        return report.error();
    return report.value().first;
}

Result<FirstHitReport> World::cast_ray(Vec3 origin, Vec3 direction, const RayOptions& options, Budget budget)
{
    return Parts::ask_surfaces(parts_.get(), [&](SurfaceQuery& query, std::span<const SurfaceBody> bodies) {
        return query.first_hit(bodies, parts_->workers, origin, direction, options, budget);
    });
}

Result<RayHitsReport> World::cast_ray_through(
    Vec3 origin, Vec3 direction, const RayOptions& options, Budget budget, RayHitCollector* collector)
{
    return Parts::ask_surfaces(parts_.get(), [&](SurfaceQuery& query, std::span<const SurfaceBody> bodies) {
        return query.all_hits(bodies, parts_->workers, origin, direction, options, budget, collector);
    });
}

Result<OverlapReport>
World::overlap_box(Vec3 lower, Vec3 upper, const OverlapOptions& options, OverlapCollector* collector)
{
    return Parts::ask_surfaces(parts_.get(), [&](SurfaceQuery& query, std::span<const SurfaceBody> bodies) {
        return query.overlap_box(bodies, lower, upper, options, collector);
    });
}

Result<OverlapReport>
World::overlap_sphere(const Sphere& sphere, const OverlapOptions& options, OverlapCollector* collector)
{
    return Parts::ask_surfaces(parts_.get(), [&](SurfaceQuery& query, std::span<const SurfaceBody> bodies) {
        return query.overlap_sphere(bodies, sphere, options, collector);
    });
}

Result<OverlapReport> World::overlap_convex(
    std::span<const HalfSpace> half_spaces, const OverlapOptions& options, OverlapCollector* collector)
{
    return Parts::ask_surfaces(parts_.get(), [&](SurfaceQuery& query, std::span<const SurfaceBody> bodies) {
        return query.overlap_convex(bodies, half_spaces, options, collector);
    });
}

Result<NearestReport> World::nearest_point(Vec3 point, const NearestOptions& options)
{
    return Parts::ask_surfaces(parts_.get(), [&](SurfaceQuery& query, std::span<const SurfaceBody> bodies) {
        return query.nearest_point(bodies, point, options);
    });
}

Result<NearestReport> World::nearest_point(BodyId body, Vec3 point, const NearestOptions& options)
{
    return Parts::ask_surface(parts_.get(), body, [&](SurfaceQuery& query, const SurfaceBody& asked) {
        NearestOptions all = options;
        all.mask = asked.group;
        return query.nearest_point({&asked, 1}, point, all);
    });
}

Result<InsideReport> World::is_inside(BodyId body, Vec3 point, Budget budget)
{
    return Parts::ask_surface(parts_.get(), body, [&](SurfaceQuery& query, const SurfaceBody& asked) {
        return query.inside(asked, point, budget);
    });
}

Result<SignedDistanceReport> World::signed_distance(BodyId body, Vec3 point, const NearestOptions& options)
{
    return Parts::ask_surface(parts_.get(), body, [&](SurfaceQuery& query, const SurfaceBody& asked) {
        return query.signed_distance(asked, point, options);
    });
}

} // namespace tactus
