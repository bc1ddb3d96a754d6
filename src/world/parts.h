// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <tactus/world.h>

#include "base/buffer.h"
#include "base/parallel.h"
#include "pipeline/broad_phase/broad_phase.h"
#include "pipeline/closest_points.h"
#include "pipeline/collision_filter.h"
#include "pipeline/octree/octree_pairs.h"
#include "pipeline/queries/closest_in_trees.h"
#include "pipeline/ray_cast.h"
#include "pipeline/refinement.h"
#include "pipeline/self_pairs.h"
#include "world/body.h"
#include "world/remembered_pairs.h"

namespace tactus {

/// Everything a world owns.
struct World::Parts {
    struct Slot {
        std::unique_ptr<Body> body; ///< none in a free slot
        std::uint32_t generation = 0;
    };
    /// Two bodies that the broad phase found near each other; the same body twice for its self-collision.
    struct Encounter {
        std::uint32_t a = 0;
        std::uint32_t b = 0;

        friend auto operator<=>(const Encounter&, const Encounter&) = default;
    };
    /// Where the pairs of an encounter stand in the list of all pairs.
    struct Found {
        Encounter encounter;
        std::size_t begin = 0;
        std::size_t end = 0;
    };

    explicit Parts(std::uint32_t worker_count) : workers(worker_count) {}

    /// The body, or none if the id is stale or never was one.
    Body* find(BodyId id) const;
    Error stale(BodyId id) const;
    /// Fills encounters, ordered by body.
    void list_encounters();
    /// Appends the intersecting triangles of an encounter to pairs.
    RefinementOutcome search(const Encounter& encounter, WorkMeter& meter, bool first_hit_only);
    /// Takes out, from entry begin on, the pairs whose triangles hold vertices that are attached to each other.
    void drop_attached(const Encounter& encounter, const AttachedVertices& attached, std::size_t begin);
    /// The bodies of these groups that the ray may meet, the nearest first, each with a value that no t of its
    /// triangles comes below. Lives until the next call.
    std::span<const std::pair<double, std::uint32_t>> list_bodies_on_the_way(std::uint32_t mask);
    /// The closest triangles of two bodies that have triangles.
    ClosestTriangles find_closest(BodyId a, BodyId b);
    BodyId id_of(std::uint32_t index) const { return {index, slots[index].generation}; }

    Workers workers;
    std::vector<Slot> slots;
    std::vector<std::uint32_t> free_slots;
    std::vector<std::uint32_t> body_of_proxy;
    std::vector<std::uint32_t> self_colliding; ///< bodies, ascending
    BroadPhase broad_phase;
    ContactExemptions exemptions;
    Refinement refinement;
    SelfQuery self_query;
    OctreePairs octree_pairs;

    std::vector<Encounter> encounters;
    Buffer<TrianglePair> pairs;
    std::vector<Found> found;
    std::vector<BodyPairs> body_pairs;
    PairReport report;

    ClosestPointsSearch closest_points;
    ClosestInTrees closest_in_trees{refinement, closest_points};
    RememberedPairs remembered_pairs;
    RayCast ray_cast;
    Buffer<LaneBox> body_boxes; ///< per slot
    Buffer<std::uint32_t> boxed_bodies;
    std::vector<std::pair<double, std::uint32_t>> bodies_on_the_way;
};

} // namespace tactus
