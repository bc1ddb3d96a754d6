// SPDX-License-Identifier: MIT
#include "contacts/encounters/local_contacts.h"

#include <algorithm>
#include <utility>

#include "contacts/encounters/nearest_features.h"
#include "geometry/features/crossing.h"
#include "geometry/features/product_across.h"
#include "geometry/features/vertex_face.h"

namespace tactus {
namespace {

std::array<std::uint32_t, 2> first_two(const std::array<std::uint32_t, 3>& vertices)
{
    return {vertices[0], vertices[1]};
}

/// On which sides of an edge its faces lie along a direction: the signs that occur.
struct FaceSides {
    bool has_before = false;
    bool has_level = false;
    bool has_beyond = false;

    bool are_all_before() const { return !has_level && !has_beyond; }
    bool are_all_beyond() const { return !has_level && !has_before; }
};

/// Along the common normal of the edge and another. The order of the two is that of side_along_normal.
FaceSides sides_of_faces(
    const ContactBody& body, const std::array<std::uint32_t, 2>& ends, const Segment& edge_a, const Segment& edge_b)
{
    const BodySurface& surface = body.surface;
    FaceSides sides;
    for (const std::uint32_t triangle : body.depth_tables->stars[ends[0]]) {
        const TriangleIndices& corners = surface.triangles[triangle];
        if (!has_corner(corners, ends[1]))
            continue;
        for (const std::uint32_t corner : corners) {
            if (corner == ends[0] || corner == ends[1])
                continue;
            const int side = side_along_normal(edge_a, edge_b, surface.vertex(ends[0]), surface.vertex(corner));
            sides.has_before |= side < 0;
            sides.has_level |= side == 0;
            sides.has_beyond |= side > 0;
        }
    }
    return sides;
}

} // namespace

bool LocalContacts::has(const DecidedContact& contact) const
{
    const ContactBody& a = encounter_.a;
    const ContactBody& b = encounter_.b;
    if (contact.is_surely_inside)
        return true;
    if (contact.kind == ContactKind::vertex_face)
        return has_vertex({a, b, contact.vertices_a[0], true}, contact.triangles.b);
    if (contact.kind == ContactKind::face_vertex)
        return has_vertex({b, a, contact.vertices_b[0], false}, contact.triangles.a);
    return has_edges(contact);
}

bool LocalContacts::has_vertex(const Visitor& visitor, std::uint32_t triangle) const
{
    const BodySurface& surface = visitor.other.surface;
    const Vec3 point = visitor.point();
    if (is_above(point, surface.triangle(triangle)))
        return true;
    const TriangleIndices& corners = surface.triangles[triangle];
    for (std::size_t k = 0; k < 3; ++k)
        if (has_at_edge(visitor, triangle, {corners[k], corners[(k + 1) % 3]})
            || has_at_corner(visitor, triangle, corners[k]))
            return true;
    return false;
}

bool LocalContacts::has_at_edge(
    const Visitor& visitor, std::uint32_t triangle, const std::array<std::uint32_t, 2>& ends) const
{
    const ContactBody& other = visitor.other;
    return is_nearest_around(other.surface, other.depth_tables->stars, ends, visitor.point())
           && is_lowest(visitor, triangle, other.depth_tables->stars[ends[0]], ends[1]);
}

bool LocalContacts::has_at_corner(const Visitor& visitor, std::uint32_t triangle, std::uint32_t corner) const
{
    const ContactBody &own = visitor.own, &other = visitor.other;
    const VertexStars& stars = other.depth_tables->stars;
    if (!is_nearest_around(other.surface, stars, corner, visitor.point())
        || !is_lowest(visitor, triangle, stars[corner], corner))
        return false;
    const bool comes_first = encounter_.is_self() ? visitor.vertex < corner : visitor.is_of_a;
    if (comes_first || !is_nearest_around(own.surface, own.depth_tables->stars, visitor.vertex, other.surface.vertex(corner)))
        return true;
    // Each of the two is nearest to the other. The other one has the contact, if it is in contact with any triangle.
    const Visitor opposite = {other, own, corner, !visitor.is_of_a};
    const auto around = own.depth_tables->stars[visitor.vertex];
    return std::none_of(
        around.begin(), around.end(), [&](std::uint32_t face) { return touches(opposite, face); });
}

/// Whether no triangle with a lower number, of those around that have the corner, is in contact with the vertex.
bool LocalContacts::is_lowest(
    const Visitor& visitor, std::uint32_t triangle, std::span<const std::uint32_t> around, std::uint32_t corner) const
{
    return std::none_of(around.begin(), around.end(), [&](std::uint32_t lower) {
        return lower < triangle && has_corner(visitor.other.surface.triangles[lower], corner) && touches(visitor, lower);
    });
}

/// Whether the vertex is in contact with a triangle: near it, or crossed, as a corner of a triangle that may not touch
/// it.
bool LocalContacts::touches(const Visitor& visitor, std::uint32_t triangle) const
{
    const Triangle face = visitor.other.surface.triangle(triangle);
    const bool is_near = within(visitor.point(), face, distance_);
    if (is_near && !encounter_.has_exempt())
        return true;
    const auto around = visitor.own.depth_tables->stars[visitor.vertex];
    return std::any_of(around.begin(), around.end(), [&](std::uint32_t holder) {
        const TrianglePair pair = visitor.is_of_a ? TrianglePair{holder, triangle} : TrianglePair{triangle, holder};
        const TriangleIndices& corners = visitor.own.surface.triangles[holder];
        if (encounter_.is_fresh(pair)
            || encounter_.attached.exempt(
                encounter_.a.surface.triangles[pair.a], encounter_.b.surface.triangles[pair.b]))
            return false;
        if (is_near)
            return true;
        const Crossing found = crossing(visitor.own.surface.triangle(holder), face);
        return found.kind == CrossingKind::vertex_face && corners[found.a] == visitor.vertex;
    });
}

bool LocalContacts::has_edges(const DecidedContact& contact) const
{
    const ContactBody &a = encounter_.a, &b = encounter_.b;
    const auto ends_a = first_two(contact.vertices_a), ends_b = first_two(contact.vertices_b);
    const Segment edge_a = {a.surface.vertex(ends_a[0]), a.surface.vertex(ends_a[1])};
    const Segment edge_b = {b.surface.vertex(ends_b[0]), b.surface.vertex(ends_b[1])};
    const FaceSides of_a = sides_of_faces(a, ends_a, edge_a, edge_b);
    const FaceSides of_b = sides_of_faces(b, ends_b, edge_a, edge_b);
    const bool leads_along = of_a.are_all_before() && of_b.are_all_beyond();
    const bool leads_against = of_a.are_all_beyond() && of_b.are_all_before();
    if ((!leads_along && !leads_against) || !are_nearest_between_ends(edge_a, edge_b))
        return false;
    const int way = side_along_normal(edge_a, edge_b, edge_a.begin, edge_b.begin);
    return contact.decided.crosses || way == 0 || (way > 0 ? leads_along : leads_against);
}

} // namespace tactus
