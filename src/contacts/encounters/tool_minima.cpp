// SPDX-License-Identifier: MIT
#include "contacts/encounters/tool_minima.h"

#include <algorithm>

#include "contacts/encounters/nearest_features.h"
#include "geometry/features/crossing.h"
#include "geometry/simplices/foot_sides.h"

namespace tactus {
namespace {

/// Whether the way from a point to the nearest point of a triangle leads to the side of another point.
bool leads_toward(Vec3 point, const Triangle& face, Vec3 toward)
{
    const auto corner = [&](int k) { return k % 3 == 0 ? face.a : k % 3 == 1 ? face.b : face.c; };
    for (int k = 0; k < 3; ++k)
        if (side_of_vertex(point, corner(k), corner(k + 1)) <= 0
            && side_of_vertex(point, corner(k), corner(k + 2)) <= 0)
            return side_of_vertex(corner(k), point, toward) > 0;
    for (int k = 0; k < 3; ++k)
        if (is_beside(point, edge(face, k)) && side_of_edge(point, edge(face, k), corner(k + 2)) <= 0)
            return side_of_foot(point, edge(face, k), toward) > 0;
    return side_of_foot(point, face, toward) > 0;
}

} // namespace

bool ToolMinima::has(const DecidedContact& contact) const
{
    const ContactBody &a = encounter_.a, &b = encounter_.b;
    if (contact.decided.crosses || contact.kind == ContactKind::edge_edge)
        return true;
    return contact.kind == ContactKind::vertex_face
               ? is_nearest_vertex(a, contact.vertices_a[0], b, contact.triangles.b)
               : is_nearest_vertex(b, contact.vertices_b[0], a, contact.triangles.a);
}

bool ToolMinima::is_nearest_vertex(
    const ContactBody& own, std::uint32_t vertex, const ContactBody& other, std::uint32_t triangle) const
{
    const Vec3 point = own.surface.vertex(vertex);
    const Triangle face = other.surface.triangle(triangle);
    const auto around = own.depth_tables->stars[vertex];
    return std::none_of(around.begin(), around.end(), [&](std::uint32_t holder) {
        const TriangleIndices& corners = own.surface.triangles[holder];
        return std::any_of(corners.begin(), corners.end(), [&](std::uint32_t neighbour) {
            return neighbour != vertex && leads_toward(point, face, own.surface.vertex(neighbour));
        });
    });
}

} // namespace tactus
