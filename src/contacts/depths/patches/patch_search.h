// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "base/check.h"
#include "contacts/depths/patches/patch_bowls.h"
#include "geometry/features/vertex_face.h"
#include "tree/surface.h"

namespace tactus {

/// Part of a patch, as a search goes through it: blocks of eight triangles, groups of up to eight blocks, groups of
/// up to eight groups, and so on to a few at the top, which come last. All of it is seen from an origin, at a scale at
/// which coordinates are about 1.
struct PatchPart {
    static constexpr std::uint32_t fan_out = 8;
    /// Groups have more than four members in the mean.
    static constexpr int max_levels = 14;
    static constexpr std::uint32_t max_top_groups = 4;

    const PatchBlock* blocks = nullptr;
    const PatchGroup* groups = nullptr;
    const std::uint32_t* numbers = nullptr; ///< of the triangles, eight of each block
    std::uint32_t block_count = 0;
    std::uint32_t first_top = 0; ///< of the groups at the top
    std::uint32_t end_group = 0;
    std::uint32_t first_face = 0; ///< what the caller calls the first of them
    BodySurface surface;
    Vec3 origin;
    float scale = 1.0f;  ///< a power of two
    float extent = 0.0f; ///< how far from the origin triangles reach along an axis, at that scale

    Vec3 seen(Vec3 point) const { return (point - origin) * scale; }
};

/// How far the search for several points has come.
struct PatchSearchState {
    /// Members of a group that may have to be looked into for one of the points.
    struct alignas(32) Members {
        std::array<float, PatchPart::fan_out> squared_distance; ///< up to rounding
        std::uint32_t first;                                    ///< The others follow it.
        std::uint32_t left;                                     ///< A bit for each that has not been looked into.
        std::uint32_t point;
    };
    /// A triangle that may be the nearest to one of the points.
    struct Candidate {
        float squared_distance;
        std::uint32_t place;
        std::uint32_t point;
    };
    /// A point, seen from the part's origin.
    struct Point {
        Vec3 seen;
        float squared_reach = 0.0f; ///< What is farther away holds nothing as close as the nearest.
        float rounding = 0.0f;      ///< of distances
        std::uint32_t guessed_block = 0;
        std::uint32_t nearest_block = 0; ///< where the reach was shortened last
        Vec3 given;

        /// Something of a block is at about this distance, in the part's scale.
        void shorten_reach(float distance, std::uint32_t block)
        {
            const float reach = distance * (1.0f + 1e-5f) + rounding, squared = reach * reach;
            if (!(squared < squared_reach))
                return;
            squared_reach = squared;
            nearest_block = block;
        }
    };
    static constexpr std::size_t max_points = 32;
    static constexpr std::size_t max_waiting = 64;
    static constexpr std::size_t least_candidates = 24, candidates_of_a_point = 4;
    static constexpr std::size_t max_candidates = least_candidates + candidates_of_a_point * max_points;

    PatchPart part;
    std::array<Point, max_points> points;
    std::uint32_t point_count = 0;
    std::uint32_t next_guess = 0;                    ///< the point whose guess is to be looked into
    std::uint32_t next_top = 0;                      ///< group at the top that is to be looked into
    std::uint32_t next_top_point = 0;                ///< for this point
    std::uint64_t spent = 0;                         ///< nanoseconds, roughly, of this step
    std::array<Members, PatchPart::max_levels> open; ///< groups, of each level those of one group
    std::uint32_t open_count = 0;
    std::array<Members, max_waiting> waiting; ///< blocks
    std::uint32_t waiting_count = 0;
    std::array<Candidate, max_candidates> candidates;
    std::size_t candidate_count = 0;
    std::size_t candidate_room = 0; ///< If there are more, they are measured.

    bool has_top_groups() const { return next_top < part.end_group; }
    bool is_busy() const
    {
        return next_guess < point_count || waiting_count > 0 || open_count > 0 || (point_count > 0 && has_top_groups());
    }
    bool is_near(const Candidate& candidate) const
    {
        return !(candidate.squared_distance > points[candidate.point].squared_reach);
    }
};

/// Looks for the triangles of a patch that may be closest to some points, in small steps.
///
/// Triangles are compared in float, and what rounding can have done to a distance is less than half of what is allowed
/// for. So the few that are left always include those with the least distance by closest_on, and of those the lowest
/// numbered. Several points take less time together: machines go on with one of them while they wait for another.
class PatchSearch {
public:
    static constexpr std::size_t max_points = PatchSearchState::max_points;

    /// Forgets all points. The part must have triangles, and its arrays stay until all are found.
    void begin(const PatchPart& part);
    /// One more point, before the first step. A guess is a face that may be near; any number does.
    void add(Vec3 point, std::uint32_t guess);
    /// One that may have the same triangle as another of the points.
    void add_beside(Vec3 point, std::uint32_t other)
    {
        add(point, state_.part.first_face);
        state_.points[state_.point_count - 1].guessed_block = beside | other;
    }
    std::size_t point_count() const { return state_.point_count; }
    bool found() const { return !state_.is_busy(); }
    /// Goes on until all are found or has taken about so many nanoseconds, and gives how many it took.
    std::uint64_t step(std::uint64_t nanoseconds) { return step_(state_, nanoseconds); }
    /// Finds all in one go, before the first step: the same, but it looks into fewer or more on the way.
    void find_at_once() { search_at_once_(state_); }
    /// Calls visit(point, where it is, number) for the triangles that may be closest, when all are found.
    template <class Visit>
    void for_each_found(Visit visit) const
    {
        for (std::size_t k = 0; k < state_.candidate_count; ++k)
            if (const auto& candidate = state_.candidates[k]; state_.is_near(candidate))
                visit(candidate.point, state_.points[candidate.point].given, state_.part.numbers[candidate.place]);
    }
    /// One of the caller's faces in the block of a triangle that may be closest to a point, when it is found.
    std::uint32_t found_near(std::size_t point) const
    {
        return state_.part.first_face + PatchPart::fan_out * state_.points[point].nearest_block;
    }

    /// A guessed block that has this bit is that of another point.
    static constexpr std::uint32_t beside = 1u << 31;

private:
    PatchSearchState state_;
    /// For the machine's instruction set.
    std::uint64_t (*step_)(PatchSearchState& state, std::uint64_t nanoseconds) = nullptr;
    void (*search_at_once_)(PatchSearchState& state) = nullptr;
};

inline void PatchSearch::add(Vec3 given, std::uint32_t guess)
{
    TACTUS_CHECK(is_finite(given) && state_.point_count < max_points);
    // Nothing overflows in bounds of points up to this.
    constexpr float max_seen_point = 1e15f, max_float = std::numeric_limits<float>::max();
    const PatchPart& part = state_.part;
    state_.candidate_room += PatchSearchState::candidates_of_a_point;
    PatchSearchState::Point& point = state_.points[state_.point_count++];
    point.given = given;
    point.seen = part.seen(given);
    const Vec3 away = max(point.seen, -point.seen);
    const float farthest = std::max({part.extent, away.x, away.y, away.z});
    point.rounding = 8e-6f * farthest;
    if (!(farthest < max_seen_point)) {
        // Everything counts as near.
        point.seen = {0.0f, 0.0f, 0.0f};
        point.rounding = max_float;
    }
    point.squared_reach = max_float;
    point.nearest_block = 0;
    const std::uint32_t guessed = (guess - part.first_face) / PatchPart::fan_out;
    point.guessed_block = guessed < part.block_count ? guessed : 0;
}

} // namespace tactus
