// SPDX-License-Identifier: MIT
// Registers as wide as the machine has them, put together of blocks of four lanes. For inclusion by Highway kernels
// only.
#include <hwy/highway.h>

#include "geometry/lanes/triangle_lanes-inl.h"

#if defined(TACTUS_GEOMETRY_LANES_WIDE_LANES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TACTUS_GEOMETRY_LANES_WIDE_LANES_INL_H
#undef TACTUS_GEOMETRY_LANES_WIDE_LANES_INL_H
#else
#define TACTUS_GEOMETRY_LANES_WIDE_LANES_INL_H
#endif

HWY_BEFORE_NAMESPACE();
namespace tactus::HWY_NAMESPACE {
namespace {

// Registers of vertices are put together of four lanes each: gathers of the machine take longer.
template <std::size_t lanes>
using FloatsOf = hn::FixedTag<float, lanes>;
template <std::size_t lanes>
using WordsOf = hn::FixedTag<std::uint32_t, lanes>;
template <std::size_t lanes>
using FloatLanes = hn::Vec<FloatsOf<lanes>>;

constexpr std::size_t narrow = 4;
constexpr std::size_t wide = HWY_MAX_BYTES >= 64 ? 16 : HWY_MAX_BYTES >= 32 ? 8 : narrow;

// Registers of four lanes, block(first) and those after it, as one.
template <std::size_t lanes, class Block>
HWY_INLINE FloatLanes<lanes> joined(Block block, int first = 0)
{
    if constexpr (lanes == narrow)
        return block(first);
    else
        return hn::Combine(
            FloatsOf<lanes>(), joined<lanes / 2>(block, first + int(lanes / 8)), joined<lanes / 2>(block, first));
}

// Eight times the largest product of components of two vectors, or more where that is next to nothing.
template <class V>
HWY_INLINE V area_bound(V largest, V other_largest)
{
    const hn::DFromV<V> f;
    return hn::Max(hn::Mul(hn::Mul(largest, hn::Set(f, 8.0f)), other_largest), hn::Set(f, 0x1p-97f));
}

// What a determinant, or the sum of two, can be off by in float: of minors with such an area_bound, and of vectors
// whose components are no larger than `reach`. geometry/triangle_pairs/crossing_batch.cpp says why.
template <class V>
HWY_INLINE V error_bound(V area, V reach)
{
    const hn::DFromV<V> f;
    return hn::Max(hn::Mul(hn::Mul(area, reach), hn::Set(f, 7.0f * 0x1p-24f)), hn::Set(f, 0x1p-120f));
}

// A little more than the length of a vector, and never nothing.
template <class V>
HWY_INLINE V longer_than(const PointLanes<V>& a)
{
    const hn::DFromV<V> f;
    const V squared = hn::MulAdd(a.x, a.x, hn::MulAdd(a.y, a.y, hn::MulAdd(a.z, a.z, hn::Set(f, 0x1p-100f))));
    return hn::Mul(hn::Sqrt(squared), hn::Set(f, 1.0f + 0x1p-20f));
}

using Lanes = FloatLanes<wide>;
using LaneMask = hn::Mask<FloatsOf<wide>>;
using LaneWords = hn::Vec<WordsOf<wide>>;
using WidePoints = PointLanes<Lanes>;

HWY_INLINE Lanes in_each(float value) { return hn::Set(FloatsOf<wide>(), value); }

// Points of four floats, with the numbers that number_of(lane) gives.
template <class NumberOf>
HWY_INLINE WidePoints points_of(const float* points, NumberOf number_of)
{
    const auto lane_of_blocks = [&](std::size_t lane) HWY_ATTR {
        return joined<wide>([&](int block) HWY_ATTR {
            const std::size_t number = number_of(4 * static_cast<std::size_t>(block) + lane);
            return hn::Load(Floats(), points + 4 * number);
        });
    };
    return transposed(lane_of_blocks(0), lane_of_blocks(1), lane_of_blocks(2), lane_of_blocks(3));
}

} // namespace
} // namespace tactus::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
