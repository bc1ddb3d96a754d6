// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>

#include "hierarchy/adjacent_leaves.h"
#include "hierarchy/cluster_tree.h"
#include "hierarchy/window.h"
#include "mesh/vertex_star.h"

namespace tactus {

/// What is known in advance about a body's triangles meeting each other: made once with its tree, from a
/// connected_order of the triangles.
struct SelfTables {
    AdjacentLeaves adjacent;
    Windows windows;
    /// The slots around each place, where pairs that share a vertex are wanted as well.
    std::optional<VertexStars> neighbours;

    std::size_t bytes() const { return adjacent.bytes() + windows.bytes() + (neighbours ? neighbours->bytes() : 0); }
};

/// Positions are in the tree's places, as the body lies at first. With neighbours, queries also find pairs that share
/// a vertex and meet in more than what they share.
SelfTables make_self_tables(const ClusterTree& tree, const float* positions, bool neighbours = false);

} // namespace tactus
