// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "libraries/triangle_box.h"

namespace tactus::peers {

/// The triangles' numbers along a Morton curve through their first corners. A user whose peer reads triangles in the
/// order of a tree stores them in such an order once, and spares the caches a jump at every one.
inline std::vector<std::uint32_t>
curve_order(const std::vector<TriangleIndices>& triangles, const std::vector<Vec3>& positions)
{
    Vec3 lower = positions.empty() ? Vec3{} : positions[0], upper = lower;
    for (const Vec3& p : positions) {
        lower = {lesser(lower.x, p.x), lesser(lower.y, p.y), lesser(lower.z, p.z)};
        upper = {greater(upper.x, p.x), greater(upper.y, p.y), greater(upper.z, p.z)};
    }
    const float extent = greater(greater(upper.x - lower.x, upper.y - lower.y), upper.z - lower.z);
    const auto spread = [&](float value, float origin) {
        std::uint64_t bits = extent > 0.0f ? std::uint64_t((value - origin) / extent * 65535.0f) : 0;
        bits = (bits | bits << 32) & 0x00ff00000000ffffu;
        bits = (bits | bits << 16) & 0x00ff0000ff0000ffu;
        bits = (bits | bits << 8) & 0xf00f00f00f00f00fu;
        bits = (bits | bits << 4) & 0x30c30c30c30c30c3u;
        return (bits | bits << 2) & 0x9249249249249249u;
    };
    std::vector<std::uint64_t> code(triangles.size());
    for (std::size_t i = 0; i < triangles.size(); ++i) {
        const Vec3& p = positions[triangles[i][0]];
        code[i] = spread(p.x, lower.x) | spread(p.y, lower.y) << 1 | spread(p.z, lower.z) << 2;
    }
    std::vector<std::uint32_t> order(triangles.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return code[a] < code[b]; });
    return order;
}

} // namespace tactus::peers
