// SPDX-License-Identifier: MIT
// The contact set of two surfaces: the pairs of a vertex and a face, and of two edges, that are at most a distance
// apart or that cross (geometry/features/crossing.h), decided exactly. Two triangles that intersect always have such a
// pair.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>

#include <tactus/views.h>

#include "base/buffer.h"
#include "geometry/features/segment.h"
#include "geometry/features/vertex_face.h"
#include "geometry/triangle.h"
#include "mesh/feature_owners.h"
#include "mesh/removed_triangle.h"

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

/// One side of the search, in the caller's numbers. What it points at outlives it.
struct ContactSurface {
    std::span<const TriangleIndices> triangles;
    const float* positions = nullptr; ///< packed, three to a vertex
    const FeatureOwners* owners = nullptr;
    const std::uint32_t* place_of_vertex = nullptr; ///< where vertices stand in positions; none: by their numbers

    Vec3 vertex(std::uint32_t index) const
    {
        const float* p = positions + 3 * std::size_t(place_of_vertex != nullptr ? place_of_vertex[index] : index);
        return {p[0], p[1], p[2]};
    }
    /// A vertex that a triangle uses. There must be one.
    std::uint32_t first_vertex() const
    {
        return (*std::find_if(triangles.begin(), triangles.end(), [](const auto& t) { return !is_removed(t); }))[0];
    }
    bool is_without(std::uint32_t triangle) const { return is_removed(triangles[triangle]); }
    Triangle triangle(std::size_t index) const;
    Segment edge(std::size_t index) const;
};

/// The point of a triangle nearest to a given one. It does not depend on the corner with which the triangle begins,
/// which may be another in every structure.
VertexFaceClosest closest_on(const ContactSurface& surface, std::size_t triangle, Vec3 point);

/// Appends which of the features that two triangles own are at most the distance apart: over all pairs of triangles
/// each pair of features comes up once.
void append_near(
    const ContactSurface& a, std::uint32_t triangle_a, const ContactSurface& b, std::uint32_t triangle_b,
    float distance, Buffer<ElementaryContact>& contacts);

/// Appends which features of two triangles cross, if any. A pair of features may come up for every two triangles around
/// them.
void append_crossing(
    const ContactSurface& a, std::uint32_t triangle_a, const ContactSurface& b, std::uint32_t triangle_b,
    Buffer<ElementaryContact>& contacts);

/// Both.
void append_contacts(
    const ContactSurface& a, std::uint32_t triangle_a, const ContactSurface& b, std::uint32_t triangle_b,
    float distance, Buffer<ElementaryContact>& contacts);

/// Sorts contacts by their pairs, and makes one of all that name the same pair.
void merge_contacts(Buffer<ElementaryContact>& contacts);

/// The whole set, by trying every two triangles: the reference. The distance is in metres and not negative.
void brute_force_contacts(
    const ContactSurface& a, const ContactSurface& b, float distance, Buffer<ElementaryContact>& contacts);

} // namespace tactus
