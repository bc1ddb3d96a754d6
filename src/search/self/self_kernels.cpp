// SPDX-License-Identifier: MIT
#include "search/self/self_kernels.h"

#include <bit>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "search/self/self_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "base/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tactus {
namespace HWY_NAMESPACE {
namespace {

struct Boxes {
    Half8 lx, ly, lz, ux, uy, uz;

    explicit HWY_INLINE Boxes(const BoxBlock& block)
        : lx(hn::Load(half8, block.lower[0])), ly(hn::Load(half8, block.lower[1])), lz(hn::Load(half8, block.lower[2])),
          ux(hn::Load(half8, block.upper[0])), uy(hn::Load(half8, block.upper[1])), uz(hn::Load(half8, block.upper[2]))
    {
    }
};

/// Negative in each lane where box `kRow` of a is apart from b's.
template <int kRow>
HWY_INLINE UHalf8 apart_in_row(const Boxes& a, const Boxes& b)
{
    const Half8 x0 = hn::SaturatedSub(b.ux, hn::Broadcast<kRow>(a.lx));
    const Half8 x1 = hn::SaturatedSub(hn::Broadcast<kRow>(a.ux), b.lx);
    const Half8 y0 = hn::SaturatedSub(b.uy, hn::Broadcast<kRow>(a.ly));
    const Half8 y1 = hn::SaturatedSub(hn::Broadcast<kRow>(a.uy), b.ly);
    const Half8 z0 = hn::SaturatedSub(b.uz, hn::Broadcast<kRow>(a.lz));
    const Half8 z1 = hn::SaturatedSub(hn::Broadcast<kRow>(a.uz), b.lz);
    return hn::BitCast(uhalf8, hn::Or(hn::Or(hn::Or(x0, x1), hn::Or(y0, y1)), hn::Or(z0, z1)));
}

/// Shifts the sign of `row` into each lane of bits from above.
HWY_INLINE UHalf8 push_sign(UHalf8 bits, UHalf8 row)
{
#if HWY_TARGET == HWY_NEON
    return UHalf8(vsriq_n_u16(row.raw, bits.raw, 1));
#else
    return hn::Or(hn::ShiftRight<1>(bits), hn::And(row, hn::Set(uhalf8, std::uint16_t{0x8000})));
#endif
}

/// Bit 8 * j + i: box i of a overlaps box j of b.
HWY_INLINE std::uint64_t overlaps(const BoxBlock& block_a, const BoxBlock& block_b)
{
    const Boxes a(block_a), b(block_b);
    UHalf8 bits = apart_in_row<0>(a, b);
    bits = push_sign(bits, apart_in_row<1>(a, b));
    bits = push_sign(bits, apart_in_row<2>(a, b));
    bits = push_sign(bits, apart_in_row<3>(a, b));
    bits = push_sign(bits, apart_in_row<4>(a, b));
    bits = push_sign(bits, apart_in_row<5>(a, b));
    bits = push_sign(bits, apart_in_row<6>(a, b));
    bits = push_sign(bits, apart_in_row<7>(a, b));
#if HWY_TARGET == HWY_NEON
    return ~vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(bits.raw, 8)), 0);
#else
    constexpr hn::FixedTag<std::uint8_t, 8> bytes8;
    constexpr hn::FixedTag<std::uint64_t, 1> long1;
    const auto bytes = hn::DemoteTo(bytes8, hn::BitCast(half8, hn::ShiftRight<8>(bits)));
    return ~hn::GetLane(hn::BitCast(long1, bytes));
#endif
}

std::size_t overlapping_adjacent(
    const BoxBlock* HWY_RESTRICT blocks, const AdjacentPair* pairs, std::size_t count, AdjacentPair* out)
{
    std::size_t kept = 0;
    for (std::size_t k = 0; k < count; ++k) {
        const AdjacentPair pair = pairs[k];
        const std::uint64_t left = overlaps(blocks[pair.a], blocks[pair.b]) & pair.apart;
        out[kept] = {pair.a, pair.b, left};
        kept += left != 0;
    }
    return kept;
}

std::size_t overlapping_any(
    const BoxBlock* HWY_RESTRICT blocks, const IndexPair* pairs, std::size_t count, AdjacentPair* HWY_RESTRICT out)
{
    std::size_t kept = 0;
    for (std::size_t k = 0; k < count; ++k) {
        const IndexPair pair = pairs[k];
        const std::uint64_t left = overlaps(blocks[pair.a], blocks[pair.b]);
        out[kept] = {pair.a, pair.b, left};
        kept += left != 0;
    }
    return kept;
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace tactus
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tactus {

HWY_EXPORT(overlapping_adjacent);
HWY_EXPORT(overlapping_any);

std::size_t
overlapping_children(const BoxBlock* blocks, const AdjacentPair* pairs, std::size_t count, AdjacentPair* out)
{
    return HWY_DYNAMIC_DISPATCH(overlapping_adjacent)(blocks, pairs, count, out);
}

std::size_t overlapping_children(const BoxBlock* blocks, const IndexPair* pairs, std::size_t count, AdjacentPair* out)
{
    return HWY_DYNAMIC_DISPATCH(overlapping_any)(blocks, pairs, count, out);
}

std::size_t list_children(const AdjacentPair* pairs, std::size_t count, IndexPair* out)
{
    if (count == 0)
        return 0;
    // One child pair a turn, and a step to the next record where its bits are used up, without a branch: how many
    // bits a record has cannot be predicted.
    const AdjacentPair* const end = pairs + count;
    std::size_t made = 0;
    std::uint64_t bits = pairs->apart;
    while (pairs != end) {
        const auto k = static_cast<std::uint32_t>(std::countr_zero(bits));
        out[made++] = {8 * pairs->a + k % 8, 8 * pairs->b + k / 8};
        const std::uint64_t rest = bits & (bits - 1);
        const std::uint64_t next = pairs[1].apart;
        pairs += rest == 0;
        bits = rest == 0 ? next : rest;
    }
    return made;
}

} // namespace tactus
#endif
