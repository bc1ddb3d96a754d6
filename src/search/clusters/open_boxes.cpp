// SPDX-License-Identifier: MIT
#include "search/clusters/open_boxes.h"

#include <array>
#include <bit>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "search/clusters/open_boxes.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "base/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tactus {
namespace HWY_NAMESPACE {

/// Which boxes of a block a box does not overlap, and which it would not if each of its faces were moved inwards.
struct ApartMasks {
    unsigned as_it_is;
    unsigned narrowed;
};

#if HWY_MAX_BYTES >= 64

constexpr hn::FixedTag<std::int16_t, 32> half32;
constexpr hn::FixedTag<std::uint8_t, 64> byte64;
constexpr hn::FixedTag<std::uint32_t, 8> word8;
constexpr hn::FixedTag<std::uint64_t, 8> wordpair8;

/// Which byte of a box goes where, so that eight copies of one number stand beside eight of the next.
struct alignas(64) SpreadNumbers {
    std::uint8_t bytes[64] = {};
};
constexpr SpreadNumbers spread(int b0, int b1, int b2, int b3)
{
    SpreadNumbers spread;
    const int numbers[4] = {b0, b1, b2, b3};
    for (int k = 0; k < 64; ++k)
        spread.bytes[k] = static_cast<std::uint8_t>(2 * numbers[k / 16] + k % 2);
    return spread;
}
constexpr SpreadNumbers upper_xyz = spread(4, 5, 6, 6), lower_xyz = spread(0, 0, 1, 2);

struct alignas(32) LaneNumbers {
    std::uint32_t words[8];
};
constexpr LaneNumbers lane_numbers = {{0, 1, 2, 3, 4, 5, 6, 7}};

HWY_INLINE std::uint32_t bits_of(hn::Mask<hn::FixedTag<std::int16_t, 32>> mask)
{
    std::uint64_t bits = 0; // Eight bytes, whatever the mask has.
    hn::StoreMaskBits(half32, mask, reinterpret_cast<std::uint8_t*>(&bits));
    return static_cast<std::uint32_t>(bits);
}

/// Bit k is set if the box, of which there are four copies, does not overlap box k of the block. Two comparisons see
/// all six faces of eight boxes.
HWY_INLINE unsigned apart_mask(hn::Vec<hn::FixedTag<std::int16_t, 32>> boxes, const BoxBlock& block)
{
    static_assert(sizeof(BoxBlock) == 6 * 16);
    const auto own = hn::BitCast(byte64, boxes);
    const auto upper = hn::BitCast(half32, hn::TableLookupBytes(own, hn::Load(byte64, upper_xyz.bytes)));
    const auto lower = hn::BitCast(half32, hn::TableLookupBytes(own, hn::Load(byte64, lower_xyz.bytes)));
    // The last quarter of the first, and the first quarter of the second, belong to the other side.
    const std::uint32_t beyond = bits_of(hn::Gt(hn::LoadU(half32, block.lower[0]), upper)) & 0xffffff;
    const std::uint32_t before = bits_of(hn::Gt(lower, hn::LoadU(half32, block.lower[2]))) >> 8;
    const std::uint32_t apart = beyond | before;
    return (apart | apart >> 8 | apart >> 16) & 255;
}

HWY_INLINE unsigned apart_mask(const BlockBox& box, const BoxBlock& block)
{
    return apart_mask(hn::LoadDup128(half32, box.lanes), block);
}

HWY_INLINE ApartMasks apart_masks(const BlockBox& box, const BlockBox& inwards, const BoxBlock& block)
{
    const auto boxes = hn::LoadDup128(half32, box.lanes);
    return {
        apart_mask(boxes, block), apart_mask(hn::SaturatedAdd(boxes, hn::LoadDup128(half32, inwards.lanes)), block)};
}

HWY_INLINE std::size_t kept_lane_count(unsigned apart) { return 8 - static_cast<std::size_t>(std::popcount(apart)); }

/// first + k for every k whose bit is not set, then zeros.
HWY_INLINE hn::Vec<hn::FixedTag<std::uint32_t, 8>> kept_from(unsigned apart, std::uint32_t first)
{
    const std::uint64_t kept = ~apart & 255;
    const auto lanes = hn::Add(hn::Set(word8, first), hn::Load(word8, lane_numbers.words));
    return hn::Compress(lanes, hn::LoadMaskBits(word8, reinterpret_cast<const std::uint8_t*>(&kept)));
}

/// Writes first + k for every k whose bit is not set, and room for eight is written to.
HWY_INLINE void store_kept(unsigned apart, std::uint32_t first, std::uint32_t* out)
{
    hn::StoreU(kept_from(apart, first), word8, out);
}

HWY_INLINE void store_eight(std::uint32_t value, std::uint32_t* out) { hn::StoreU(hn::Set(word8, value), word8, out); }

/// Writes the pair (a, first + k) for every k whose bit is not set, and room for eight is written to.
HWY_INLINE void store_kept_pairs(unsigned apart, std::uint32_t a, std::uint32_t first, IndexPair* out)
{
    const auto b = hn::ShiftLeft<32>(hn::PromoteTo(wordpair8, kept_from(apart, first)));
    hn::StoreU(hn::Or(b, hn::Set(wordpair8, std::uint64_t{a})), wordpair8, reinterpret_cast<std::uint64_t*>(out));
}

#else

/// By the mask of what is left out, row m lists the numbers of the bits that are not set in m, then zeros.
struct alignas(32) KeptLanes {
    std::uint32_t lanes[8] = {};
};
constexpr std::array<KeptLanes, 256> kept_lanes = [] {
    std::array<KeptLanes, 256> rows{};
    for (unsigned mask = 0; mask < 256; ++mask)
        for (unsigned bit = 0, count = 0; bit < 8; ++bit)
            if ((mask >> bit & 1) == 0)
                rows[mask].lanes[count++] = bit;
    return rows;
}();
constexpr std::array<std::uint8_t, 256> kept_count = [] {
    std::array<std::uint8_t, 256> counts{};
    for (unsigned mask = 0; mask < 256; ++mask)
        counts[mask] = static_cast<std::uint8_t>(8 - std::popcount(mask));
    return counts;
}();

/// Bit k is set if the box does not overlap box k of the block.
HWY_INLINE unsigned apart_mask(const BlockBox& box, const BoxBlock& block)
{
    const auto own = hn::Load(half8, box.lanes);
    const auto x = hn::Or(
        hn::Gt(hn::Load(half8, block.lower[0]), hn::Broadcast<4>(own)),
        hn::Gt(hn::Broadcast<0>(own), hn::Load(half8, block.upper[0])));
    const auto y = hn::Or(
        hn::Gt(hn::Load(half8, block.lower[1]), hn::Broadcast<5>(own)),
        hn::Gt(hn::Broadcast<1>(own), hn::Load(half8, block.upper[1])));
    const auto z = hn::Or(
        hn::Gt(hn::Load(half8, block.lower[2]), hn::Broadcast<6>(own)),
        hn::Gt(hn::Broadcast<2>(own), hn::Load(half8, block.upper[2])));
    // Of masks the minimum is the union. Compilers would make one long chain of more unions.
    const auto xy = hn::Min(hn::VecFromMask(half8, x), hn::VecFromMask(half8, y));
    std::uint8_t apart[8];
    hn::StoreMaskBits(half8, hn::MaskFromVec(hn::Min(xy, hn::VecFromMask(half8, z))), apart);
    return apart[0];
}

HWY_INLINE ApartMasks apart_masks(const BlockBox& box, const BlockBox& inwards, const BoxBlock& block)
{
    const auto own = hn::Load(half8, box.lanes), back = hn::Load(half8, inwards.lanes);
    const auto gap = [&](std::size_t axis, Half8 lower, Half8 upper) HWY_ATTR {
        return hn::Max(
            hn::SaturatedSub(hn::Load(half8, block.lower[axis]), upper),
            hn::SaturatedSub(lower, hn::Load(half8, block.upper[axis])));
    };
    const Half8 x = gap(0, hn::Broadcast<0>(own), hn::Broadcast<4>(own)),
                y = gap(1, hn::Broadcast<1>(own), hn::Broadcast<5>(own)),
                z = gap(2, hn::Broadcast<2>(own), hn::Broadcast<6>(own));
    const auto bits = [](auto mask) HWY_ATTR {
        std::uint8_t apart[8];
        hn::StoreMaskBits(half8, mask, apart);
        return unsigned{apart[0]};
    };
    return {
        bits(hn::Gt(hn::Max(hn::Max(x, y), z), hn::Zero(half8))),
        bits(hn::Or(
            hn::Or(hn::Gt(x, hn::Broadcast<4>(back)), hn::Gt(y, hn::Broadcast<5>(back))),
            hn::Gt(z, hn::Broadcast<6>(back))))};
}

HWY_INLINE std::size_t kept_lane_count(unsigned apart) { return kept_count[apart]; }

/// Writes first + k for every k whose bit is not set, and room for eight is written to.
HWY_INLINE void store_kept(unsigned apart, std::uint32_t first, std::uint32_t* out)
{
    const std::uint32_t* lanes = kept_lanes[apart].lanes;
    hn::StoreU(hn::Add(hn::Set(word4, first), hn::Load(word4, lanes)), word4, out);
    hn::StoreU(hn::Add(hn::Set(word4, first), hn::Load(word4, lanes + 4)), word4, out + 4);
}

HWY_INLINE void store_eight(std::uint32_t value, std::uint32_t* out)
{
    hn::StoreU(hn::Set(word4, value), word4, out);
    hn::StoreU(hn::Set(word4, value), word4, out + 4);
}

/// Writes the pair (a, first + k) for every k whose bit is not set, and room for eight is written to.
HWY_INLINE void store_kept_pairs(unsigned apart, std::uint32_t a, std::uint32_t first, IndexPair* out)
{
    const std::uint32_t* lanes = kept_lanes[apart].lanes;
    const auto same = hn::Set(word4, a);
    const auto low = hn::Add(hn::Set(word4, first), hn::Load(word4, lanes));
    auto* place = reinterpret_cast<std::uint32_t*>(out);
    hn::StoreU(hn::InterleaveLower(word4, same, low), word4, place);
    hn::StoreU(hn::InterleaveUpper(word4, same, low), word4, place + 4);
    // A triangle rarely overlaps more than four of eight: this branch is predicted.
    if (HWY_UNLIKELY(kept_lane_count(apart) > 4)) {
        const auto high = hn::Add(hn::Set(word4, first), hn::Load(word4, lanes + 4));
        hn::StoreU(hn::InterleaveLower(word4, same, high), word4, place + 8);
        hn::StoreU(hn::InterleaveUpper(word4, same, high), word4, place + 12);
    }
}

#endif

/// Calls use(i, mask(i)) for all i, one mask ahead: a mask is long in coming, and what does not wait for it goes on.
template <class Mask, class Use>
HWY_INLINE void for_each_mask(std::size_t count, Mask mask, Use use)
{
    if (count == 0)
        return;
    unsigned now = mask(0);
    // One place where `use` is called, so that it is sure to stand in the loop: the last mask is asked for twice.
    for (std::size_t i = 0; i < count; ++i) {
        const unsigned next = mask(i + 1 < count ? i + 1 : i);
        use(i, now);
        now = next;
    }
}

template <class ChildBlock>
HWY_INLINE std::size_t open_each(
    const BlockBox* kept_boxes, const BoxBlock* opened_blocks, ChildBlock child_block, const BoxPairs& pairs,
    std::size_t count, const BoxPairsRoom& out)
{
    const std::uint32_t* HWY_RESTRICT kept = pairs.kept;
    const std::uint32_t* HWY_RESTRICT opened = pairs.opened;
    std::uint32_t* HWY_RESTRICT out_kept = out.kept;
    std::uint32_t* HWY_RESTRICT out_opened = out.opened;
    std::size_t found = 0;
    const auto apart = [&](std::size_t i)
                           HWY_ATTR { return apart_mask(kept_boxes[kept[i]], opened_blocks[child_block(opened[i])]); };
    for_each_mask(count, apart, [&](std::size_t i, unsigned mask) TACTUS_IN_KERNEL {
        store_eight(kept[i], out_kept + found);
        store_kept(mask, 8 * child_block(opened[i]), out_opened + found);
        found += kept_lane_count(mask);
    });
    return found;
}

std::size_t open_boxes_now(
    const BlockBox* kept_boxes, const ChildBlocks& children, const BoxPairs& pairs, std::size_t count,
    const BoxPairsRoom& out)
{
    if (children.table != nullptr)
        return open_each(
            kept_boxes, children.blocks, [table = children.table](std::uint32_t a) HWY_ATTR { return table[a]; }, pairs,
            count, out);
    return open_each(
        kept_boxes, children.blocks, [shift = children.shift](std::uint32_t a) HWY_ATTR { return a + shift; }, pairs,
        count, out);
}

/// Mask is called with the addresses of a kept triangle and of an opened leaf.
template <class Mask>
HWY_INLINE std::size_t
open_each_leaf(const TriangleRows& triangles, Mask mask, const BoxPairs& pairs, std::size_t count, IndexPair* out)
{
    const std::uint32_t* HWY_RESTRICT kept_slot_of_leaf = triangles.kept_slot_of_leaf;
    const std::uint32_t* HWY_RESTRICT opened_slot_of_leaf = triangles.opened_slot_of_leaf;
    const std::uint32_t* HWY_RESTRICT kept_list = pairs.kept;
    const std::uint32_t* HWY_RESTRICT opened_list = pairs.opened;
    std::size_t found = 0;
    const auto left_out = [&](std::size_t i) TACTUS_IN_KERNEL { return mask(kept_list[i], opened_list[i]); };
    for_each_mask(count, left_out, [&](std::size_t i, unsigned dropped) TACTUS_IN_KERNEL {
        const std::uint32_t kept = kept_list[i];
        store_kept_pairs(
            dropped, kept_slot_of_leaf[kept >> 3] + (kept & 7), opened_slot_of_leaf[opened_list[i]], out + found);
        found += kept_lane_count(dropped);
    });
    return found;
}

std::size_t open_leaves_now(const TriangleRows& triangles, const BoxPairs& pairs, std::size_t count, IndexPair* out)
{
    const BlockBox* boxes = triangles.kept_boxes;
    const BoxBlock* blocks = triangles.opened_blocks;
    const auto apart = [&](std::uint32_t kept, std::uint32_t opened)
                           TACTUS_IN_KERNEL { return apart_mask(boxes[kept], blocks[opened]); };
    return open_each_leaf(triangles, apart, pairs, count, out);
}

std::size_t open_leaves_of_owners_now(
    const TriangleRows& triangles, const RowOwners& owners, const BoxPairs& pairs, std::size_t count, IndexPair* out)
{
    const BlockBox* boxes = triangles.kept_boxes;
    const BoxBlock* blocks = triangles.opened_blocks;
    const std::array<std::int16_t, 3>& cells = owners.narrowing;
    const auto back = [&](std::size_t axis) { return static_cast<std::int16_t>(-cells[axis]); };
    const BlockBox inwards = {{cells[0], cells[1], cells[2], 0, back(0), back(1), back(2), 0}};
    const auto left_out = [&](std::uint32_t kept, std::uint32_t opened) TACTUS_IN_KERNEL {
        const LeafOwners own = owners.kept[kept >> 3], other = owners.opened[opened];
        const unsigned owns_vertex = own.vertices >> (kept & 7) & 1u, owns_edge = own.edges >> (kept & 7) & 1u;
        // The triangles of the other leaf with which this one has features to compare.
        const unsigned wanted = (0u - owns_vertex) | other.vertices | ((0u - owns_edge) & other.edges);
        const ApartMasks apart = apart_masks(boxes[kept], inwards, blocks[opened]);
        return apart.as_it_is | (~wanted & apart.narrowed & 255);
    };
    return open_each_leaf(triangles, left_out, pairs, count, out);
}

} // namespace HWY_NAMESPACE
} // namespace tactus
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tactus {

HWY_EXPORT(open_boxes_now);
HWY_EXPORT(open_leaves_now);
HWY_EXPORT(open_leaves_of_owners_now);

std::size_t open_boxes(
    const BlockBox* kept_boxes, const ChildBlocks& children, const BoxPairs& pairs, std::size_t count,
    const BoxPairsRoom& out)
{
    return HWY_DYNAMIC_DISPATCH(open_boxes_now)(kept_boxes, children, pairs, count, out);
}

std::size_t open_leaves(const TriangleRows& triangles, const BoxPairs& pairs, std::size_t count, IndexPair* out)
{
    return HWY_DYNAMIC_DISPATCH(open_leaves_now)(triangles, pairs, count, out);
}

std::size_t open_leaves(
    const TriangleRows& triangles, const RowOwners& owners, const BoxPairs& pairs, std::size_t count, IndexPair* out)
{
    return HWY_DYNAMIC_DISPATCH(open_leaves_of_owners_now)(triangles, owners, pairs, count, out);
}

} // namespace tactus
#endif
