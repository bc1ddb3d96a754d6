// SPDX-License-Identifier: MIT
#include "contacts/encounters/tool_minima.h"

#include <algorithm>

#include "base/planted_fault.h"
#include "contacts/encounters/local_contacts.h"
#include "contacts/encounters/nearest_features.h"
#include "geometry/features/crossing.h"
#include "geometry/features/sphere_features.h"
#include "geometry/orientation.h"
#include "geometry/simplices/foot_sides.h"
#include "geometry/triangle_pairs/triangle_triangle.h"

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

/// Whether an axis that meets a vertex between its own ends passes through the surface there, and does not only touch
/// it: seen along the axis, the edges of the vertex are not all to one side of a line.
bool passes_through(const ContactBody& body, std::uint32_t vertex, const Segment& axis)
{
    const Vec3 point = body.surface.vertex(vertex);
    if (!is_beside(point, axis)
        || !triangles_intersect(Triangle{point, point, point}, Triangle{axis.begin, axis.end, axis.end}))
        return false;
    const auto around = body.depth_tables->stars[vertex];
    const auto any_neighbour = [&](auto condition) {
        return std::any_of(around.begin(), around.end(), [&](std::uint32_t triangle) {
            const TriangleIndices& corners = body.surface.triangles[triangle];
            return std::any_of(corners.begin(), corners.end(), [&](std::uint32_t corner) {
                return corner != vertex && condition(body.surface.vertex(corner));
            });
        });
    };
    bool has_sides = false;
    const bool is_to_one_side = any_neighbour([&](Vec3 first) {
        bool has_left = false, has_right = false;
        any_neighbour([&](Vec3 other) {
            const int side = orient3d(axis.begin, axis.end, first, other);
            has_left = has_left || side > 0;
            has_right = has_right || side < 0;
            return has_right;
        });
        has_sides = has_sides || has_left || has_right;
        return has_left && !has_right;
    });
    return has_sides && !is_to_one_side;
}

} // namespace

bool ToolMinima::has(const DecidedContact& contact, float distance) const
{
    const ContactBody &a = encounter_.a, &b = encounter_.b;
    if (!LocalContacts(encounter_, distance).has(contact))
        return false;
    if (contact.decided.crosses || contact.kind == ContactKind::edge_edge)
        return true;
    const bool is_of_a = contact.kind == ContactKind::vertex_face;
    const ContactBody &own = is_of_a ? a : b, &other = is_of_a ? b : a;
    if (!own.is_tool && !TACTUS_FAULT(96)
        && passes_through(
            own, (is_of_a ? contact.vertices_a : contact.vertices_b)[0],
            {other.surface.vertex(0), other.surface.vertex(1)}))
        return false;
    return is_of_a ? is_nearest_vertex(a, contact.vertices_a[0], b, contact.triangles.b)
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
