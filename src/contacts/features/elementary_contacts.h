// SPDX-License-Identifier: MIT
// The contact set of two surfaces: the pairs of a vertex and a face, and of two edges, that are at most a distance
// apart or that cross (geometry/features/crossing.h), decided exactly. Two triangles that intersect always have such a
// pair.
#pragma once

#include <compare>
#include <cstdint>

#include "tree/surface.h"

namespace tactus {

enum class ElementaryKind : std::uint8_t {
    vertex_face, ///< a vertex of a, a triangle of b
    face_vertex, ///< a triangle of a, a vertex of b
    edge_edge,
    vertex_inside, ///< a vertex of a inside b as a whole; never from two triangles alone
    inside_vertex, ///< a vertex of b inside a
    sphere_vertex, ///< a sphere and a vertex of the other body, whichever of the two is a; the sphere's number is 0
    sphere_edge,
    sphere_face,
    sphere_sphere,
    vertex_plane, ///< a vertex of a, or a sphere a as its vertex 0, and the half-space b, whose number is 0
    plane_vertex, ///< the half-space a, and a vertex of b, or a sphere b
    shaft_inside, ///< a passage of the axis of a tool a inside b as a whole, by its number from vertex 0 on
    inside_shaft, ///< a passage of the axis of a tool b inside a
};

constexpr bool is_of_sphere_on_mesh(ElementaryKind kind)
{
    return kind == ElementaryKind::sphere_vertex || kind == ElementaryKind::sphere_edge
           || kind == ElementaryKind::sphere_face;
}

/// A vertex or a shaft inside a body as a whole is on no feature that it could leave for one beside it, and neither is
/// a sphere on another, nor anything on a plane.
constexpr bool can_move_on(ElementaryKind kind)
{
    return kind != ElementaryKind::vertex_inside && kind != ElementaryKind::inside_vertex
           && kind != ElementaryKind::shaft_inside && kind != ElementaryKind::inside_shaft
           && kind != ElementaryKind::sphere_sphere && kind != ElementaryKind::vertex_plane
           && kind != ElementaryKind::plane_vertex;
}

/// A pair of features, by their numbers in each mesh.
struct ElementaryPair {
    ElementaryKind kind = ElementaryKind::vertex_face;
    std::uint32_t a = 0;
    std::uint32_t b = 0;

    friend constexpr bool operator==(const ElementaryPair&, const ElementaryPair&) = default;
    friend constexpr auto operator<=>(const ElementaryPair&, const ElementaryPair&) = default;
};

struct ElementaryContact {
    ElementaryPair pair;
    bool is_near = false; ///< at most the distance apart
    bool crosses = false; ///< one has passed through or past the other

    friend constexpr bool operator==(const ElementaryContact&, const ElementaryContact&) = default;
};

} // namespace tactus
