// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/buffer.h"
#include "base/packed_lists.h"
#include "tree/clusters/cluster_tree.h"
#include "tree/clusters/windows/window_maker.h"

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
        std::uint32_t centre = 0;        ///< a place
        std::uint16_t outline_count = 0; ///< 0: there is no window here
        bool core_is_inside = false;     ///< no vertex of the core is on the outline
    };
    /// The longest outline, and the most leaves, a window may have.
    static constexpr std::uint32_t max_outline = 120;
    static constexpr std::uint32_t max_leaves = 96;
    /// Windows a cluster has: one around all of it, two around its halves.
    static constexpr std::uint32_t per_cluster = 3;

    Buffer<Window> windows; ///< per_cluster to a cluster
    PackedLists leaves;     ///< per window, the leaves that hold its triangles, ascending
    PackedLists outline; ///< per window, places, counterclockwise, beginning again up to a multiple of 8 and one more

    std::size_t bytes() const { return windows.bytes() + leaves.bytes() + outline.bytes(); }
};

/// Lays out the windows of a tree. Positions are in the tree's places; they only say where windows look promising.
/// Stars are of the tree's slots.
Windows make_windows(const ClusterTree& tree, const float* positions, const VertexStars& stars);

/// Lays out those of some clusters anew. The maker looks at the tree; there may be more clusters than there were.
void edit_windows(
    const ClusterTree& tree, std::span<const std::uint32_t> clusters, WindowMaker& maker, Windows& windows);

} // namespace tactus
