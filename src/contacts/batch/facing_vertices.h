// SPDX-License-Identifier: MIT
// Which vertices are in no local contact with a face (contacts/encounters/local_contacts.h), as far as doubles show it:
// those that are nearest to it at an edge or a corner, beside which the surface comes nearer.
#pragma once

#include <cstdint>

#include "geometry/double_vector.h"
#include "mesh/feature_owners.h"
#include "tree/surface.h"

namespace tactus::contact_batch {

/// More than what rounding does to products of two ways that are made of differences of floats, by their squared
/// lengths: the product of the lengths is no more than the mean of these.
inline double certain_product(double squared, double other_squared) { return 0.5e-12 * (squared + other_squared); }

/// Whether a vertex is certainly nearest to a triangle at an inner point of its edge k, and certainly nearer to inner
/// points of another triangle that has this edge.
inline bool is_nearer_across_edge(const BodySurface& surface, std::uint32_t triangle, int k, Vec3 vertex)
{
    const std::uint32_t across = surface.owners->across(triangle, k);
    if (across == FeatureOwners::no_vertex)
        return false;
    const TriangleIndices& corners = surface.triangles[triangle];
    const DoubleVector from = to_double(surface.vertex(corners[k]));
    const DoubleVector edge = to_double(surface.vertex(corners[(k + 1) % 3])) - from;
    const DoubleVector way = to_double(vertex) - from;
    const double squared_edge = dot(edge, edge), along = dot(way, edge), squared_way = dot(way, way);
    const double slack = certain_product(squared_edge, squared_way);
    // The side of the plane through the edge that is square to the way from it to the vertex: beyond it is nearer.
    const auto is_beyond = [&](std::uint32_t corner, double sign) {
        const DoubleVector to_corner = to_double(surface.vertex(corner)) - from;
        const double beyond = dot(to_corner, way) * squared_edge - dot(to_corner, edge) * along;
        return sign * beyond > certain_product(dot(to_corner, to_corner), squared_way) * squared_edge;
    };
    // Nobody could foresee which of these hold.
    const bool is_between = (along > slack) & (squared_edge - along > slack);
    const bool is_outside = is_beyond(corners[(k + 2) % 3], -1.0), is_nearer = is_beyond(across, 1.0);
    return is_between & is_outside & is_nearer;
}

/// The same for corner k, and the two triangles that have one of its edges.
inline bool is_nearer_around_corner(const BodySurface& surface, std::uint32_t triangle, int k, Vec3 vertex)
{
    const TriangleIndices& corners = surface.triangles[triangle];
    const DoubleVector from = to_double(surface.vertex(corners[k]));
    const DoubleVector way = to_double(vertex) - from;
    const double squared_way = dot(way, way);
    const auto is_beyond = [&](std::uint32_t corner, double sign) {
        const DoubleVector to_corner = to_double(surface.vertex(corner)) - from;
        return sign * dot(to_corner, way) > certain_product(dot(to_corner, to_corner), squared_way);
    };
    const auto is_beyond_across = [&](std::uint32_t corner) {
        return corner != FeatureOwners::no_vertex && is_beyond(corner, 1.0);
    };
    const bool is_before_next = is_beyond(corners[(k + 1) % 3], -1.0),
               is_before_last = is_beyond(corners[(k + 2) % 3], -1.0);
    const bool is_nearer = is_beyond_across(surface.owners->across(triangle, k));
    const bool is_nearer_behind = is_beyond_across(surface.owners->across(triangle, (k + 2) % 3));
    return is_before_next & is_before_last & (is_nearer | is_nearer_behind);
}

/// Where a vertex is nearest to a face, as far as weights tell it that are those of a nearest point up to rounding.
struct NearestPlace {
    enum class Kind : std::uint8_t { inside, edge, corner };

    Kind kind;
    std::uint8_t k; ///< of the edge or corner
};

/// By the weights of the second and the third corner.
inline NearestPlace nearest_place(float u, float v)
{
    using Kind = NearestPlace::Kind;
    // By the edges that the point is on.
    static constexpr NearestPlace places[8] = {{Kind::inside, 0}, {Kind::edge, 0},  {Kind::edge, 1},
                                               {Kind::corner, 1}, {Kind::edge, 2},  {Kind::corner, 0},
                                               {Kind::corner, 2}, {Kind::corner, 0}};
    return places[(v <= 0.0f ? 1 : 0) | (u + v >= 1.0f ? 2 : 0) | (u <= 0.0f ? 4 : 0)];
}

} // namespace tactus::contact_batch
