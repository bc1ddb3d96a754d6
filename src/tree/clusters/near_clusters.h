// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "geometry/box.h"
#include "tree/clusters/cluster_boxes.h"

namespace tactus {

/// Lists the clusters that may reach into a region, ascending, and gives their number. A cluster's box is of some
/// earlier moment: since then no coordinate has changed by more than `travel - travel_then[cluster]`.
/// The list needs room for count + 1 entries.
std::size_t list_near_clusters(
    const LaneBox* boxes, const double* travel_then, double travel, std::size_t count, const Box& region,
    std::uint32_t* near);

/// Keeps of a list only the clusters whose boxes, up to date now, reach into the region.
std::size_t keep_near_clusters(const LaneBox* boxes, const Box& region, std::uint32_t* near, std::size_t count);

} // namespace tactus
