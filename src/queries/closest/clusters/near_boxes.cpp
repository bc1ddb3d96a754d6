// SPDX-License-Identifier: MIT
#include "queries/closest/clusters/near_boxes.h"

#include <cstddef>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "queries/closest/clusters/near_boxes.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "base/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tactus {
namespace HWY_NAMESPACE {

std::uint64_t
near_boxes_now(const LaneBox& box, const TriangleBoxes& boxes, std::uint64_t asked, float squared_distance)
{
    const Float4 limit = hn::Set(float4, squared_distance);
    const Float4 zero = hn::Zero(float4);
    const auto bit = hn::Shl(hn::Set(word4, 1), hn::Iota(word4, 0));
    std::uint64_t near = 0;
    for (std::size_t i = 0; i < 64; i += 4) {
        if ((asked >> i & 15) == 0)
            continue;
        Float4 sum = zero;
        for (int axis = 0; axis < 3; ++axis) {
            const Float4 below = hn::Sub(hn::Set(float4, box.lower[axis]), hn::Load(float4, boxes.upper[axis] + i));
            const Float4 above = hn::Sub(hn::Load(float4, boxes.lower[axis] + i), hn::Set(float4, box.upper[axis]));
            const Float4 gap = hn::Max(hn::Max(below, above), zero);
            sum = hn::Add(sum, hn::Mul(gap, gap));
        }
        const auto bits = hn::And(hn::BitCast(word4, hn::VecFromMask(float4, hn::Le(sum, limit))), bit);
        near |= std::uint64_t{hn::GetLane(hn::SumOfLanes(word4, bits))} << i;
    }
    return near & asked;
}

} // namespace HWY_NAMESPACE
} // namespace tactus
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tactus {

HWY_EXPORT(near_boxes_now);

void TriangleBoxes::set(const std::array<LaneBox, 64>& boxes)
{
    for (std::size_t k = 0; k < boxes.size(); ++k)
        for (int axis = 0; axis < 3; ++axis) {
            lower[axis][k] = boxes[k].lower[axis];
            upper[axis][k] = boxes[k].upper[axis];
        }
}

std::uint64_t near_boxes(const LaneBox& box, const TriangleBoxes& boxes, std::uint64_t asked, double squared_distance)
{
    // Far more than the four roundings of a sum of squares. Squares of tiny gaps may have become zero, those of huge
    // ones infinite: so the limit is never less than the smallest normal float, and one too large for a float is none.
    const double widened = squared_distance * (1.0 + 0x1p-19);
    float limit = std::numeric_limits<float>::infinity();
    if (widened < double(std::numeric_limits<float>::max()))
        limit = static_cast<float>(widened) + std::numeric_limits<float>::min();
    return HWY_DYNAMIC_DISPATCH(near_boxes_now)(box, boxes, asked, limit);
}

} // namespace tactus
#endif
