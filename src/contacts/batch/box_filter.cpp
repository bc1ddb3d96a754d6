// SPDX-License-Identifier: MIT
// Rounding to nearest never turns two numbers around: where a gap of at most the distance is rounded, it is still at
// most the distance, which is a float. So no margin is needed.
#include "contacts/batch/box_filter.h"

#include "contacts/batch/pair_codes.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "contacts/batch/box_filter.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "geometry/lanes/triangle_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tactus::HWY_NAMESPACE {
namespace {

template <bool are_edges>
HWY_INLINE std::size_t
keep_near(const float* points, contact_batch::FeaturePoints* tests, std::size_t count, float distance)
{
    const Floats f;
    const Float4 most = hn::Set(f, distance);
    const Mask4 is_coordinate = hn::FirstN(f, 3);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const contact_batch::FeaturePoints test = tests[i];
        const auto point = [&](int k)
                               HWY_ATTR { return hn::Load(f, points + 4 * static_cast<std::size_t>(test.point[k])); };
        const Float4 p = point(0), q = point(1), r = point(2), s = point(3);
        const Float4 lower = are_edges ? hn::Min(p, q) : p;
        const Float4 upper = are_edges ? hn::Max(p, q) : p;
        const Float4 other_lower = are_edges ? hn::Min(r, s) : hn::Min(hn::Min(q, r), s);
        const Float4 other_upper = are_edges ? hn::Max(r, s) : hn::Max(hn::Max(q, r), s);
        const Float4 gap = hn::Max(hn::Sub(other_lower, upper), hn::Sub(lower, other_upper));
        tests[kept] = test;
        kept += hn::AllFalse(f, hn::And(hn::Gt(gap, most), is_coordinate)) ? 1 : 0;
    }
    return kept;
}

} // namespace

std::size_t near_vertices(const float* points, contact_batch::FeaturePoints* tests, std::size_t count, float distance)
{
    return keep_near<false>(points, tests, count, distance);
}

std::size_t near_edges(const float* points, contact_batch::FeaturePoints* tests, std::size_t count, float distance)
{
    return keep_near<true>(points, tests, count, distance);
}

// Nothing is rounded outwards here: what rounds to nearest is inside of what describe() takes for the region.
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

HWY_EXPORT(near_vertices);
HWY_EXPORT(near_edges);
HWY_EXPORT(points_into_common_parts);

std::size_t
contact_batch::keep_near_vertices(const float* points, FeaturePoints* tests, std::size_t count, float distance)
{
    return HWY_DYNAMIC_DISPATCH(near_vertices)(points, tests, count, distance);
}

std::size_t contact_batch::keep_near_edges(const float* points, FeaturePoints* tests, std::size_t count, float distance)
{
    return HWY_DYNAMIC_DISPATCH(near_edges)(points, tests, count, distance);
}

void contact_batch::move_into_common_parts(
    const float* corners, float distance, const ContactOfPair* list, std::size_t count, float* points,
    std::size_t stride)
{
    HWY_DYNAMIC_DISPATCH(points_into_common_parts)(corners, distance, list, count, points, stride);
}

} // namespace tactus
#endif
