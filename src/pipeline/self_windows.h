// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "hierarchy/window.h"
#include "pipeline/self_blocks.h"

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

} // namespace tactus
