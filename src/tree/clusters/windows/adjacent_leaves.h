// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/buffer.h"
#include "mesh/vertex_star.h"
#include "tree/clusters/cluster_tree.h"

namespace tactus {

/// Two nodes of one level, a <= b, that share a vertex of the mesh, and which of their children do not.
struct AdjacentPair {
    std::uint32_t a;
    std::uint32_t b;
    /// Bit 8 * j + i: child i of a and child j of b share no vertex, so nothing is known about them in advance.
    /// For a == b only i < j. The children of a leaf are its triangles.
    std::uint64_t apart;
};

/// The adjacent pairs of one level, ordered by a, then b. Pairs of leaves without a bit in `apart` are left out.
struct AdjacencyLevel {
    Buffer<std::uint32_t> begin; ///< per node a, and one more: where its pairs begin
    Buffer<AdjacentPair> pairs;

    std::uint32_t node_count() const { return begin.empty() ? 0 : static_cast<std::uint32_t>(begin.size()) - 1; }
    std::span<const AdjacentPair> of(std::uint32_t a) const
    {
        return {pairs.data() + begin[a], begin[a + 1] - begin[a]};
    }
};

/// Which nodes of a tree are neighbours on the surface, for every level: 0 the leaves, 1 the clusters, and on to the
/// level of one node. A pair of nodes is either listed here, and then so is what is to be done with its children,
/// or its nodes have no vertex in common, and neither have their children.
///
/// Vertices on which very many leaves meet (the centre of a large fan) would need a record for every two of them.
/// Such hubs are left out: they make no nodes adjacent, and has_hubs says that triangles from pairs that count as
/// apart may share one after all. Records stay under max_pairs_a_triangle on any mesh.
struct AdjacentLeaves {
    static constexpr std::uint32_t max_leaves_a_vertex = 64;
    static constexpr double max_pairs_a_triangle = 3.0;

    std::vector<AdjacencyLevel> levels;
    std::uint32_t leaf_limit = 0; ///< a vertex on more leaves is a hub
    bool has_hubs = false;        ///< or there have been some

    std::size_t bytes() const;
};

/// Stars are of the tree's slots.
AdjacentLeaves make_adjacent_leaves(const ClusterTree& tree, const VertexStars& stars);

/// Triangles of the tree came and went. The clusters, which ascend, are those that have or had a vertex of one of them.
void edit_adjacent_leaves(
    const ClusterTree& tree, const VertexStars& stars, std::span<const std::uint32_t> clusters,
    AdjacentLeaves& adjacent);

} // namespace tactus
