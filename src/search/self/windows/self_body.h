// SPDX-License-Identifier: MIT
#pragma once

#include "geometry/box.h"
#include "search/self/windows/self_tables.h"
#include "tree/clusters/cluster_tree.h"

namespace tactus {

/// A body against itself, as one query sees it.
struct SelfBody {
    const ClusterTree& tree;
    const SelfTables& tables;
    const float* positions; ///< in the tree's places, with 16 readable bytes after the last
    Box root;               ///< holds all of them
};

} // namespace tactus
