// SPDX-License-Identifier: MIT
#include "pipeline/self/self_tables.h"

namespace tactus {

SelfTables make_self_tables(const ClusterTree& tree, const float* positions, bool neighbours)
{
    SelfTables tables;
    tables.adjacent = make_adjacent_leaves(tree);
    tables.windows = make_windows(tree, positions);
    if (neighbours)
        tables.neighbours.emplace(tree.indices.span(), tree.vertex_count, [&](std::size_t slot) {
            return tree.triangle_of_slot[slot] == ClusterTree::no_triangle;
        });
    return tables;
}

} // namespace tactus
