// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

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

    /// Ends this long from now.
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
/// Within one body a < b. A sphere counts as a single triangle, number 0, with all points within its radius.
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
/// are the nearest of the mesh's points to its centre, or a point between the centres of two.
struct ClosestPoints {
    float distance = 0.0f;        ///< The distance in metres; 0 where the bodies intersect.
    Vec3 point_a;                 ///< The point of body a.
    Vec3 point_b;                 ///< The point of body b.
    std::uint32_t triangle_a = 0; ///< A triangle of body a that holds point_a.
    std::uint32_t triangle_b = 0; ///< A triangle of body b that holds point_b.
};

/// The first triangle, or sphere, that a ray meets. A sphere is met on its surface, from inside too.
struct RayHit {
    bool hit = false;           ///< True if the ray meets anything; otherwise the other members say nothing.
    BodyId body;                ///< The body that is met.
    std::uint32_t triangle = 0; ///< The triangle that is met; 0 for a sphere.
    float distance = 0.0f;      ///< The distance along the ray, in units of its direction's length.
    Vec3 point;                 ///< The point where the ray meets the body.
    float u = 0.0f;             ///< The barycentric weight of the triangle's second vertex.
    float v = 0.0f;             ///< The barycentric weight of the triangle's third vertex.
};

} // namespace tactus
