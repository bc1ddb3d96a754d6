// SPDX-License-Identifier: MIT
// How boxes get into blocks, for one instruction set at a time (Highway's way: no include guard of the usual kind).
#if defined(TACTUS_BOX_BLOCK_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TACTUS_BOX_BLOCK_INL
#undef TACTUS_BOX_BLOCK_INL
#else
#define TACTUS_BOX_BLOCK_INL
#endif

#include <hwy/highway.h>

#include "base/lanes-inl.h"
#include "tree/clusters/box_block.h"

HWY_BEFORE_NAMESPACE();
namespace tactus {
namespace HWY_NAMESPACE {

/// A grid in registers. The fourth lane is whatever lies behind a vertex and never counts.
struct GridLanes {
    Float4 origin;
    Float4 scale;
    Half8 widening;

    explicit HWY_INLINE GridLanes(const BoxGrid& grid)
    {
        alignas(16) const float o[4] = {grid.origin.x, grid.origin.y, grid.origin.z, 0.0f};
        alignas(16) const float s[4] = {grid.scale.x, grid.scale.y, grid.scale.z, 0.0f};
        origin = hn::Load(float4, o);
        scale = hn::Load(float4, s);
        const std::int16_t* w = grid.widening;
        alignas(16) const std::int16_t widths[8] = {w[0], w[1], w[2], 0, w[0], w[1], w[2], 0};
        widening = hn::Load(half8, widths);
    }

    HWY_INLINE Half4 operator()(Float4 point) const
    {
        // Both conversions saturate, on every instruction set. The lowest value belongs to empty places alone: nothing
        // may overlap them, however large it is.
        const auto q = hn::DemoteTo(half4, hn::ConvertTo(int4, hn::Mul(hn::Sub(point, origin), scale)));
        return hn::Max(q, hn::Set(half4, std::int16_t{-32767}));
    }
    HWY_INLINE Half8 operator()(Float4 first, Float4 second) const
    {
        const auto scaled = [&](Float4 point)
                                HWY_ATTR { return hn::ConvertTo(int4, hn::Mul(hn::Sub(point, origin), scale)); };
        // Of registers of this size the halves stay in order.
        return hn::Max(
            hn::ReorderDemote2To(half8, scaled(first), scaled(second)), hn::Set(half8, std::int16_t{-32767}));
    }
};

/// A box in one register, as a PackedBox has it.
HWY_INLINE Half8 packed_box(const GridLanes& grid, Float4 lower, Float4 upper)
{
    return hn::Combine(half8, hn::Not(grid(upper)), grid(lower));
}

HWY_INLINE Half8 packed_point(const GridLanes& grid, Float4 point)
{
    const auto q = grid(point);
    return hn::Combine(half8, hn::Not(q), q);
}

/// Two points, which cost less together.
HWY_INLINE void store_points(const GridLanes& grid, Float4 first, Float4 second, std::int16_t* to)
{
    const auto q = grid(first, second);
    const auto complement = hn::Not(q);
    hn::Store(hn::ConcatLowerLower(half8, complement, q), half8, to);
    hn::Store(hn::ConcatUpperUpper(half8, complement, q), half8, to + 8);
}

/// The packed box of something, made larger on every side. The lowest value stays that of empty places.
HWY_INLINE Half8 widened_box(const GridLanes& grid, Half8 packed)
{
    alignas(16) constexpr std::int16_t least[8] = {-32767, -32767, -32767, 0, -32768, -32768, -32768, 0};
    return hn::Max(hn::SaturatedSub(packed, grid.widening), hn::Load(half8, least));
}

/// The neutral element of joining: lower above upper.
HWY_INLINE Half8 packed_nothing() { return hn::Set(half8, std::int16_t{32767}); }

/// Turns the complement back.
HWY_INLINE void store_box(BlockBox& box, Half8 packed)
{
    alignas(16) constexpr std::int16_t upper_lanes[8] = {0, 0, 0, 0, -1, -1, -1, -1};
    hn::Store(hn::Xor(packed, hn::Load(half8, upper_lanes)), half8, box.lanes);
}

/// Writes eight packed boxes side by side.
HWY_INLINE void
store_block(BoxBlock& block, Half8 r0, Half8 r1, Half8 r2, Half8 r3, Half8 r4, Half8 r5, Half8 r6, Half8 r7)
{
    const Half8 a0 = hn::InterleaveLower(half8, r0, r4), a1 = hn::InterleaveUpper(half8, r0, r4);
    const Half8 a2 = hn::InterleaveLower(half8, r1, r5), a3 = hn::InterleaveUpper(half8, r1, r5);
    const Half8 a4 = hn::InterleaveLower(half8, r2, r6), a5 = hn::InterleaveUpper(half8, r2, r6);
    const Half8 a6 = hn::InterleaveLower(half8, r3, r7), a7 = hn::InterleaveUpper(half8, r3, r7);
    const Half8 b0 = hn::InterleaveLower(half8, a0, a4), b1 = hn::InterleaveUpper(half8, a0, a4);
    const Half8 b2 = hn::InterleaveLower(half8, a1, a5), b3 = hn::InterleaveUpper(half8, a1, a5);
    const Half8 b4 = hn::InterleaveLower(half8, a2, a6), b5 = hn::InterleaveUpper(half8, a2, a6);
    const Half8 b6 = hn::InterleaveLower(half8, a3, a7), b7 = hn::InterleaveUpper(half8, a3, a7);
    hn::Store(hn::InterleaveLower(half8, b0, b4), half8, block.lower[0]);
    hn::Store(hn::InterleaveUpper(half8, b0, b4), half8, block.lower[1]);
    hn::Store(hn::InterleaveLower(half8, b1, b5), half8, block.lower[2]);
    hn::Store(hn::Not(hn::InterleaveLower(half8, b2, b6)), half8, block.upper[0]);
    hn::Store(hn::Not(hn::InterleaveUpper(half8, b2, b6)), half8, block.upper[1]);
    hn::Store(hn::Not(hn::InterleaveLower(half8, b3, b7)), half8, block.upper[2]);
}

HWY_INLINE Half8 joined(Half8 r0, Half8 r1, Half8 r2, Half8 r3, Half8 r4, Half8 r5, Half8 r6, Half8 r7)
{
    return hn::Min(hn::Min(hn::Min(r0, r1), hn::Min(r2, r3)), hn::Min(hn::Min(r4, r5), hn::Min(r6, r7)));
}

/// Writes each of eight packed boxes alone.
HWY_INLINE void
store_each(BlockBox* boxes, Half8 r0, Half8 r1, Half8 r2, Half8 r3, Half8 r4, Half8 r5, Half8 r6, Half8 r7)
{
    store_box(boxes[0], r0);
    store_box(boxes[1], r1);
    store_box(boxes[2], r2);
    store_box(boxes[3], r3);
    store_box(boxes[4], r4);
    store_box(boxes[5], r5);
    store_box(boxes[6], r6);
    store_box(boxes[7], r7);
}

/// Writes eight packed boxes side by side and each alone; gives their join.
HWY_INLINE Half8 store_boxes(BoxBlock& block, BlockBox* boxes, const std::int16_t (*packed)[8])
{
    const Half8 r0 = hn::Load(half8, packed[0]), r1 = hn::Load(half8, packed[1]), r2 = hn::Load(half8, packed[2]);
    const Half8 r3 = hn::Load(half8, packed[3]), r4 = hn::Load(half8, packed[4]), r5 = hn::Load(half8, packed[5]);
    const Half8 r6 = hn::Load(half8, packed[6]), r7 = hn::Load(half8, packed[7]);
    store_block(block, r0, r1, r2, r3, r4, r5, r6, r7);
    store_each(boxes, r0, r1, r2, r3, r4, r5, r6, r7);
    return joined(r0, r1, r2, r3, r4, r5, r6, r7);
}

} // namespace HWY_NAMESPACE
} // namespace tactus
HWY_AFTER_NAMESPACE();

#endif
