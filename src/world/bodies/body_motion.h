// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <tactus/geometry.h>

#include "base/buffer.h"

namespace tactus {

/// How a body's vertices move, for forces: as the caller has said, or by where they were at a contact query.
struct BodyMotion {
    /// Where to find the positions that a body had at the contact query `moved_after`.
    enum class Before : std::uint8_t {
        unknown,   ///< it was not there yet
        structure, ///< with the structure, which keeps those before the last move
        kept,
    };

    bool is_watched = false;       ///< contacts are wanted
    std::uint64_t move_count = 0;  ///< how often vertices have moved, come or gone
    std::vector<Vec3> velocities;  ///< as the caller gave them, none otherwise
    std::uint64_t moved_after = 0; ///< the last contact query before the body's last move, or before it was added
    Before before = Before::unknown;
    Buffer<Vec3> kept; ///< by the caller's numbers, nan for vertices that are newer than that query
    Buffer<Vec3> seen; ///< of a body that is read in the caller's array, which may change: a copy of it

    /// The body has this many vertices from now on; those that came rest until the next query.
    void add_vertices(std::size_t vertex_count);
    /// Of a body whose vertices were these of this one.
    BodyMotion of_piece(std::span<const std::uint32_t> vertex_of) const;
    std::size_t bytes() const { return kept.bytes() + seen.bytes() + velocities.capacity() * sizeof(Vec3); }
};

} // namespace tactus
