// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "tree/clusters/cluster_boxes.h"

namespace tactus {

/// The boxes of a cluster's 64 triangles, side by side.
struct alignas(64) TriangleBoxes {
    float lower[3][64];
    float upper[3][64];

    void set(const std::array<LaneBox, 64>& boxes);
    LaneBox operator[](std::uint32_t k) const
    {
        return {{lower[0][k], lower[1][k], lower[2][k], 0.0f}, {upper[0][k], upper[1][k], upper[2][k], 0.0f}};
    }
};

/// Of the asked boxes, those whose squared distance from a box is this or less: never too few, but too many by what
/// rounding to single precision makes of it.
std::uint64_t near_boxes(const LaneBox& box, const TriangleBoxes& boxes, std::uint64_t asked, double squared_distance);

} // namespace tactus
