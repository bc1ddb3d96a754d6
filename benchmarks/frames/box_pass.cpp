// SPDX-License-Identifier: MIT
#include "box_pass.h"

#include <algorithm>

#include <hwy/highway.h>

namespace tactus::frames {

namespace {

void grow(PositionsBox& box, float x, float y, float z)
{
    box.lower = {std::min(box.lower.x, x), std::min(box.lower.y, y), std::min(box.lower.z, z)};
    box.upper = {std::max(box.upper.x, x), std::max(box.upper.y, y), std::max(box.upper.z, z)};
}

} // namespace

PositionsBox plain_box(std::span<const Vec3> positions)
{
    PositionsBox box{positions.front(), positions.front()};
    for (const Vec3& p : positions)
        grow(box, p.x, p.y, p.z);
    return box;
}

} // namespace tactus::frames

HWY_BEFORE_NAMESPACE();
namespace tactus::frames {

PositionsBox vector_box(std::span<const Vec3> positions)
{
    namespace hn = hwy::HWY_NAMESPACE;
    const hn::FixedTag<float, 4> d;
    const float* numbers = &positions.front().x;
    PositionsBox box{positions.front(), positions.front()};
    std::size_t vertex = 0;
    if (positions.size() >= 4) {
        // Three vectors of four floats are four vertices, so each lane always meets the same coordinate.
        auto low0 = hn::LoadU(d, numbers), low1 = hn::LoadU(d, numbers + 4), low2 = hn::LoadU(d, numbers + 8);
        auto high0 = low0, high1 = low1, high2 = low2;
        for (vertex = 4; vertex + 4 <= positions.size(); vertex += 4) {
            const float* p = numbers + 3 * vertex;
            const auto v0 = hn::LoadU(d, p), v1 = hn::LoadU(d, p + 4), v2 = hn::LoadU(d, p + 8);
            low0 = hn::Min(low0, v0), low1 = hn::Min(low1, v1), low2 = hn::Min(low2, v2);
            high0 = hn::Max(high0, v0), high1 = hn::Max(high1, v1), high2 = hn::Max(high2, v2);
        }
        float low[12], high[12];
        hn::StoreU(low0, d, low), hn::StoreU(low1, d, low + 4), hn::StoreU(low2, d, low + 8);
        hn::StoreU(high0, d, high), hn::StoreU(high1, d, high + 4), hn::StoreU(high2, d, high + 8);
        for (int k = 0; k < 12; k += 3) {
            grow(box, low[k], low[k + 1], low[k + 2]);
            grow(box, high[k], high[k + 1], high[k + 2]);
        }
    }
    for (; vertex < positions.size(); ++vertex)
        grow(box, positions[vertex].x, positions[vertex].y, positions[vertex].z);
    return box;
}

} // namespace tactus::frames
HWY_AFTER_NAMESPACE();
