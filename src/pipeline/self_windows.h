// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "hierarchy/window.h"
#include "pipeline/self_blocks.h"

namespace tactus {

/// Tests the windows of clusters [begin, end) on the current points, and says for each half of each of these clusters
/// (2 * cluster, 2 * cluster + 1) whether a window around it holds: 1, or 0 where that is not certain.
void certify_windows(
    const Windows& windows, const SelfBlocks& blocks, std::size_t begin, std::size_t end, std::uint8_t* certified);

} // namespace tactus
