// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "contacts/encounters/encounter.h"
#include "contacts/encounters/nearest_features.h"
#include "geometry/exact/product_across.h"
#include "geometry/triangle.h"

namespace tactus {

/// An edge of a body, by its ends and one of the triangles that have it.
struct HeldEdge {
    const ContactBody& body;
    std::uint32_t triangle;
    std::array<std::uint32_t, 2> ends;

    Segment segment() const { return {body.surface.vertex(ends[0]), body.surface.vertex(ends[1])}; }

    /// Calls accept(Vec3) with the third corner of each triangle at the edge until one is refused. False if one was.
    template <class Accept>
    bool all_thirds(Accept accept) const
    {
        const BodySurface& surface = body.surface;
        const FeatureOwners& owners = *surface.owners;
        if (owners.has_crowded_edges() || owners.names_twice())
            return all_thirds_of_many(accept);
        const TriangleIndices& corners = surface.triangles[triangle];
        const auto is_end = [&](std::uint32_t corner) { return corner == ends[0] || corner == ends[1]; };
        const int third = !is_end(corners[0]) ? 0 : !is_end(corners[1]) ? 1 : 2;
        if (!accept(surface.vertex(corners[third])))
            return false;
        const std::uint32_t across = owners.across(triangle, third == 2 ? 0 : third + 1);
        return across == FeatureOwners::no_vertex || accept(surface.vertex(across));
    }

private:
    template <class Accept>
    bool all_thirds_of_many(Accept accept) const
    {
        for (const std::uint32_t holder : body.depth_tables->stars[ends[0]]) {
            const TriangleIndices& corners = body.surface.triangles[holder];
            if (!has_corner(corners, ends[1]))
                continue;
            for (const std::uint32_t corner : corners)
                if (corner != ends[0] && corner != ends[1] && !accept(body.surface.vertex(corner)))
                    return false;
        }
        return true;
    }
};

/// Ways from one edge to another, as bits: along the common normal of the two, and against it.
constexpr std::uint8_t way_along_normal = 1;
constexpr std::uint8_t way_against_normal = 2;

/// On which of some ways from edge a of a pair to edge b the surface ends at one of them, as seen from the other. No
/// face around the edge comes nearer than the edge itself, and one at least stays behind, or there is only one. So a
/// flat side may be at right angles to the way, and the edge where it ends counts, but not one within it. Where the
/// surface ends steeply, other faces may come nearer by a little (contacts/batch/level_faces.h): a box that rocks on
/// another keeps contacts all around. An edge without faces is a tool's axis. Decided exactly.
std::uint8_t ways_that_end(const HeldEdge& edge, const EdgePair& edges, bool is_a, std::uint8_t ways);

} // namespace tactus
