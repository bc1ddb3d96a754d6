// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "geometry/double_vector.h"
#include "tree/node_block.h"
#include "tree/triangle_list.h"

namespace tactus {

/// A direction of length one, and where heights along it are counted from. Directions of one search have numbers from 1
/// on.
struct MeasuredDirection {
    std::uint32_t number = 0; ///< 0 for none.
    DoubleVector outward;
    DoubleVector origin;
};

/// How far the up to eight of a block reach along a direction, in metres.
struct BlockReach {
    std::uint32_t number; ///< The direction's, 0 before any.
    double all;           ///< How far the farthest reaches.
    std::array<double, 8> of;
};

/// Measures each of the eight, nodes by their boxes and triangles by their corners. How far the farthest reaches is
/// left open.
BlockReach reach_along(const MeasuredDirection& direction, const NodeBlock& block, const TriangleList& triangles);

/// A little less than the squared distances between a box and each of the eight of a block, in square metres.
void squared_gaps(const NodeBlock& block, const Box& box, std::array<double, 8>& gaps);

} // namespace tactus
