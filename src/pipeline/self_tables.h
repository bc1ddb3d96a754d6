// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "hierarchy/adjacent_leaves.h"
#include "hierarchy/cluster_tree.h"
#include "hierarchy/window.h"

namespace tactus {

/// What is known in advance about a body's triangles meeting each other: made once with its tree, from a
/// connected_order of the triangles.
struct SelfTables {
    AdjacentLeaves adjacent;
    Windows windows;

    std::size_t bytes() const { return adjacent.bytes() + windows.bytes(); }
};

/// Positions are in the tree's places, as the body lies at first.
SelfTables make_self_tables(const ClusterTree& tree, const float* positions);

} // namespace tactus
