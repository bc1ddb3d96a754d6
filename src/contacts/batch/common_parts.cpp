// SPDX-License-Identifier: MIT
// Nothing is rounded outwards here: what rounds to nearest is inside of what describe() takes for the region.
#include "contacts/batch/common_parts.h"

#include "contacts/batch/pair_codes.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "contacts/batch/common_parts.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "geometry/triangle_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tactus::HWY_NAMESPACE {

void points_into_common_parts(
    const float* corners, float distance, const contact_batch::ContactOfPair* list, std::size_t count, float* points,
    std::size_t stride)
{
    const Floats f;
    const Float4 reach = hn::Set(f, 0.5f * distance);
    const Mask4 is_coordinate = hn::FirstN(f, 3);
    for (std::size_t i = 0; i < count; ++i) {
        const float* six = corners + 4 * contact_batch::points_per_pair * std::size_t{list[i].pair};
        const auto corner = [&](std::size_t k) HWY_ATTR { return hn::Load(f, six + 4 * k); };
        const auto lowest = [&](std::size_t k)
                                HWY_ATTR { return hn::Min(hn::Min(corner(k), corner(k + 1)), corner(k + 2)); };
        const auto highest = [&](std::size_t k)
                                 HWY_ATTR { return hn::Max(hn::Max(corner(k), corner(k + 1)), corner(k + 2)); };
        const Float4 lower = hn::Sub(hn::Max(lowest(0), lowest(3)), reach);
        const Float4 upper = hn::Add(hn::Min(highest(0), highest(3)), reach);
        float* at = points + stride * std::size_t{list[i].contact};
        const Float4 point = hn::LoadU(f, at);
        hn::StoreU(hn::IfThenElse(is_coordinate, hn::Max(lower, hn::Min(upper, point)), point), f, at);
    }
}

} // namespace tactus::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tactus {

HWY_EXPORT(points_into_common_parts);

void contact_batch::move_into_common_parts(
    const float* corners, float distance, const ContactOfPair* list, std::size_t count, float* points,
    std::size_t stride)
{
    HWY_DYNAMIC_DISPATCH(points_into_common_parts)(corners, distance, list, count, points, stride);
}

} // namespace tactus
#endif
