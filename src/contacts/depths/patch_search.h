// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "contacts/depths/patch_bowls.h"
#include "geometry/features/vertex_face.h"
#include "tree/surface.h"

namespace tactus {

/// Part of a patch, as a search goes through it: blocks of eight triangles, groups of eight blocks, groups of eight
/// groups, and so on to a few at the top, which come last. All of it is seen from an origin, at a scale at which
/// coordinates are about 1.
struct PatchPart {
    static constexpr std::uint32_t fan_out = 8;
    static constexpr int max_levels = 11;
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

/// How far a search has come.
struct PatchSearchState {
    /// Members of a group that may have to be looked into.
    struct alignas(32) Members {
        std::array<float, PatchPart::fan_out> squared_distance; ///< up to rounding
        std::uint32_t first;                                    ///< The others follow it.
        std::uint32_t left;                                     ///< A bit for each that has not been looked into.
    };
    struct Candidate {
        float squared_distance;
        std::uint32_t place;
    };
    static constexpr std::size_t max_waiting = 24;
    static constexpr std::size_t max_candidates = 24;

    const PatchPart* part = nullptr;
    Vec3 point;
    Vec3 seen_point;                 ///< from the origin
    float rounding = 0.0f;           ///< of distances
    float squared_reach = 0.0f;      ///< what is farther away holds nothing as close as the nearest
    std::uint32_t nearest_block = 0; ///< where the reach was shortened last
    std::uint64_t spent = 0;         ///< nanoseconds, roughly, of this step
    std::uint32_t guessed_block = 0; ///< is looked into first
    bool is_guessing = false;        ///< it is to be looked into
    std::uint32_t next_top = 0;      ///< group at the top that is to be looked into
    std::uint32_t end_group = 0;
    std::array<Members, PatchPart::max_levels> open; ///< groups, of each level those of one group
    std::uint32_t open_count = 0;
    std::array<Members, max_waiting> waiting; ///< blocks
    std::uint32_t waiting_count = 0;
    std::array<Candidate, max_candidates> candidates; ///< triangles that may be the nearest
    std::size_t candidate_count = 0;

    bool has_groups() const { return open_count > 0 || next_top < end_group; }
    bool is_busy() const { return is_guessing || waiting_count > 0 || has_groups(); }
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

/// Looks for the triangles of a patch that may be closest to a point, in small steps.
///
/// Triangles are compared in float, and what rounding can have done to a distance is less than half of what is allowed
/// for. So the few that are left always include those with the least distance by closest_on, and of those the lowest
/// numbered.
class PatchSearch {
public:
    /// The part must have triangles, and stay until it is found. A guess is a face that may be near; any number does.
    void begin(const PatchPart& part, Vec3 point, std::uint32_t guess);
    bool found() const { return !state_.is_busy(); }
    /// Goes on until it is found or has taken about so many nanoseconds, and gives how many it took.
    std::uint64_t step(std::uint64_t nanoseconds) { return step_(state_, nanoseconds); }
    /// Calls visit(number) for the triangles that may be closest, when it is found.
    template <class Visit>
    void for_each_found(Visit visit) const
    {
        for (std::size_t k = 0; k < state_.candidate_count; ++k)
            if (!(state_.candidates[k].squared_distance > state_.squared_reach))
                visit(state_.part->numbers[state_.candidates[k].place]);
    }
    /// One of the caller's faces in the block of one that may be closest, when it is found.
    std::uint32_t found_near() const
    {
        return state_.part != nullptr ? state_.part->first_face + PatchPart::fan_out * state_.nearest_block : 0;
    }
    /// Forgets what it found.
    void clear() { state_.part = nullptr; }

private:
    PatchSearchState state_;
    /// For the machine's instruction set.
    std::uint64_t (*step_)(PatchSearchState& state, std::uint64_t nanoseconds) = nullptr;
};

} // namespace tactus
