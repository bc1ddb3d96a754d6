// SPDX-License-Identifier: MIT
#include "contacts/encounters/edge_ends.h"

#include "base/planted_fault.h"
#include "contacts/batch/level_faces.h"

namespace tactus {

namespace {

bool is_level(const FaceAtEdge& face)
{
    return !(TACTUS_FAULT(150) ? face.is_steeper(inverse_level_sine) : face.rises_more(inverse_level_sine))
           && (TACTUS_FAULT(149) || !face.is_steeper(inverse_leaning_sine));
}

/// Whether a face that stays behind on a way does so steeply.
bool ends_steeply(const HeldEdge& edge, const EdgePair& edges, bool is_a, std::uint8_t way)
{
    const int behind = (way == way_along_normal) == is_a ? -1 : 1;
    const bool is_nowhere_steep = edge.all_thirds([&](Vec3 third) {
        const FaceAtEdge face(edges, is_a, third);
        return face.side() != behind || !face.is_steeper(inverse_steep_sine);
    });
    return !is_nowhere_steep && !TACTUS_FAULT(147);
}

} // namespace

std::uint8_t ways_that_end(const HeldEdge& edge, const EdgePair& edges, bool is_a, std::uint8_t ways)
{
    std::size_t face_count = 0;
    std::uint8_t nearer = 0; // ways on which some face comes nearer than the edge; on the others it stays behind
    const bool may_end = edge.all_thirds([&](Vec3 third) {
        const FaceAtEdge face(edges, is_a, third);
        // The way from b to a is that from a to b turned around.
        const int side = is_a ? face.side() : -face.side();
        ++face_count;
        if (side == 0)
            return !TACTUS_FAULT(115);
        const std::uint8_t way = side > 0 ? way_along_normal : way_against_normal;
        nearer |= way;
        if ((ways & way) != 0 && !is_level(face))
            ways ^= way;
        return ways != 0;
    });
    if (!may_end || face_count <= 1)
        return may_end ? ways : 0;
    for (const std::uint8_t way : {way_along_normal, way_against_normal}) {
        if ((ways & way) == 0)
            continue;
        const bool has_nearer = (nearer & way) != 0, has_behind = (nearer & ~way) != 0;
        if (!has_behind || (has_nearer && !ends_steeply(edge, edges, is_a, way)))
            ways ^= way;
    }
    return ways;
}

} // namespace tactus
