// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "search/self/windows/self_blocks.h"
#include "tree/clusters/windows/window.h"

namespace tactus {

/// Which window around a half of a cluster is certain to hold.
enum class WindowHolds : std::uint8_t {
    no,    ///< none
    half,  ///< that of this half
    whole, ///< that of the whole cluster
};

/// Tests the windows of clusters [begin, end) on the current points, and says for each half of each of these clusters
/// (2 * cluster, 2 * cluster + 1) which one holds.
void certify_windows(
    const Windows& windows, const SelfBlocks& blocks, std::size_t begin, std::size_t end, WindowHolds* certified);

/// The way along which a window that holds covers no point twice, in the grid's coordinates; every normal of its
/// triangles has a positive component along it.
struct WindowView {
    std::int32_t along[3] = {};
};

/// Tests one window, by its number, on the current points, and says along which way it was seen.
bool window_holds(const Windows& windows, std::size_t window, const SelfBlocks& blocks, WindowView& view);

} // namespace tactus
