// SPDX-License-Identifier: MIT
// How far single vertices are from the other side's patch, and what follows for the others.
#include <algorithm>
#include <limits>

#include "contacts/covers/depth_sketch.h"
#include "contacts/features/region_bounds.h"

namespace tactus {

float DepthSketch::least_distance(Vec3 point, std::size_t which) const
{
    const Box at = {point, point};
    float least = which == 0 ? tactus::least_distance(at, stray_triangles_) : std::numeric_limits<float>::infinity();
    for (std::size_t k = which * per_unit::probed_vertices;
         k < std::min((which + 1) * per_unit::probed_vertices, collected_.size()); ++k)
        for (const std::uint32_t triangle : own_->depth_tables->stars[items_[collected_[k]].vertex])
            least = std::min(least, tactus::least_distance(at, box_of(own_->surface.triangle(triangle))));
    return least;
}

void DepthSketch::bound_below(Vec3 vertex, float from_patch, float from_surface)
{
    for (Group& group : groups_) {
        if (group.is_rim || group.is_apart)
            continue;
        const float way = way_to_farthest_corner(vertex, group.box);
        // Contacts with features nearby are not deep, wherever the way out leads.
        if (from_surface - way > encounter_->contact_distance)
            raise(group, from_patch - way);
    }
}

} // namespace tactus
