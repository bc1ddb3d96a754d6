// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "base/threads/parallel.h"
#include "base/work_account.h"
#include "queries/queried_body.h"
#include "queries/rays/ray_cast.h"
#include "search/walk/tree_walk.h"

namespace tactus {

/// Shows a ray the triangles of trees that it may meet, the nearest nodes first. Keeps its memory.
class CastIntoTrees {
public:
    /// False if the account does not reach to the end. The ray must reach the body's box.
    bool find(RayCast& cast, const QueriedBody& body, Workers& workers, WorkAccount& account);

    /// After a search that did not reach to the end: no t of a triangle that was not shown comes below.
    double open_bound() const { return open_bound_; }
    std::size_t open_nodes() const { return open_nodes_; }
    std::size_t bytes() const { return walk_.bytes(); }

private:
    bool find_in_nodes(RayCast& cast, const QueriedBody& body, WorkAccount& account);

    TreeWalk walk_;
    double open_bound_ = std::numeric_limits<double>::infinity();
    std::size_t open_nodes_ = 0;
};

} // namespace tactus
