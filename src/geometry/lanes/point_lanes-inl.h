// SPDX-License-Identifier: MIT
// Sums and products of several points at a time, every step rounded by itself. For inclusion by Highway kernels only.
#include <hwy/highway.h>

#include "geometry/lanes/triangle_lanes-inl.h"

#if defined(TACTUS_GEOMETRY_LANES_POINT_LANES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TACTUS_GEOMETRY_LANES_POINT_LANES_INL_H
#undef TACTUS_GEOMETRY_LANES_POINT_LANES_INL_H
#else
#define TACTUS_GEOMETRY_LANES_POINT_LANES_INL_H
#endif

HWY_BEFORE_NAMESPACE();
namespace tactus::HWY_NAMESPACE {
namespace {

HWY_INLINE Float4 all(float value) { return hn::Set(Floats(), value); }

template <class V>
HWY_INLINE PointLanes<V> operator-(const PointLanes<V>& a, const PointLanes<V>& b)
{
    return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}

template <class V>
HWY_INLINE PointLanes<V> operator+(const PointLanes<V>& a, const PointLanes<V>& b)
{
    return {hn::Add(a.x, b.x), hn::Add(a.y, b.y), hn::Add(a.z, b.z)};
}

template <class V>
HWY_INLINE PointLanes<V> operator*(const PointLanes<V>& a, V scale)
{
    return {hn::Mul(a.x, scale), hn::Mul(a.y, scale), hn::Mul(a.z, scale)};
}

template <class V>
HWY_INLINE PointLanes<V> cross(const PointLanes<V>& a, const PointLanes<V>& b)
{
    return {
        hn::Sub(hn::Mul(a.y, b.z), hn::Mul(a.z, b.y)), hn::Sub(hn::Mul(a.z, b.x), hn::Mul(a.x, b.z)),
        hn::Sub(hn::Mul(a.x, b.y), hn::Mul(a.y, b.x))};
}

template <class V>
HWY_INLINE V dot(const PointLanes<V>& a, const PointLanes<V>& b)
{
    return hn::Add(hn::Add(hn::Mul(a.x, b.x), hn::Mul(a.y, b.y)), hn::Mul(a.z, b.z));
}

} // namespace
} // namespace tactus::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
