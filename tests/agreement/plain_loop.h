// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include <tactus/world.h>

#include "geometry/triangle_pairs/triangle_neighbours.h"

namespace tactus {

/// An answer written down a second time, by nothing but loops over the exact predicates.
struct PlainMesh {
    std::span<const TriangleIndices> triangles;
    std::span<const Vec3> positions;

    std::array<Vec3, 3> triangle(std::size_t index) const
    {
        const TriangleIndices& t = triangles[index];
        return {positions[t[0]], positions[t[1]], positions[t[2]]};
    }
};

inline bool have_a_common_vertex(const TriangleIndices& a, const TriangleIndices& b)
{
    return std::ranges::find_first_of(a, b) != a.end();
}

inline std::vector<TrianglePair> plain_pairs(const PlainMesh& a, const PlainMesh& b)
{
    std::vector<TrianglePair> pairs;
    for (std::uint32_t i = 0; i < a.triangles.size(); ++i)
        for (std::uint32_t j = 0; j < b.triangles.size(); ++j)
            if (triangles_intersect(a.triangle(i), b.triangle(j)))
                pairs.push_back({i, j});
    return pairs;
}

inline std::vector<TrianglePair> plain_self_pairs(const PlainMesh& mesh, bool neighbours = false)
{
    std::vector<TrianglePair> pairs;
    for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i)
        for (std::uint32_t j = i + 1; j < mesh.triangles.size(); ++j) {
            const std::array<Vec3, 3> a = mesh.triangle(i), b = mesh.triangle(j);
            const bool hit = have_a_common_vertex(mesh.triangles[i], mesh.triangles[j])
                                 ? neighbours
                                       && neighbours_intersect(
                                           Triangle{a[0], a[1], a[2]}, Triangle{b[0], b[1], b[2]}, mesh.triangles[i],
                                           mesh.triangles[j])
                                 : triangles_intersect(a, b);
            if (hit)
                pairs.push_back({i, j});
        }
    return pairs;
}

} // namespace tactus
