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

/// Calls use(i, mask(i)) for all i, one mask ahead: a mask is long in coming, and what does not wait for it goes on.
template <class Mask, class Use>
HWY_INLINE void for_each_mask(std::size_t count, Mask mask, Use use)
{
    if (count == 0)
        return;
    unsigned now = mask(0);
    for (std::size_t i = 0; i + 1 < count; ++i) {
        const unsigned next = mask(i + 1);
        use(i, now);
        now = next;
    }
    use(count - 1, now);
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
    for_each_mask(count, apart, [&](std::size_t i, unsigned mask) HWY_ATTR {
        const std::uint32_t* lanes = kept_lanes[mask].lanes;
        const auto first = hn::Set(word4, 8 * child_block(opened[i]));
        const auto same = hn::Set(word4, kept[i]);
        hn::StoreU(same, word4, out_kept + found);
        hn::StoreU(same, word4, out_kept + found + 4);
        hn::StoreU(hn::Add(first, hn::Load(word4, lanes)), word4, out_opened + found);
        hn::StoreU(hn::Add(first, hn::Load(word4, lanes + 4)), word4, out_opened + found + 4);
        found += kept_count[mask];
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

std::size_t open_leaves_now(
    const BlockBox* kept_boxes, const std::uint32_t* HWY_RESTRICT kept_slot_of_leaf, const BoxBlock* opened_blocks,
    const std::uint32_t* HWY_RESTRICT opened_slot_of_leaf, const BoxPairs& pairs, std::size_t count, IndexPair* out)
{
    const std::uint32_t* HWY_RESTRICT kept_list = pairs.kept;
    const std::uint32_t* HWY_RESTRICT opened_list = pairs.opened;
    std::size_t found = 0;
    const auto apart = [&](std::size_t i)
                           HWY_ATTR { return apart_mask(kept_boxes[kept_list[i]], opened_blocks[opened_list[i]]); };
    for_each_mask(count, apart, [&](std::size_t i, unsigned mask) HWY_ATTR {
        const std::uint32_t kept = kept_list[i];
        const std::uint32_t* lanes = kept_lanes[mask].lanes;
        const auto first = hn::Set(word4, opened_slot_of_leaf[opened_list[i]]);
        const auto same = hn::Set(word4, kept_slot_of_leaf[kept >> 3] + (kept & 7));
        const auto low = hn::Add(first, hn::Load(word4, lanes));
        const std::size_t count_here = kept_count[mask];
        auto* place = reinterpret_cast<std::uint32_t*>(out + found);
        hn::StoreU(hn::InterleaveLower(word4, same, low), word4, place);
        hn::StoreU(hn::InterleaveUpper(word4, same, low), word4, place + 4);
        // A triangle rarely overlaps more than four of eight: this branch is predicted.
        if (HWY_UNLIKELY(count_here > 4)) {
            const auto high = hn::Add(first, hn::Load(word4, lanes + 4));
            hn::StoreU(hn::InterleaveLower(word4, same, high), word4, place + 8);
            hn::StoreU(hn::InterleaveUpper(word4, same, high), word4, place + 12);
        }
        found += count_here;
    });
    return found;
}

} // namespace HWY_NAMESPACE
} // namespace tactus
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tactus {

HWY_EXPORT(open_boxes_now);
HWY_EXPORT(open_leaves_now);

std::size_t open_boxes(
    const BlockBox* kept_boxes, const ChildBlocks& children, const BoxPairs& pairs, std::size_t count,
    const BoxPairsRoom& out)
{
    return HWY_DYNAMIC_DISPATCH(open_boxes_now)(kept_boxes, children, pairs, count, out);
}

std::size_t open_leaves(
    const BlockBox* kept_boxes, const std::uint32_t* kept_slot_of_leaf, const BoxBlock* opened_blocks,
    const std::uint32_t* opened_slot_of_leaf, const BoxPairs& pairs, std::size_t count, IndexPair* out)
{
    return HWY_DYNAMIC_DISPATCH(open_leaves_now)(
        kept_boxes, kept_slot_of_leaf, opened_blocks, opened_slot_of_leaf, pairs, count, out);
}

} // namespace tactus
#endif
