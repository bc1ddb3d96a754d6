// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <tactus/body.h>
#include <tactus/geometry.h>

namespace tactus {

/// How long a query may work: for ever, until a moment, for a number of work units, or until it is good enough.
/// Deadlines are for users. Work units cut at the same place on every machine, so a cut can be
/// tested and replayed; every report says how many were spent.
class Budget {
public:
    using Clock = std::chrono::steady_clock;

    /// Never ends before the work does.
    static constexpr Budget unlimited() { return Budget{}; }

    /// Ends at a moment. One that has passed already gives the query no work at all.
    static constexpr Budget until(Clock::time_point deadline)
    {
        Budget budget;
        budget.deadline_ = deadline;
        return budget;
    }

    /// Ends this long from now: from when this is called, not from when a query begins. So make a new one for every
    /// query.
    static Budget within(Clock::duration duration)
    {
        const Clock::time_point now = Clock::now();
        // A duration near the largest one would wrap round to the past.
        return until(duration > Clock::time_point::max() - now ? Clock::time_point::max() : now + duration);
    }

    /// Ends after this many work units.
    static constexpr Budget work_units(std::uint64_t count)
    {
        Budget budget;
        budget.work_units_ = count;
        return budget;
    }

    /// Ends when no error bound of the answer is above so many metres. Only contact queries have error bounds.
    static constexpr Budget until_error(float metres) { return Budget{}.or_until_error(metres); }

    /// This budget, which ends as well when no error bound is above so many metres.
    constexpr Budget or_until_error(float metres) const
    {
        Budget budget = *this;
        // A nan is no goal.
        budget.error_goal_ = metres > 0.0f ? metres : 0.0f;
        return budget;
    }

    /// Whether nothing ends it but the end of the work.
    constexpr bool is_unlimited() const { return !has_deadline() && work_units_ == UINT64_MAX && error_goal_ == 0.0f; }
    constexpr bool has_deadline() const { return deadline_ != Clock::time_point::max(); }
    constexpr Clock::time_point deadline() const { return deadline_; }
    constexpr std::uint64_t work_unit_limit() const { return work_units_; }
    /// The error bound in metres at which the query may end; 0 for none.
    constexpr float error_goal() const { return error_goal_; }

private:
    Clock::time_point deadline_ = Clock::time_point::max();
    std::uint64_t work_units_ = UINT64_MAX;
    float error_goal_ = 0.0f;
};

/// Threads of the caller's own, which a world can work with in place of threads that it makes.
class JobSystem {
public:
    /// Some work of a world.
    class Job {
    public:
        virtual void run(std::uint32_t number) noexcept = 0;

    protected:
        ~Job() = default;
    };

    virtual ~JobSystem() = default;
    /// How many threads there are, the one that calls the world included. A world asks once.
    virtual std::uint32_t thread_count() const = 0;
    /// Calls job.run(k) once for each k below count, on any threads, this one included, in any order, at the same time
    /// or one after the other, and returns when all of them have returned. Count is at most thread_count. It must not
    /// throw. A world that is used by several threads may call it from each of them.
    virtual void run(Job& job, std::uint32_t count) = 0;
};

/// What find_pairs is asked for.
struct PairOptions {
    Budget budget = Budget::unlimited();
    /// Stops at the first intersecting pair of each two bodies: enough to know whether they touch.
    bool first_hit_only = false;
};

/// What cast_ray is asked for.
struct RayOptions {
    /// How far the ray goes, in units of the direction's length. Nothing is hit farther away, when where it is hit is
    /// rounded to a float.
    float max_distance = std::numeric_limits<float>::infinity();
    std::uint32_t mask = 0xffffffffu; ///< The groups that the ray can hit.
};

/// Two triangles that intersect, touching included: a of the first body, b of the second.
/// Within one body a < b. A sphere counts as a single triangle, number 0, with all points within its radius, and a
/// half-space as one with all points below its plane.
struct TrianglePair {
    std::uint32_t a = 0;
    std::uint32_t b = 0;

    friend constexpr bool operator==(const TrianglePair&, const TrianglePair&) = default;
    friend constexpr auto operator<=>(const TrianglePair&, const TrianglePair&) = default;
};

/// The intersecting triangles of two bodies, or of one with itself (body_a == body_b).
struct BodyPairs {
    BodyId body_a;
    BodyId body_b;
    std::span<const TrianglePair> pairs;
};

/// What find_pairs found. The spans live until the next call that changes or queries the world.
struct PairReport {
    /// Only bodies with intersecting triangles are listed, ordered by their ids' indices.
    std::span<const BodyPairs> bodies;
    std::size_t pair_count = 0; ///< The number of pairs listed, over all bodies.
    /// True if the report is the whole answer to what was asked: every pair or, with first_hit_only, one of each two
    /// bodies that have any. False if the budget or memory ended before.
    bool complete = true;
    /// True if memory ended before the query did: nothing is listed, and anything may intersect.
    bool out_of_memory = false;
    std::uint64_t work_units_spent = 0; ///< The work units that the query took.
    /// The number of pairs of regions that the budget left untested: each may hide further pairs of triangles.
    std::uint64_t open_pairs = 0;
    /// Bytes of working memory that the queries of this world hold at present, beside the bodies' own.
    std::size_t scratch_bytes = 0;
};

/// The closest points of two bodies, rounded to float. Where a sphere intersects the other body, point_a and point_b
/// are the nearest of the mesh's points to its centre, or a point between the centres of two. Where a half-space
/// intersects the other body, they are that one's lowest point.
struct ClosestPoints {
    float distance = 0.0f;        ///< The distance in metres; 0 where the bodies intersect.
    Vec3 point_a;                 ///< The point of body a.
    Vec3 point_b;                 ///< The point of body b.
    std::uint32_t triangle_a = 0; ///< A triangle of body a that holds point_a.
    std::uint32_t triangle_b = 0; ///< A triangle of body b that holds point_b.
};

/// The first triangle, or sphere, or half-space, that a ray meets. A sphere is met on its surface and a half-space on
/// its plane, from inside too.
struct RayHit {
    bool hit = false;           ///< True if the ray meets anything; otherwise the other members say nothing.
    BodyId body;                ///< The body that is met.
    std::uint32_t triangle = 0; ///< The triangle that is met; 0 for a sphere or a half-space.
    float distance = 0.0f;      ///< The distance along the ray, in units of its direction's length.
    Vec3 point;                 ///< The point where the ray meets the body.
    float u = 0.0f;             ///< The barycentric weight of the triangle's second vertex.
    float v = 0.0f;             ///< The barycentric weight of the triangle's third vertex.
};

/// A triangle of a body. A sphere counts as triangle 0 of its body, with all points within its radius, and a half-space
/// with all points below its plane.
struct SurfaceTriangle {
    BodyId body;
    std::uint32_t triangle = 0;

    friend constexpr bool operator==(const SurfaceTriangle&, const SurfaceTriangle&) = default;
};

/// What a query for everything that overlaps a box, a sphere or a convex set is asked beside the shape.
struct OverlapOptions {
    std::uint32_t mask = 0xffffffffu; ///< Groups that are looked at.
    Budget budget = Budget::unlimited();
};

/// What overlaps a shape. The span lives until the next call that changes or queries the world.
struct OverlapReport {
    /// Every triangle that has a point in the shape, touching included, ordered by the index of its body and by its
    /// number. The decision is that of exact arithmetic on the given floats.
    std::span<const SurfaceTriangle> triangles;
    /// True if the list is the whole answer. False if the budget ended, or a collector had enough.
    bool complete = true;
    /// Parts of bodies that the query has not looked at. Each of them may hide further triangles.
    std::uint64_t open_nodes = 0;
    std::uint64_t work_units_spent = 0; ///< Counted where the budget has a limit.
};

/// Takes what overlaps a shape as it is found, in an order that may change from release to release.
class OverlapCollector {
public:
    virtual ~OverlapCollector() = default;
    /// False ends the query: the collector has enough.
    virtual bool take(const SurfaceTriangle& found) = 0;
};

/// The first hit of a ray, as far as the budget went.
struct FirstHitReport {
    RayHit first; ///< The nearest hit that was found.
    /// True if the hit is the first on the ray's way, or there is none and that is certain.
    bool complete = true;
    /// No triangle is hit before this place, in units of the direction's length. It is where the first hit is if the
    /// answer is complete, and infinite if nothing is hit.
    float nothing_before = std::numeric_limits<float>::infinity();
    std::uint64_t work_units_spent = 0; ///< Counted where the budget has a limit.
};

/// All hits of a ray. The span lives until the next call that changes or queries the world.
struct RayHitsReport {
    /// Ordered by distance, as it is before it is rounded to a float, then by the index of the body, then by the number
    /// of the triangle. A triangle is hit once, and so is a sphere, where the ray first meets its surface, and the
    /// plane of a half-space.
    std::span<const RayHit> hits;
    bool complete = true; ///< False if the budget ended, or a collector had enough.
    /// The list is whole up to this place, in units of the direction's length. It is infinite if the answer is
    /// complete.
    float complete_until = std::numeric_limits<float>::infinity();
    std::uint64_t open_nodes = 0;       ///< Parts of bodies that the query has not looked at.
    std::uint64_t work_units_spent = 0; ///< Counted where the budget has a limit.
};

/// Takes the hits of a ray as they are found, in any order.
class RayHitCollector {
public:
    virtual ~RayHitCollector() = default;
    /// Gives how far hits are still of interest, in units of the direction's length: infinity for all that are left,
    /// the distance of this hit for nearer ones, and a number below zero to end the query.
    virtual float take(const RayHit& hit) = 0;
};

/// What a query for the nearest point of surfaces is asked beside the point.
struct NearestOptions {
    /// Nothing is found that is farther away, in metres, when its distance is rounded to a float.
    float max_distance = std::numeric_limits<float>::infinity();
    std::uint32_t mask = 0xffffffffu; ///< Groups that are looked at.
    Budget budget = Budget::unlimited();
};

/// The point of surfaces that is nearest to a given one. The surface of a sphere is what is nearest of it, from inside
/// too, and so is the plane of a half-space.
struct NearestReport {
    bool found = false; ///< Whether there is any surface within the distance, as far as is known.
    BodyId body;
    /// The nearest triangle. Of those that are equally near, as double arithmetic has it, the first of the first body.
    std::uint32_t triangle = 0;
    Vec3 point;
    /// In metres, to the point that was found. It is 0 where the given point lies on a triangle, and nowhere else.
    float distance = std::numeric_limits<float>::infinity();
    bool complete = true; ///< True if nothing can be nearer.
    /// No surface is nearer than so many metres. It is the distance if the answer is complete, and max_distance if
    /// there is nothing within that.
    float distance_at_least = 0.0f;
    std::uint64_t work_units_spent = 0; ///< Counted where the budget has a limit.
};

/// Where a point lies with respect to a body.
struct InsideReport {
    /// Whether the body is closed: every edge is used as often in one direction as in the other. A sphere is, and so is
    /// a half-space. Only a closed body has an inside, and nothing below means anything otherwise.
    bool closed = true;
    bool inside = false;     ///< The surface goes around the point, and the point does not lie on it.
    bool on_surface = false; ///< The point lies on the surface, as exact arithmetic on the given floats decides it.
    int winding = 0;         ///< How many times the surface goes around the point; 0 on the surface.
    bool complete = true;    ///< False if the budget ended before the answer: inside and on_surface are false then.
    std::uint64_t work_units_spent = 0; ///< Counted where the budget has a limit.
};

/// How far a point is from the surface of a body, and on which side.
struct SignedDistanceReport {
    NearestReport nearest; ///< The nearest point of the surface, and the work units that it took.
    InsideReport side;     ///< On which side the point is, and the work units that this took.
    /// In metres, below zero inside. Of a body that is not closed, and where the budget ended before the side was
    /// known, it is not below zero.
    float signed_distance = std::numeric_limits<float>::infinity();
    bool complete = true; ///< True if both the nearest point and the side are certain.
};

/// What a query for the closest points of two bodies is asked beside the bodies.
struct ClosestOptions {
    /// Nothing is found that is farther apart, in metres, when its distance is rounded to a float.
    float max_distance = std::numeric_limits<float>::infinity();
    Budget budget = Budget::unlimited();
};

/// The closest points of two bodies, as far as the budget went.
struct ClosestReport {
    bool found = false;    ///< Whether there are points within the distance, as far as is known.
    ClosestPoints closest; ///< The closest points that were found.
    bool complete = true;  ///< True if no points can be closer, or there are none within the distance.
    /// The bodies are at least so many metres apart. It is their distance if the answer is complete and there are
    /// points within the distance, and max_distance if there are none.
    float distance_at_least = 0.0f;
    std::uint64_t work_units_spent = 0; ///< Counted where the budget has a limit.
};

/// The volume of a tool: all points within its radius of the segment from its pivot to its tip, where it stands; where
/// it sweeps, of the triangle between the pivot, the old tip and the new tip; and where its pivot moves too, of the
/// tetrahedron between the old and the new ends, which holds all that the tool passes through, and more.
struct ToolVolume {
    Vec3 pivot;          ///< Where the pivot is now.
    Vec3 tip;            ///< Where the tip is now.
    Vec3 old_pivot;      ///< Where the pivot was when the sweep began; the pivot itself for a tool that stands.
    Vec3 old_tip;        ///< Where the tip was when the sweep began; the tip itself for a tool that stands.
    float radius = 0.0f; ///< The radius in metres.
};

/// Proposes triangles that a tool may touch: by a graphics card, for instance. The world decides each of them exactly,
/// and finds those that were left out by itself.
class ToolProposer {
public:
    virtual ~ToolProposer() = default;
    /// Writes which triangles of the mesh the volume may touch to `proposed`, in any order, by their places in it:
    /// removed triangles are not shown. Places that are none do not count. False if it has no answer: the world goes on
    /// as if nothing was proposed.
    virtual bool
    propose(const ToolVolume& volume, const MeshView& mesh, std::vector<std::uint32_t>& proposed) noexcept = 0;
};

/// What a query for the triangles that a tool touches is asked beside the tool.
struct TouchOptions {
    Budget budget = Budget::unlimited();
    bool shaft_parts = true; ///< Works out which part of the shaft touches each triangle.
    bool first_touch = true; ///< Works out when a sweep first touches anything.
    /// Is asked about every mesh, and what it proposes is compared with the answer; none if null. That comes at the end
    /// of the query, and the budget is not about it.
    ToolProposer* proposer = nullptr;
};

/// A triangle that a tool touches, standing or sweeping.
struct TouchedFace {
    BodyId body;
    std::uint32_t triangle = 0;
    /// Where the part of the shaft begins that comes within the radius of the triangle: 0 at the pivot, 1 at the tip.
    /// Of a sweep, the shaft counts at all times of it. The part that is given holds the true one, and is longer at
    /// either end by less than a thousandth of the radius and a millionth of the shaft. Where the pivot moves, and
    /// without TouchOptions::shaft_parts, it is the whole shaft.
    float shaft_begin = 0.0f;
    float shaft_end = 1.0f; ///< Where the part of the shaft ends.
    /// True if the budget ended before the part of the shaft was found: it holds the true one, and may be much longer.
    bool shaft_open = false;
};

/// What a tool touches. The span lives until the next call that changes or queries the world.
struct TouchReport {
    /// Every triangle within the tool's volume, touching included, ordered by the index of its body and by its number.
    /// The decision is that of exact arithmetic on the given floats. Spheres, half-spaces and other tools are not
    /// listed: find_pairs has them.
    std::span<const TouchedFace> faces;
    /// True if the list is the whole answer, and the parts of the shaft and the first touch are found as far as they
    /// were asked for.
    bool complete = true;
    bool out_of_memory = false; ///< True if memory ended before the query did: nothing is listed.
    /// The first touch of a sweep is certainly not before this, between 0 where the sweep began and 1 where the tool is
    /// now. It is 0 where the tool touches something from the beginning, as one that stands or was put where it was
    /// does with all that it touches, and where the budget ended before. It is infinite where nothing is touched, where
    /// nobody asked, and where the pivot moves and the tool passes by all that its volume touches.
    float first_touch_begin = std::numeric_limits<float>::infinity();
    /// The tool certainly touches something by then. It is infinite where nothing is touched, where nobody asked, and
    /// where the pivot moves and the tool may have passed by what its volume touches.
    float first_touch_end = std::numeric_limits<float>::infinity();
    /// Parts of bodies that the query has not looked at. The list has every touched triangle if there are none.
    std::uint64_t open_nodes = 0;
    /// Triangles of the list for which the budget had no time: to find the part of the shaft (TouchedFace::shaft_open),
    /// or to ask whether they are the first that a sweep touches. They are the last ones of the list.
    std::uint64_t open_faces = 0;
    std::uint64_t work_units_spent = 0; ///< Counted where the budget has a limit.
    std::size_t proposed = 0;           ///< How many triangles the proposer has named.
    std::size_t proposed_in_vain = 0;   ///< How many of these are not touched.
    std::size_t not_proposed = 0;       ///< How many triangles are touched that the proposer has not named.
};

} // namespace tactus
