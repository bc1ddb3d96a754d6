// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/buffer.h"
#include "hierarchy/cluster_tree.h"

namespace tactus {

/// Patches of the surface that can be shown, as a whole and in one frame, not to meet themselves.
///
/// A window is a set of triangles around a core of leaves that holds at least every leaf that shares a vertex with the
/// core. As an abstract surface it is oriented, and its border is one closed curve, the outline. If in some frame
///   1. every triangle's normal has a positive component along one direction n, and
///   2. the outline, seen along n, is one simple closed curve,
/// then the window, seen along n, covers no point twice: by 1 every preimage of a point counts +1, so the number of
/// preimages is the winding number of the outline around it, which by 2 is one inside and zero outside. Hence two of
/// its triangles meet only where they share a vertex, and pairs within the window need no test in that frame.
/// For 2 it is enough that every outline edge turns positively about a centre, once around in all.
///
/// Nothing is said about triangles outside the window, nor about two windows together.
struct Windows {
    struct Window {
        std::uint32_t leaf_begin = 0;    ///< in leaves
        std::uint32_t outline_begin = 0; ///< in outline
        std::uint16_t leaf_count = 0;
        std::uint16_t outline_count = 0; ///< 0: there is no window here
        std::uint32_t centre = 0;        ///< a place
        bool core_is_inside = false;     ///< no vertex of the core is on the outline
    };
    /// The longest outline, and the most leaves, a window may have.
    static constexpr std::uint32_t max_outline = 120;
    static constexpr std::uint32_t max_leaves = 96;
    /// Windows a cluster has: one around all of it, two around its halves.
    static constexpr std::uint32_t per_cluster = 3;

    Buffer<Window> windows;        ///< per_cluster to a cluster
    Buffer<std::uint32_t> leaves;  ///< the leaves that hold a window's triangles, ascending
    Buffer<std::uint32_t> outline; ///< places, counterclockwise, beginning again up to a multiple of 8 and one more

    std::size_t bytes() const { return windows.bytes() + leaves.bytes() + outline.bytes(); }
};

/// Lays out the windows of a tree. Positions are in the tree's places; they only say where windows look promising.
Windows make_windows(const ClusterTree& tree, const float* positions);

} // namespace tactus
