// SPDX-License-Identifier: MIT
#include "queries/closest/block_reach.h"

#include <algorithm>

namespace tactus {
namespace {

std::array<double, 8> reaches_of_boxes(const MeasuredDirection& direction, const NodeBlock& block)
{
    const double outward[3] = {direction.outward.x, direction.outward.y, direction.outward.z};
    const double origin[3] = {direction.origin.x, direction.origin.y, direction.origin.z};
    std::array<double, 8> reaches{};
    for (int axis = 0; axis < 3; ++axis) {
        const float* const farthest = outward[axis] < 0.0 ? block.lower[axis] : block.upper[axis];
        for (std::size_t k = 0; k < 8; ++k)
            reaches[k] += outward[axis] * (double(farthest[k]) - origin[axis]);
    }
    return reaches;
}

} // namespace

BlockReach reach_along(const MeasuredDirection& direction, const NodeBlock& block, const TriangleList& triangles)
{
    BlockReach reach{direction.number, 0.0, {}};
    if (!block.are_triangles) {
        reach.of = reaches_of_boxes(direction, block);
        return reach;
    }
    block.for_each([&](std::uint32_t k) {
        const Triangle t = triangles[block.name[k]];
        const auto along = [&](Vec3 at) { return dot(to_double(at) - direction.origin, direction.outward); };
        reach.of[k] = std::max({along(t.a), along(t.b), along(t.c)});
    });
    return reach;
}

void squared_gaps(const NodeBlock& block, const Box& box, std::array<double, 8>& gaps)
{
    const float lower[3] = {box.lower.x, box.lower.y, box.lower.z}, upper[3] = {box.upper.x, box.upper.y, box.upper.z};
    gaps.fill(0.0);
    for (int axis = 0; axis < 3; ++axis)
        for (std::size_t k = 0; k < 8; ++k) {
            const double below = double(lower[axis]) - double(block.upper[axis][k]);
            const double above = double(block.lower[axis][k]) - double(upper[axis]);
            const double farther = below > above ? below : above;
            const double gap = farther > 0.0 ? farther : 0.0;
            gaps[k] += gap * gap;
        }
    for (double& gap : gaps)
        gap *= 1.0 - 0x1p-40;
}

} // namespace tactus
