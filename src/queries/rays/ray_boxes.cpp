// SPDX-License-Identifier: MIT
#include "queries/rays/ray_boxes.h"

#include <algorithm>
#include <cmath>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "queries/rays/ray_boxes.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "base/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tactus {
namespace HWY_NAMESPACE {

/// The first three lanes of four registers, turned into one register a lane.
struct Columns {
    Float4 axis[3];

    HWY_INLINE Columns(const float* a, const float* b, const float* c, const float* d)
    {
        const Float4 p = hn::Load(float4, a), q = hn::Load(float4, b), r = hn::Load(float4, c), s = hn::Load(float4, d);
        const Float4 pr = hn::InterleaveLower(float4, p, r), qs = hn::InterleaveLower(float4, q, s);
        axis[0] = hn::InterleaveLower(float4, pr, qs);
        axis[1] = hn::InterleaveUpper(float4, pr, qs);
        axis[2] = hn::InterleaveLower(float4, hn::InterleaveUpper(float4, p, r), hn::InterleaveUpper(float4, q, s));
    }
};

/// Every t below is off by three roundings at the most, that is by less than 2^-22 of itself or, where it is tiny, by
/// the smallest of floats.
struct Slabs {
    Float4 origin[3];
    Float4 inverse[3];
    bool stands[3];

    explicit HWY_INLINE Slabs(const RaySlabs& ray)
    {
        for (int axis = 0; axis < 3; ++axis) {
            origin[axis] = hn::Set(float4, ray.origin[axis]);
            inverse[axis] = hn::Set(float4, ray.inverse[axis]);
            stands[axis] = ray.stands[axis];
        }
    }

    /// Four bits.
    HWY_INLINE unsigned meet(const LaneBox& a, const LaneBox& b, const LaneBox& c, const LaneBox& d) const
    {
        const Columns lower(a.lower, b.lower, c.lower, d.lower), upper(a.upper, b.upper, c.upper, d.upper);
        const Float4 infinity = hn::Set(float4, std::numeric_limits<float>::infinity());
        Float4 enter = hn::Zero(float4), leave = infinity;
        for (int axis = 0; axis < 3; ++axis) {
            if (stands[axis]) {
                const auto beside =
                    hn::Or(hn::Gt(lower.axis[axis], origin[axis]), hn::Lt(upper.axis[axis], origin[axis]));
                leave = hn::IfThenElse(beside, hn::Neg(infinity), leave);
                continue;
            }
            const Float4 at_lower = hn::Mul(hn::Sub(lower.axis[axis], origin[axis]), inverse[axis]);
            const Float4 at_upper = hn::Mul(hn::Sub(upper.axis[axis], origin[axis]), inverse[axis]);
            enter = hn::Max(enter, hn::Min(at_lower, at_upper));
            leave = hn::Min(leave, hn::Max(at_lower, at_upper));
        }
        const Float4 tiny = hn::Set(float4, 0x1p-120f);
        const Float4 earliest = hn::Mul(enter, hn::Set(float4, 1.0f - 0x1p-20f));
        const Float4 latest = hn::Add(hn::Mul(leave, hn::Set(float4, 1.0f + 0x1p-20f)), tiny);
        const auto met = hn::And(hn::Le(earliest, latest), hn::Le(lower.axis[0], upper.axis[0]));
        // hn::StoreMaskBits would do, but goes through memory.
        const auto bits =
            hn::And(hn::BitCast(word4, hn::VecFromMask(float4, met)), hn::Shl(hn::Set(word4, 1), hn::Iota(word4, 0)));
        return hn::GetLane(hn::SumOfLanes(word4, bits));
    }
};

std::size_t keep_boxes_now(
    const RaySlabs& ray, const LaneBox* boxes, const std::uint32_t* list, std::size_t count, std::uint32_t* kept)
{
    const Slabs slabs(ray);
    std::size_t found = 0;
    for (std::size_t i = 0; i < count; i += 4) {
        const std::size_t last = count - 1;
        const std::uint32_t four[4] = {
            list[i], list[i + 1 < last ? i + 1 : last], list[i + 2 < last ? i + 2 : last],
            list[i + 3 < last ? i + 3 : last]};
        unsigned bits = slabs.meet(boxes[four[0]], boxes[four[1]], boxes[four[2]], boxes[four[3]]);
        bits &= count - i < 4 ? (1u << (count - i)) - 1 : 15u;
        for (unsigned k = 0; k < 4; ++k) {
            kept[found] = four[k];
            found += bits >> k & 1;
        }
    }
    return found;
}

std::uint64_t boxes_on_the_way_now(const RaySlabs& ray, const LaneBox* HWY_RESTRICT boxes)
{
    const Slabs slabs(ray);
    std::uint64_t met = 0;
    for (std::size_t i = 0; i < 64; i += 4)
        met |= std::uint64_t{slabs.meet(boxes[i], boxes[i + 1], boxes[i + 2], boxes[i + 3])} << i;
    return met;
}

} // namespace HWY_NAMESPACE
} // namespace tactus
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tactus {

HWY_EXPORT(keep_boxes_now);
HWY_EXPORT(boxes_on_the_way_now);

RaySlabs::RaySlabs(const Ray& ray) : origin{ray.origin.x, ray.origin.y, ray.origin.z}
{
    const float steps[3] = {ray.direction.x, ray.direction.y, ray.direction.z};
    for (int axis = 0; axis < 3; ++axis) {
        stands[axis] = steps[axis] == 0.0f;
        const double exact = stands[axis] ? 1.0 : 1.0 / double(steps[axis]);
        const bool fits = std::fabs(exact) >= double(std::numeric_limits<float>::min())
                          && std::fabs(exact) <= double(std::numeric_limits<float>::max());
        inverse[axis] = fits ? static_cast<float>(exact) : 1.0f;
        is_any = is_any || !fits;
    }
}

std::size_t keep_boxes_on_the_way(
    const RaySlabs& ray, std::span<const LaneBox> boxes, std::span<const std::uint32_t> list, std::uint32_t* kept)
{
    if (!ray.is_any)
        return HWY_DYNAMIC_DISPATCH(keep_boxes_now)(ray, boxes.data(), list.data(), list.size(), kept);
    std::copy(list.begin(), list.end(), kept);
    return list.size();
}

std::uint64_t boxes_on_the_way(const RaySlabs& ray, const std::array<LaneBox, 64>& boxes)
{
    return ray.is_any ? ~std::uint64_t{0} : HWY_DYNAMIC_DISPATCH(boxes_on_the_way_now)(ray, boxes.data());
}

} // namespace tactus
#endif
