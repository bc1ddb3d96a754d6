// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>

#include "tree/clusters/cluster_boxes.h"
#include "tree/triangle_list.h"

namespace tactus {

/// Inverted: it overlaps nothing and is further away than any other.
LaneBox no_box();

/// The boxes of the 64 triangles from a place on, no_box() where there is none. Needs positions that may be read for 4
/// bytes beyond the last, and indices for all places, as trees have them.
void box_triangles(const TriangleList& triangles, std::size_t first, std::array<LaneBox, 64>& boxes);

} // namespace tactus
