// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "geometry/double_vector.h"
#include "queries/closest/clusters/cluster_points.h"
#include "queries/closest/clusters/near_boxes.h"
#include "search/clusters/box_pyramid.h"

namespace tactus {

/// What the search for the closest triangles needs of a cluster that it looks into.
struct OpenedCluster {
    TriangleBoxes boxes;
    ClusterPoints points;
    ClusterReach reach; ///< along the direction measured last
    std::uint32_t direction;
    std::uint32_t cluster;
    std::uint32_t smallest; ///< number of all its triangles
    std::uint64_t present;  ///< bit k: there is a triangle k
    const std::array<std::uint8_t, 4>* local;
    DoubleVector middle; ///< in the space

    void set(const BoxedTriangles& body, std::uint32_t which, const SearchSpace& space);
    /// Measures the reach along a direction of length one, unless the one with this number (from 1 on) was the last.
    void measure(std::uint32_t number, DoubleVector outward);
};

/// Leaves out the triangles of two clusters that stay further away than this from the other cluster along a direction,
/// where a's reach was measured along it and b's against it. False if none are left.
bool narrow(const ClusterReach& a, const ClusterReach& b, float limit, std::uint64_t& in_a, std::uint64_t& in_b);

/// The same along the line between the clusters' middles.
bool narrow_along_middles(
    const OpenedCluster& a, const OpenedCluster& b, float limit, std::uint64_t& in_a, std::uint64_t& in_b);

} // namespace tactus
