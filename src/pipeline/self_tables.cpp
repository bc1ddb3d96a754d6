// SPDX-License-Identifier: MIT
#include "pipeline/self_tables.h"

namespace tactus {

SelfTables make_self_tables(const ClusterTree& tree, const float* positions)
{
    SelfTables tables;
    tables.adjacent = make_adjacent_leaves(tree);
    tables.windows = make_windows(tree, positions);
    return tables;
}

} // namespace tactus
