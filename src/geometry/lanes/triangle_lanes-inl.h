// SPDX-License-Identifier: MIT
// Four triangles of a mesh at a time, one to a lane. For inclusion by Highway kernels only.
#include <hwy/highway.h>

#include "base/lanes-inl.h"

#if defined(TACTUS_GEOMETRY_LANES_TRIANGLE_LANES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TACTUS_GEOMETRY_LANES_TRIANGLE_LANES_INL_H
#undef TACTUS_GEOMETRY_LANES_TRIANGLE_LANES_INL_H
#else
#define TACTUS_GEOMETRY_LANES_TRIANGLE_LANES_INL_H
#endif

HWY_BEFORE_NAMESPACE();
namespace tactus::HWY_NAMESPACE {
namespace {

using Floats = hn::FixedTag<float, 4>;
using Words = hn::FixedTag<std::uint32_t, 4>;
using Mask4 = hn::Mask<Floats>;

// Points or directions, as many as a register of the machine has lanes.
template <class V>
struct PointLanes {
    V x;
    V y;
    V z;
};

// Four points or directions.
using Points = PointLanes<Float4>;

// Fused where the machine can: for what has a margin, and decides nothing alone.
template <class V>
HWY_INLINE PointLanes<V> fused_cross(const PointLanes<V>& a, const PointLanes<V>& b)
{
    return {
        hn::NegMulAdd(a.z, b.y, hn::Mul(a.y, b.z)), hn::NegMulAdd(a.x, b.z, hn::Mul(a.z, b.x)),
        hn::NegMulAdd(a.y, b.x, hn::Mul(a.x, b.y))};
}

template <class V>
HWY_INLINE V fused_dot(const PointLanes<V>& a, const PointLanes<V>& b)
{
    return hn::MulAdd(a.z, b.z, hn::MulAdd(a.y, b.y, hn::Mul(a.x, b.x)));
}

template <class V>
HWY_INLINE V largest_component(const PointLanes<V>& a)
{
    return hn::Max(hn::Max(hn::Abs(a.x), hn::Abs(a.y)), hn::Abs(a.z));
}

// Gives the coordinates of four points in each block of four lanes, of which vk holds point k: that of point k goes to
// lane k of its block.
template <class V>
HWY_INLINE PointLanes<V> transposed(V v0, V v1, V v2, V v3)
{
    const hn::DFromV<V> f;
    const hn::RepartitionToWide<hn::DFromV<V>> two;
    const auto xy01 = hn::BitCast(two, hn::InterleaveLower(f, v0, v1));
    const auto xy23 = hn::BitCast(two, hn::InterleaveLower(f, v2, v3));
    const auto z01 = hn::BitCast(two, hn::InterleaveUpper(f, v0, v1));
    const auto z23 = hn::BitCast(two, hn::InterleaveUpper(f, v2, v3));
    return {
        hn::BitCast(f, hn::InterleaveLower(two, xy01, xy23)), hn::BitCast(f, hn::InterleaveUpper(two, xy01, xy23)),
        hn::BitCast(f, hn::InterleaveLower(two, z01, z23))};
}

HWY_INLINE Float4 vertex(const float* positions, std::uint32_t index)
{
    return hn::LoadU(Floats(), positions + 3 * static_cast<std::size_t>(index));
}

} // namespace
} // namespace tactus::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
