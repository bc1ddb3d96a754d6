// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>

#include "mesh/vertex_star.h"
#include "tree/clusters/cluster_tree.h"
#include "tree/clusters/windows/adjacent_leaves.h"
#include "tree/clusters/windows/window.h"
#include "tree/refit/edit_clusters.h"

namespace tactus {

/// What is known in advance about a body's triangles meeting each other: made with its tree, from a connected_order of
/// the triangles, and repaired where the tree is edited.
struct SelfTables {
    AdjacentLeaves adjacent;
    Windows windows;
    bool wants_neighbours = false; ///< pairs that share a vertex are wanted as well
    /// The slots around each place, where neighbours are wanted, and from the first edit on.
    std::optional<VertexStars> stars;
    WindowMaker maker; ///< for edits

    std::size_t bytes() const
    {
        return adjacent.bytes() + windows.bytes() + (stars ? stars->bytes() : 0) + maker.bytes();
    }
};

/// Positions are in the tree's places, as the body lies at first. With neighbours, queries also find pairs that share
/// a vertex and meet in more than what they share.
SelfTables make_self_tables(const ClusterTree& tree, const float* positions, bool neighbours = false);

/// Places get other numbers, and the tree is edited right after.
void renumber_places(std::span<const std::uint32_t> numbers, SelfTables& tables);

/// The tree was edited: triangles have come and gone in these slots. Gives how many stand in clusters of which
/// something was found out anew.
std::size_t
edit_self_tables(const ClusterTree& tree, const float* positions, const EditedSlots& edited, SelfTables& tables);

} // namespace tactus
