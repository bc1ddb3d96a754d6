// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/work_account.h"
#include "queries/queried_body.h"
#include "queries/query_shape.h"
#include "search/walk/tree_walk.h"

namespace tactus {

/// Takes the triangles that overlap a shape.
class OverlapTaker {
public:
    virtual ~OverlapTaker() = default;
    /// False if that is enough.
    virtual bool take(std::uint32_t body, std::uint32_t triangle) = 0;
};

/// Finds the triangles of bodies that overlap a shape. Keeps its memory.
class OverlapSearch {
public:
    enum class End { done, had_enough, out_of_budget };

    End find(const QueryShape& shape, const QueriedBody& body, OverlapTaker& taker, WorkAccount& account);

    /// Nodes that the last search has not opened.
    std::size_t open_nodes() const { return open_nodes_; }
    std::size_t bytes() const { return walk_.bytes(); }

private:
    TreeWalk walk_;
    std::size_t open_nodes_ = 0;
};

} // namespace tactus
