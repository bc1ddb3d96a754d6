// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <tactus/geometry.h>

#include "mesh/edge_sides.h"

namespace tactus {

/// Counts edges that are not used as often in one direction as in the other. Sides are added in the order of EdgeSides.
/// An edge from a vertex to itself does not count.
class UnevenEdges {
public:
    /// A side of a triangle with these corners.
    void add(const TriangleIndices& corners, const EdgeSide& side)
    {
        const std::uint32_t from = corners[side.k()], to = corners[side.k() == 2 ? 0 : side.k() + 1];
        if (from == to)
            return;
        if (const std::array edge{std::min(from, to), std::max(from, to)}; edge != edge_) {
            before_ = count();
            balance_ = 0;
            edge_ = edge;
        }
        balance_ += from < to ? 1 : -1;
    }
    std::size_t count() const { return before_ + (balance_ != 0 ? 1 : 0); }

private:
    std::array<std::uint32_t, 2> edge_ = {UINT32_MAX, UINT32_MAX};
    std::int64_t balance_ = 0; ///< How often it was used upwards, less how often downwards.
    std::size_t before_ = 0;
};

/// Whether there are triangles, and every edge is used as often in one direction as in the other: only then is there an
/// inside.
bool is_closed_surface(std::span<const TriangleIndices> triangles, std::size_t vertex_count);

} // namespace tactus
