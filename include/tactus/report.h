// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <tactus/body.h>
#include <tactus/vec3.h>

namespace tactus {

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
    std::size_t pair_count = 0; ///< over all bodies
    /// True if the list is the whole answer. False if the budget ended, or the first hit was all that was asked for.
    bool complete = true;
    bool out_of_memory = false; ///< memory ended before the query did: nothing is listed, and anything may intersect
    std::uint64_t work_units_spent = 0;
    /// Parts of bodies that the budget left untested: each may hide further pairs.
    std::uint64_t open_pairs = 0;
    /// Bytes of working memory the queries of this world hold at present, beside the bodies' own.
    std::size_t scratch_bytes = 0;
};

/// The closest points of two bodies, rounded to float. Where a sphere intersects the other body, point_a and point_b
/// are the nearest of the mesh's points to its centre, or a point between the centres of two.
struct ClosestPoints {
    float distance = 0.0f; ///< metres; 0 where the bodies intersect
    Vec3 point_a;
    Vec3 point_b;
    std::uint32_t triangle_a = 0;
    std::uint32_t triangle_b = 0;
};

/// The first triangle, or sphere, that a ray meets. A sphere is met on its surface, from inside too.
struct RayHit {
    bool hit = false;
    BodyId body;
    std::uint32_t triangle = 0;
    float distance = 0.0f; ///< along the ray, in units of its direction's length
    Vec3 point;
    float u = 0.0f, v = 0.0f; ///< barycentric weights of the triangle's second and third vertex
};

} // namespace tactus
