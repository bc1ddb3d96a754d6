// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/buffer.h"
#include "base/threads/parallel.h"
#include "search/self/windows/self_blocks.h"
#include "search/self/windows/self_body.h"
#include "search/self/windows/self_windows.h"

namespace tactus {

/// Where a body is certain not to come near itself, but where triangles share a vertex.
///
/// A window that holds (tree/clusters/windows/window.h), seen along its way, is a plane triangulation. Let T be a
/// triangle of its core, no vertex of which is on the outline: all triangles around T are in the window. Take a feature
/// of T and one of any of the window's triangles that share no vertex. Where they are closest one of the two points is
/// a vertex p, and the way from there to the other leaves, or comes from, the triangles around p or around T through
/// the edge opposite to a vertex: it is at least as long as that triangle's altitude there. What is seen is never
/// longer than what it is in space. So if no triangle of the window has an altitude, as seen, of the contact distance
/// or less, none of these features are in contact. The least altitude is the area, doubled, over the longest edge.
class SelfClearance {
public:
    /// Finds out for a distance in metres.
    void update(const SelfBody& body, float distance, Workers& workers);

    /// Which leaves of two clusters, a <= b, can come near each other where they share no vertex: bit 8 * j + i for
    /// leaf i of a and leaf j of b.
    std::uint64_t open_leaves(std::uint32_t a, std::uint32_t b) const;

    std::size_t bytes() const { return blocks_.bytes() + altitudes_.bytes() + holds_.bytes(); }

    /// The altitudes of one leaf's triangles, each along its normal and as long as the least of the three, and how far
    /// off they may be.
    struct alignas(16) Altitudes {
        float along[3][8];
        float slack[8];
    };

private:
    bool is_clear(const Windows& windows, std::size_t window) const;

    const AdjacentLeaves* adjacent_ = nullptr;
    float distance_ = 0.0f;
    BoxGrid grid_;
    SelfBlocks blocks_;
    Buffer<Altitudes> altitudes_; ///< per leaf
    Buffer<WindowHolds> holds_;   ///< per half of a cluster
};

} // namespace tactus
