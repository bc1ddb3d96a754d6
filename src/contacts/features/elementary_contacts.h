// SPDX-License-Identifier: MIT
// The contact set of two surfaces: the pairs of a vertex and a face, and of two edges, that are at most a distance
// apart or that cross (geometry/features/crossing.h), decided exactly. Two triangles that intersect always have such a
// pair.
#pragma once

#include <compare>
#include <cstdint>

#include "base/buffer.h"
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
};

constexpr bool is_of_sphere_on_mesh(ElementaryKind kind)
{
    return kind == ElementaryKind::sphere_vertex || kind == ElementaryKind::sphere_edge
           || kind == ElementaryKind::sphere_face;
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

/// Appends which of the features that two triangles own are at most the distance apart: over all pairs of triangles
/// each pair of features comes up once.
void append_near(
    const BodySurface& a, std::uint32_t triangle_a, const BodySurface& b, std::uint32_t triangle_b, float distance,
    Buffer<ElementaryContact>& contacts);

/// Appends which features of two triangles cross, if any. A pair of features may come up for every two triangles around
/// them.
void append_crossing(
    const BodySurface& a, std::uint32_t triangle_a, const BodySurface& b, std::uint32_t triangle_b,
    Buffer<ElementaryContact>& contacts);

/// Both.
void append_contacts(
    const BodySurface& a, std::uint32_t triangle_a, const BodySurface& b, std::uint32_t triangle_b, float distance,
    Buffer<ElementaryContact>& contacts);

/// Sorts contacts by their pairs, and makes one of all that name the same pair.
void merge_contacts(Buffer<ElementaryContact>& contacts);

/// The whole set, by trying every two triangles: the reference. The distance is in metres and not negative.
void brute_force_contacts(
    const BodySurface& a, const BodySurface& b, float distance, Buffer<ElementaryContact>& contacts);

} // namespace tactus
