// SPDX-License-Identifier: MIT
#include "contacts/encounters/local_contacts.h"

#include <algorithm>
#include <utility>

#include "base/planted_fault.h"
#include "contacts/encounters/crossed_push.h"
#include "contacts/encounters/edge_ends.h"
#include "contacts/encounters/nearest_features.h"
#include "geometry/double_vector.h"
#include "geometry/features/crossing.h"
#include "geometry/features/vertex_face.h"

namespace tactus {
namespace {

std::array<std::uint32_t, 2> first_two(const std::array<std::uint32_t, 3>& vertices)
{
    return {vertices[0], vertices[1]};
}

/// Whether a triangle has certainly an area, so that it is nearest to a point in one place alone.
bool has_area(const Triangle& t)
{
    const DoubleVector ab = to_double(t.b) - to_double(t.a), ac = to_double(t.c) - to_double(t.a);
    const DoubleVector normal = cross(ab, ac);
    return dot(normal, normal) > 1e-12 * dot(ab, ab) * dot(ac, ac);
}

} // namespace

bool LocalContacts::has(const DecidedContact& contact) const
{
    const ContactBody& a = encounter_.a;
    const ContactBody& b = encounter_.b;
    if (contact.is_surely_inside)
        return true;
    if (contact.kind == ContactKind::vertex_face)
        return has_vertex({a, b, contact.vertices_a[0], true}, contact.triangles.b, contact.weights_b);
    if (contact.kind == ContactKind::face_vertex)
        return has_vertex({b, a, contact.vertices_b[0], false}, contact.triangles.a, contact.weights_a);
    return has_edges(contact);
}

/// The weights are those of the nearest point, up to rounding: they tell where to look first.
bool LocalContacts::has_vertex(
    const Visitor& visitor, std::uint32_t triangle, const std::array<float, 3>& weights) const
{
    const Triangle face = visitor.other.surface.triangle(triangle);
    const auto corner = static_cast<int>(std::max_element(weights.begin(), weights.end()) - weights.begin());
    const auto across = static_cast<int>(std::min_element(weights.begin(), weights.end()) - weights.begin());
    const bool is_likely_a_corner = std::count(weights.begin(), weights.end(), 0.0f) == 2;
    const bool is_one_place = has_area(face);
    for (int turn = 0; turn < 6; ++turn) {
        // Corner k is across from the edge between the two after it.
        const bool is_corner = (turn % 2 == 0) == is_likely_a_corner;
        const Place place = is_corner ? at_corner(visitor, triangle, (corner + turn / 2) % 3)
                                      : at_edge(visitor, triangle, (across + turn / 2 + 1) % 3);
        if (place == Place::local)
            return true;
        if (place == Place::not_local && is_one_place)
            return false;
    }
    return is_above(visitor.point(), face);
}

/// At the edge from corner k to the next one.
LocalContacts::Place LocalContacts::at_edge(const Visitor& visitor, std::uint32_t triangle, int k) const
{
    const BodySurface& surface = visitor.other.surface;
    const TriangleIndices& corners = surface.triangles[triangle];
    const std::array<std::uint32_t, 2> ends = {corners[k], corners[(k + 1) % 3]};
    const HeldEdge edge = {visitor.other, triangle, ends};
    const Segment segment = edge.segment();
    const Vec3 point = visitor.point();
    const auto is_nearest = [&](Vec3 third) { return side_of_edge(point, segment, third) <= 0; };
    if (!is_beside(point, segment) || !is_nearest(surface.vertex(corners[(k + 2) % 3])))
        return Place::elsewhere;
    return edge.all_thirds(is_nearest)
                   && is_lowest(visitor, triangle, visitor.other.depth_tables->stars[ends[0]], ends[1])
               ? Place::local
               : Place::not_local;
}

LocalContacts::Place LocalContacts::at_corner(const Visitor& visitor, std::uint32_t triangle, int k) const
{
    const ContactBody &own = visitor.own, &other = visitor.other;
    const std::uint32_t corner = other.surface.triangles[triangle][k];
    if (!is_nearest_of(other.surface, triangle, corner, visitor.point()))
        return Place::elsewhere;
    const VertexStars& stars = other.depth_tables->stars;
    if (!is_nearest_around(other.surface, stars, corner, visitor.point())
        || !is_lowest(visitor, triangle, stars[corner], corner))
        return Place::not_local;
    const bool comes_first = encounter_.is_self() ? visitor.vertex < corner : visitor.is_of_a;
    if (comes_first
        || !is_nearest_around(own.surface, own.depth_tables->stars, visitor.vertex, other.surface.vertex(corner)))
        return Place::local;
    // Each of the two is nearest to the other. The other one has the contact, if it is in contact with any triangle.
    const Visitor opposite = {other, own, corner, !visitor.is_of_a};
    const auto around = own.depth_tables->stars[visitor.vertex];
    return std::any_of(around.begin(), around.end(), [&](std::uint32_t face) { return touches(opposite, face); })
               ? Place::not_local
               : Place::local;
}

/// Whether no triangle with a lower number, of those around that have the corner, is in contact with the vertex.
bool LocalContacts::is_lowest(
    const Visitor& visitor, std::uint32_t triangle, std::span<const std::uint32_t> around, std::uint32_t corner) const
{
    return std::none_of(around.begin(), around.end(), [&](std::uint32_t lower) {
        return !TACTUS_FAULT(61) && lower < triangle && has_corner(visitor.other.surface.triangles[lower], corner)
               && touches(visitor, lower);
    });
}

/// Whether the vertex is in contact with a triangle: near it, or crossed, as a corner of a triangle that may not touch
/// it.
bool LocalContacts::touches(const Visitor& visitor, std::uint32_t triangle) const
{
    // Of one body, features that share a vertex are never in contact.
    if (encounter_.is_self() && has_corner(visitor.other.surface.triangles[triangle], visitor.vertex))
        return false;
    const Triangle face = visitor.other.surface.triangle(triangle);
    const bool is_near = within(visitor.point(), face, distance_);
    if (is_near && !encounter_.has_exempt())
        return true;
    const auto around = visitor.own.depth_tables->stars[visitor.vertex];
    const auto pair_of = [&](std::uint32_t holder) {
        return visitor.is_of_a ? TrianglePair{holder, triangle} : TrianglePair{triangle, holder};
    };
    const auto counts = [&](std::uint32_t holder) { return !encounter_.is_exempt(pair_of(holder)); };
    // Whether a vertex is near is asked on the triangle that owns it, and nobody asks on the sides of a fresh cut.
    if (is_near)
        return !encounter_.is_fresh(
                   pair_of(*std::min_element(around.begin(), around.end(), FeatureOwners::goes_before)))
               && std::any_of(around.begin(), around.end(), counts);
    return std::any_of(around.begin(), around.end(), [&](std::uint32_t holder) {
        if (encounter_.is_fresh(pair_of(holder)) || !counts(holder))
            return false;
        // Of one body, triangles that share a vertex do not cross.
        const TriangleIndices& corners = visitor.own.surface.triangles[holder];
        const TriangleIndices& others = visitor.other.surface.triangles[triangle];
        if (encounter_.is_self()
            && std::any_of(corners.begin(), corners.end(), [&](std::uint32_t v) { return has_corner(others, v); }))
            return false;
        const Crossing found = crossing(visitor.own.surface.triangle(holder), face);
        return found.kind == CrossingKind::vertex_face && corners[found.a] == visitor.vertex;
    });
}

bool LocalContacts::has_edges(const DecidedContact& contact) const
{
    const HeldEdge a = {encounter_.a, contact.triangles.a, first_two(contact.vertices_a)};
    const HeldEdge b = {encounter_.b, contact.triangles.b, first_two(contact.vertices_b)};
    const EdgePair edges(a.segment(), b.segment());
    // Where surfaces are flat, which way the faces lie takes exact arithmetic, and where edges pass each other does
    // not.
    if (edges.are_nearest_between_ends()) {
        const int side = contact.decided.crosses ? 0 : edges.side();
        std::uint8_t ways = side > 0   ? way_along_normal
                            : side < 0 ? way_against_normal
                                       : way_along_normal | way_against_normal;
        ways = ways_that_end(a, edges, true, ways);
        if (ways != 0 && !TACTUS_FAULT(62))
            ways = ways_that_end(b, edges, false, ways);
        if (ways != 0)
            return true;
    }
    // What pushes fades as edges turn away from each other, and would jump if the contact ended before that.
    return contact.decided.crosses && !TACTUS_FAULT(116) && do_crossed_edges_push(encounter_, contact);
}

} // namespace tactus
