// SPDX-License-Identifier: MIT
#pragma once

#include <tactus/contact.h>

#include "mesh/vertex_star.h"
#include "tree/surface.h"

namespace tactus {

/// Whether a contact is of a vertex of a, or of either body, on or inside the other.
constexpr bool is_vertex_of_a(const Contact& contact)
{
    return contact.kind == ContactKind::vertex_face || contact.kind == ContactKind::vertex_inside
           || contact.kind == ContactKind::vertex_plane;
}
constexpr bool is_of_vertex(const Contact& contact)
{
    return is_vertex_of_a(contact) || contact.kind == ContactKind::face_vertex
           || contact.kind == ContactKind::inside_vertex || contact.kind == ContactKind::plane_vertex;
}
/// Whether it is of a vertex, or a sphere, on a half-space.
constexpr bool is_on_plane(const Contact& contact)
{
    return contact.kind == ContactKind::vertex_plane || contact.kind == ContactKind::plane_vertex;
}

/// A surface, and what leads from a triangle to those around it.
struct FollowedSurface {
    BodySurface surface;
    const VertexStars* stars = nullptr;
    bool faces_inwards = false; ///< the triangles of a closed one do
};

/// Moves the contact of a vertex, of a or of b, with the closed surface of the other body to where both are now: from
/// the triangle where it was, triangle by triangle, to the point that is nearest all around. That is where the vertex
/// comes out unless the surface bends more than it is deep. The separation then is from where the two rest, so many
/// metres apart: if that is 0, a vertex is outside whose separation is not negative.
void follow_surface(
    Vec3 vertex, bool is_of_a, const FollowedSurface& other, Contact& contact, float rest_offset = 0.0f);

} // namespace tactus
