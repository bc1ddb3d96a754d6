// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "search/clusters/box_pyramid.h"
#include "tree/tree.h"

namespace tactus {

/// A body as a query about surfaces sees it.
struct QueriedBody {
    std::uint32_t number = 0; ///< By which the world knows it.
    Tree* tree = nullptr;
    TreeNodes* nodes = nullptr; ///< Those of a reader that changes nothing. None: the tree's own, which begin a query.

    bool is_read_only() const { return nodes != nullptr; }
    TreeNodes& begun_nodes() const
    {
        if (is_read_only())
            return *nodes;
        tree->nodes().begin();
        return tree->nodes();
    }
    /// Its triangles, with nothing that a structure knows about them.
    BoxedTriangles triangles() const { return {tree->triangles(), {}, nullptr, {}}; }
};

} // namespace tactus
