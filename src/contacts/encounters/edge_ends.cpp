// SPDX-License-Identifier: MIT
#include "contacts/encounters/edge_ends.h"

#include "base/planted_fault.h"
#include "contacts/batch/level_faces.h"
#include "geometry/exact/product_across.h"

namespace tactus {

namespace {

/// The third corners of the triangles at an edge, until one is refused. False if one was.
template <class Accept>
bool all_thirds(const ContactBody& body, const std::array<std::uint32_t, 2>& ends, Accept accept)
{
    for (const std::uint32_t triangle : body.depth_tables->stars[ends[0]]) {
        const TriangleIndices& corners = body.surface.triangles[triangle];
        if (!has_corner(corners, ends[1]))
            continue;
        for (const std::uint32_t corner : corners)
            if (corner != ends[0] && corner != ends[1] && !accept(body.surface.vertex(corner)))
                return false;
    }
    return true;
}

} // namespace

bool ends_at_edge(const ContactBody& body, const std::array<std::uint32_t, 2>& ends, const Segment& other, int way)
{
    const Segment edge = {body.surface.vertex(ends[0]), body.surface.vertex(ends[1])};
    const CommonNormal normal(edge, other);
    const auto side = [&](Vec3 third) { return normal.side(edge.begin, third) * way; };
    const auto is_level = [&](Vec3 third) {
        return !(TACTUS_FAULT(150) ? is_steeper : rises_more)(edge, other, third, inverse_level_sine)
               && (TACTUS_FAULT(149) || !is_steeper(edge, other, third, inverse_leaning_sine));
    };
    std::size_t face_count = 0;
    bool has_behind = false, has_nearer = false;
    const bool may_end = all_thirds(body, ends, [&](Vec3 third) {
        const int where = side(third);
        ++face_count;
        has_behind = has_behind || where < 0;
        has_nearer = has_nearer || where > 0;
        return where > 0 ? is_level(third) : where < 0 || !TACTUS_FAULT(115);
    });
    if (!may_end || face_count <= 1 || !has_nearer)
        return may_end && (face_count <= 1 || has_behind);
    const bool is_nowhere_steep = all_thirds(body, ends, [&](Vec3 third) {
        return side(third) >= 0 || !is_steeper(edge, other, third, inverse_steep_sine);
    });
    return !is_nowhere_steep && !TACTUS_FAULT(147);
}

} // namespace tactus
