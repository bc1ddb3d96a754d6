// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "geometry/double_vector.h"
#include "search/clusters/box_pyramid.h"
#include "tree/clusters/cluster_tree.h"

namespace tactus {

/// Where a search takes place: coordinates are seen from its origin, in units of its size, so that every float of
/// theirs is 1 or less whatever the scale of the bodies.
struct SearchSpace {
    DoubleVector origin;
    double size = 0.0; ///< more than the distance of any two points

    double inverse_size() const { return size > 0.0 ? 1.0 / size : 0.0; }
};

/// A cluster's vertices for measuring how far they reach along a direction.
struct alignas(64) ClusterPoints {
    static constexpr std::uint32_t most = ClusterTree::no_vertex;
    /// How far a reach can be off by rounding.
    static constexpr float reach_rounding = 0x1p-20f;

    float coordinates[3][most]; ///< in the space; the last vertex is repeated up to a multiple of four
    std::uint32_t count = 0;    ///< a multiple of four

    /// The vertices of a cluster in the order of its local numbers; three for each triangle where there is no tree.
    void set(const BoxedTriangles& body, std::uint32_t cluster, const SearchSpace& space);
};

/// How far the 64 triangles of a cluster, and all of them, reach along a direction of length one.
struct ClusterReach {
    float all = 0.0f;
    alignas(64) std::array<float, 64> of_triangle;
};

/// Only ClusterReach::all, which is a fraction of the work.
float reach_of_points(const ClusterPoints& points, const std::array<float, 3>& direction);

/// local: per triangle its vertices' numbers, as in a ClusterTree.
void reach_of_triangles(
    const ClusterPoints& points, const std::array<std::uint8_t, 4>* local, const std::array<float, 3>& direction,
    ClusterReach& reach);

/// The local numbers of a cluster's triangles.
const std::array<std::uint8_t, 4>* local_vertices(const BoxedTriangles& body, std::uint32_t cluster);

} // namespace tactus
