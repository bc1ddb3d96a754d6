// SPDX-License-Identifier: MIT
// Eight triangles or members of a patch side by side: all at once where machines have registers as wide, and else four
// and four. For inclusion by Highway kernels only.
#include <hwy/highway.h>

#include "geometry/lanes/point_lanes-inl.h"

#if defined(TACTUS_CONTACTS_DEPTHS_PATCHES_EIGHT_LANES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TACTUS_CONTACTS_DEPTHS_PATCHES_EIGHT_LANES_INL_H
#undef TACTUS_CONTACTS_DEPTHS_PATCHES_EIGHT_LANES_INL_H
#else
#define TACTUS_CONTACTS_DEPTHS_PATCHES_EIGHT_LANES_INL_H
#endif

HWY_BEFORE_NAMESPACE();
namespace tactus::HWY_NAMESPACE {
namespace {

constexpr hn::CappedTag<float, 8> lanes_of_eight;
constexpr std::size_t lanes_at_once = hn::MaxLanes(lanes_of_eight);
using EightLanes = hn::Vec<decltype(lanes_of_eight)>;
using EightPoints = PointLanes<EightLanes>;

HWY_INLINE EightLanes each_of_eight(float value) { return hn::Set(lanes_of_eight, value); }
HWY_INLINE EightPoints each_of_eight(Vec3 p) { return {each_of_eight(p.x), each_of_eight(p.y), each_of_eight(p.z)}; }
HWY_INLINE EightPoints load_eight(const float (&points)[3][8], std::size_t lane)
{
    return {
        hn::Load(lanes_of_eight, points[0] + lane), hn::Load(lanes_of_eight, points[1] + lane),
        hn::Load(lanes_of_eight, points[2] + lane)};
}
HWY_INLINE void store_eight(const EightPoints& a, float (&points)[3][8], std::size_t lane)
{
    hn::Store(a.x, lanes_of_eight, points[0] + lane);
    hn::Store(a.y, lanes_of_eight, points[1] + lane);
    hn::Store(a.z, lanes_of_eight, points[2] + lane);
}
HWY_INLINE EightLanes squared_length(EightLanes x, EightLanes y) { return hn::Add(hn::Mul(x, x), hn::Mul(y, y)); }

} // namespace
} // namespace tactus::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
