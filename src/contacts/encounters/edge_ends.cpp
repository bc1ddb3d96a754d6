// SPDX-License-Identifier: MIT
#include "contacts/encounters/edge_ends.h"

#include "base/planted_fault.h"
#include "contacts/batch/level_faces.h"
#include "geometry/exact/product_across.h"

namespace tactus {

bool ends_at_edge(const ContactBody& body, const std::array<std::uint32_t, 2>& ends, const Segment& other, int way)
{
    const BodySurface& surface = body.surface;
    const Segment edge = {surface.vertex(ends[0]), surface.vertex(ends[1])};
    std::size_t face_count = 0;
    bool has_behind = false, has_steep = false, has_nearer = false;
    for (const std::uint32_t triangle : body.depth_tables->stars[ends[0]]) {
        const TriangleIndices& corners = surface.triangles[triangle];
        if (!has_corner(corners, ends[1]))
            continue;
        for (const std::uint32_t corner : corners) {
            if (corner == ends[0] || corner == ends[1])
                continue;
            const Vec3 third = surface.vertex(corner);
            const int side = side_along_normal(edge, other, edge.begin, third) * way;
            if (side > 0
                && (rises_more(edge, other, third, inverse_level_sine)
                    || is_steeper(edge, other, third, inverse_leaning_sine)))
                return false;
            if (TACTUS_FAULT(115) && side == 0)
                return false;
            ++face_count;
            has_nearer = has_nearer || side > 0;
            has_behind = has_behind || side < 0;
            has_steep = has_steep || (side < 0 && is_steeper(edge, other, third, inverse_steep_sine));
        }
    }
    return face_count <= 1 || (has_nearer ? has_steep && !TACTUS_FAULT(147) : has_behind);
}

} // namespace tactus
