// SPDX-License-Identifier: MIT
// What the side of an overlap learns from two triangles that intersect.
#include "base/check.h"
#include "contacts/depths/overlap_side.h"
#include "geometry/orientation.h"
#include "geometry/triangle_pairs/triangle_triangle.h"

namespace tactus {

std::uint32_t OverlapSide::end_at(std::uint32_t vertex, std::uint32_t triangle, std::uint32_t other)
{
    const std::size_t known = ends_.size();
    const std::uint32_t place = ends_.find_or_add({.vertex = vertex, .triangle = triangle, .other = other});
    if (place == known) {
        windings_.add();
        touched_shells_.find_or_put(tables_->shell_of_vertex[vertex], 0);
    }
    return place;
}

void OverlapSide::block(
    std::uint32_t triangle, std::uint8_t meeting, std::uint8_t piercing, std::uint32_t other_triangle,
    const Triangle& other)
{
    TACTUS_CHECK((piercing & ~meeting) == 0);
    const FeatureOwners& owners = *surface_.owners;
    const TriangleIndices& corners = surface_.triangles[triangle];
    for (int k = 0; k < 3; ++k) {
        // The edge's owner intersects whatever the edge meets, so it says it, and once.
        if ((meeting >> k & 1) == 0 || !owners.owns_edge(triangle, k))
            continue;
        const std::uint32_t number = owners.edge(triangle, k);
        const std::size_t known = edges_.size();
        const std::uint32_t place = edges_.find_or_add({number, 0, true});
        if (place == known) {
            end_at(corners[k], triangle, other_triangle);
            end_at(corners[(k + 1) % 3], triangle, other_triangle);
        }
        if ((piercing >> k & 1) != 0)
            edges_[place].jump -= orient3d(other.a, other.b, other.c, surface_.vertex(owners.edges()[number][0]));
        else
            edges_[place].is_proper = false;
    }
    if ((meeting & ~piercing) == 0)
        return;
    for (int k = 0; k < 3; ++k) {
        const int both = 1 << k | 1 << (k + 2) % 3;
        if ((meeting & both) != both || !owners.owns_corner(triangle, k))
            continue;
        const Vec3 p = surface_.vertex(corners[k]);
        if (triangles_intersect(Triangle{p, p, p}, other))
            ends_[end_at(corners[k], triangle, other_triangle)].is_on_surface = true;
    }
}

} // namespace tactus
