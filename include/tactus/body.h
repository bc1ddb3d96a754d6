// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include <tactus/views.h>

namespace tactus {

/// Names a body of one world. Stays valid until the body is removed, and is recognised as stale after that.
struct BodyId {
    std::uint32_t index = UINT32_MAX;
    std::uint32_t generation = 0;

    friend constexpr bool operator==(const BodyId&, const BodyId&) = default;
    friend constexpr auto operator<=>(const BodyId&, const BodyId&) = default;
};

/// How a body's triangles are searched. Every structure gives the same pairs.
enum class Structure {
    refit_bvh,   ///< an eight-way tree over the triangles, brought up to date where a query visits it
    brute_force, ///< every triangle against every triangle, in exact arithmetic: the reference
};

/// Where the current positions are kept.
enum class PositionStorage {
    copied,   ///< set_positions copies: the caller's array is free again when it returns
    /// The world reads the caller's array: packed floats, with at least 4 readable bytes after the last vertex, alive
    /// and unchanged until the next set_positions of this body or its removal.
    borrowed,
};

/// Which bodies are tested against each other: those where each one's group is in the other's mask.
struct CollisionFilter {
    std::uint32_t group = 1;
    std::uint32_t mask = 0xffffffffu;
};

/// What a body is made from. Only triangles and positions are needed.
/// Degenerate, duplicate, non-manifold, flipped and unwelded triangles are accepted as they are.
struct BodyDesc {
    TrianglesView triangles;
    PositionsView positions;
    Structure structure = Structure::refit_bvh;
    PositionStorage storage = PositionStorage::copied;
    /// Also report pairs of this body's own triangles. Pairs that share a vertex are left out.
    bool self_collision = false;
    /// With self_collision: also report pairs that share a vertex and meet in more than what they share.
    bool neighbours = false;
    CollisionFilter filter = {};
};

/// What a body is and takes.
struct BodyInfo {
    std::size_t triangles = 0;
    std::size_t vertices = 0;
    Vec3 lower_corner; ///< of the box of the current positions
    Vec3 upper_corner;
    /// Kept for the body beyond the caller's arrays: the tree, the copied positions, the tables.
    std::size_t structure_bytes = 0;
    double build_seconds = 0.0; ///< wall time that making the tree took
    std::uint64_t rebuilt_subtrees = 0; ///< how often a decayed part of the tree was rebuilt
};

} // namespace tactus
