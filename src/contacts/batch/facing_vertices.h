// SPDX-License-Identifier: MIT
// Which vertices are in no local contact with a face (contacts/encounters/local_contacts.h), as far as doubles show it:
// those that are nearest to it at an edge or a corner, beside which the surface comes nearer.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>

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
    if (!(along > slack) || !(squared_edge - along > slack))
        return false;
    // The side of the plane through the edge that is square to the way from it to the vertex: beyond it is nearer.
    const auto is_beyond = [&](std::uint32_t corner, double sign) {
        const DoubleVector to_corner = to_double(surface.vertex(corner)) - from;
        const double beyond = dot(to_corner, way) * squared_edge - dot(to_corner, edge) * along;
        return sign * beyond > certain_product(dot(to_corner, to_corner), squared_way) * squared_edge;
    };
    return is_beyond(corners[(k + 2) % 3], -1.0) && is_beyond(across, 1.0);
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
    if (!is_beyond(corners[(k + 1) % 3], -1.0) || !is_beyond(corners[(k + 2) % 3], -1.0))
        return false;
    const std::uint32_t across[2] = {
        surface.owners->across(triangle, k), surface.owners->across(triangle, (k + 2) % 3)};
    return std::any_of(std::begin(across), std::end(across), [&](std::uint32_t corner) {
        return corner != FeatureOwners::no_vertex && is_beyond(corner, 1.0);
    });
}

/// Whether a vertex is in no local contact with a triangle, to which it is nearest at a point with these weights of the
/// second and the third corner, up to rounding.
inline bool is_surely_not_local(const BodySurface& surface, std::uint32_t triangle, float u, float v, Vec3 vertex)
{
    const bool on_first = v <= 0.0f, on_second = u + v >= 1.0f, on_third = u <= 0.0f;
    if (on_third && on_first)
        return is_nearer_around_corner(surface, triangle, 0, vertex);
    if (on_first && on_second)
        return is_nearer_around_corner(surface, triangle, 1, vertex);
    if (on_second && on_third)
        return is_nearer_around_corner(surface, triangle, 2, vertex);
    return (on_first && is_nearer_across_edge(surface, triangle, 0, vertex))
           || (on_second && is_nearer_across_edge(surface, triangle, 1, vertex))
           || (on_third && is_nearer_across_edge(surface, triangle, 2, vertex));
}

} // namespace tactus::contact_batch
