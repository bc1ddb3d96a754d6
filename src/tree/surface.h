// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include <tactus/geometry.h>

#include "geometry/features/vertex_face.h"
#include "geometry/triangle.h"
#include "mesh/feature_owners.h"
#include "mesh/removed_triangle.h"

namespace tactus {

/// The triangles of a body in the caller's numbers, with the positions that they have now. What it points at outlives
/// it.
struct BodySurface {
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
VertexFaceClosest closest_on(const BodySurface& surface, std::size_t triangle, Vec3 point);

} // namespace tactus
