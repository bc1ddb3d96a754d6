// SPDX-License-Identifier: MIT
#include "tree/clusters/triangle_boxes.h"

#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tree/clusters/triangle_boxes.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "base/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tactus {
namespace HWY_NAMESPACE {

void box_triangles_now(const float* HWY_RESTRICT positions, const TriangleIndices* HWY_RESTRICT indices, LaneBox* boxes)
{
    for (std::size_t k = 0; k < 64; ++k) {
        const TriangleIndices& t = indices[k];
        const Float4 a = hn::LoadU(float4, positions + 3 * std::size_t(t[0]));
        const Float4 b = hn::LoadU(float4, positions + 3 * std::size_t(t[1]));
        const Float4 c = hn::LoadU(float4, positions + 3 * std::size_t(t[2]));
        hn::Store(hn::Min(hn::Min(a, b), c), float4, boxes[k].lower);
        hn::Store(hn::Max(hn::Max(a, b), c), float4, boxes[k].upper);
    }
}

} // namespace HWY_NAMESPACE
} // namespace tactus
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tactus {

HWY_EXPORT(box_triangles_now);

LaneBox no_box()
{
    constexpr float infinity = std::numeric_limits<float>::infinity();
    return {{infinity, infinity, infinity, infinity}, {-infinity, -infinity, -infinity, -infinity}};
}

void box_triangles(const TriangleList& triangles, std::size_t first, std::array<LaneBox, 64>& boxes)
{
    HWY_DYNAMIC_DISPATCH(box_triangles_now)(triangles.positions, triangles.indices.data() + first, boxes.data());
    for (std::size_t k = 0; k < boxes.size(); ++k)
        if (triangles.number(first + k) == TriangleList::no_triangle)
            boxes[k] = no_box();
}

} // namespace tactus
#endif
