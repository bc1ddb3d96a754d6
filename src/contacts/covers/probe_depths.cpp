// SPDX-License-Identifier: MIT
// How far single vertices are from the other side's patch, and what follows for the others.
#include <algorithm>
#include <cmath>
#include <limits>

#include "contacts/covers/depth_sketch.h"
#include "contacts/features/part_bounds.h"
#include "geometry/double_vector.h"

namespace tactus {
namespace {

/// Metres, rounded up.
float probed_way(Vec3 from, Vec3 to)
{
    const DoubleVector way = to_double(to) - to_double(from);
    return static_cast<float>(std::sqrt(dot(way, way))) * (1.0f + 0x1p-20f);
}

/// Metres from a point to the farthest corner of a box, rounded up.
float farthest_from_probe(Vec3 from, const Box& box)
{
    const Vec3 corner = {
        from.x - box.lower.x > box.upper.x - from.x ? box.lower.x : box.upper.x,
        from.y - box.lower.y > box.upper.y - from.y ? box.lower.y : box.upper.y,
        from.z - box.lower.z > box.upper.z - from.z ? box.lower.z : box.upper.z};
    return probed_way(from, corner);
}

} // namespace

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
        const float way = farthest_from_probe(vertex, group.box);
        // Contacts with features nearby are not deep, wherever the way out leads.
        if (from_surface - way > contact_distance_)
            raise(group, from_patch - way);
    }
}

} // namespace tactus
