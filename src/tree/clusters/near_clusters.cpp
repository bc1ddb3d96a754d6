// SPDX-License-Identifier: MIT
#include "tree/clusters/near_clusters.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tree/clusters/near_clusters.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "base/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tactus {
namespace HWY_NAMESPACE {

HWY_INLINE Float4 lanes_of(Vec3 v)
{
    alignas(16) const float lanes[4] = {v.x, v.y, v.z, 0.0f};
    return hn::Load(float4, lanes);
}

/// 1 if the first three lanes of the box reach from below `upper` to above `lower`.
HWY_INLINE std::size_t reaches(const LaneBox& box, Float4 lower, Float4 upper)
{
    std::uint8_t bits[8];
    hn::StoreMaskBits(
        float4, hn::And(hn::Le(hn::Load(float4, box.lower), upper), hn::Ge(hn::Load(float4, box.upper), lower)), bits);
    return (bits[0] & 7) == 7 ? 1 : 0;
}

std::size_t list_near_clusters_now(
    const LaneBox* boxes, const double* travel_then, double travel, std::size_t count, const Box& region,
    std::uint32_t* near)
{
    // Every rounding here is under 2^-23 of one of its operands, so these margins leave nothing out.
    const Float4 margin = hn::Set(float4, 4e-7f);
    const Float4 lower = lanes_of(region.lower), upper = lanes_of(region.upper);
    const Float4 low = hn::Sub(lower, hn::Mul(hn::Abs(lower), margin));
    const Float4 high = hn::Add(upper, hn::Mul(hn::Abs(upper), margin));
    std::size_t found = 0;
    for (std::size_t c = 0; c < count; ++c) {
        const Float4 slack = hn::Set(float4, static_cast<float>((travel - travel_then[c]) * 1.000001));
        near[found] = static_cast<std::uint32_t>(c);
        found += reaches(boxes[c], hn::Sub(low, slack), hn::Add(high, slack));
    }
    return found;
}

std::size_t keep_near_clusters_now(const LaneBox* boxes, const Box& region, std::uint32_t* near, std::size_t count)
{
    const Float4 lower = lanes_of(region.lower), upper = lanes_of(region.upper);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t cluster = near[i];
        near[kept] = cluster;
        kept += reaches(boxes[cluster], lower, upper);
    }
    return kept;
}

} // namespace HWY_NAMESPACE
} // namespace tactus
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tactus {

HWY_EXPORT(list_near_clusters_now);
HWY_EXPORT(keep_near_clusters_now);

std::size_t list_near_clusters(
    const LaneBox* boxes, const double* travel_then, double travel, std::size_t count, const Box& region,
    std::uint32_t* near)
{
    return HWY_DYNAMIC_DISPATCH(list_near_clusters_now)(boxes, travel_then, travel, count, region, near);
}

std::size_t keep_near_clusters(const LaneBox* boxes, const Box& region, std::uint32_t* near, std::size_t count)
{
    return HWY_DYNAMIC_DISPATCH(keep_near_clusters_now)(boxes, region, near, count);
}

} // namespace tactus
#endif
