// SPDX-License-Identifier: MIT
#include "search/nodes/block_kernels.h"

#include <bit>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "search/nodes/block_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "base/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tactus {
namespace HWY_NAMESPACE {

/// Which boxes of a block overlap one, bit k for the k-th.
HWY_INLINE std::uint32_t overlapping(const NodeBlock& block, const Box& box)
{
    const float lower[3] = {box.lower.x, box.lower.y, box.lower.z};
    const float upper[3] = {box.upper.x, box.upper.y, box.upper.z};
    const auto half = [&](std::size_t first) HWY_ATTR {
        const auto along = [&](std::size_t axis) HWY_ATTR {
            return hn::And(
                hn::Le(hn::Load(float4, block.lower[axis] + first), hn::Set(float4, upper[axis])),
                hn::Ge(hn::Load(float4, block.upper[axis] + first), hn::Set(float4, lower[axis])));
        };
        return hn::BitCast(int4, hn::VecFromMask(float4, hn::And(hn::And(along(0), along(1)), along(2))));
    };
    // Of registers of this size the halves stay in order.
    std::uint8_t bits[8];
    hn::StoreMaskBits(half8, hn::MaskFromVec(hn::ReorderDemote2To(half8, half(0), half(4))), bits);
    // A box without end overlaps all, and also what is not there.
    return bits[0] & block.held;
}

void find_overlapping_now(
    const NodeBlock* a, const NodeBlock* b, const NodeQuestion* questions, std::size_t count,
    std::uint8_t* HWY_RESTRICT answers)
{
    for (std::size_t i = 0; i < count; ++i) {
        const NodeQuestion& question = questions[i];
        const NodeBlock* const blocks = question.kind == NodeQuestion::children_of_b ? b : a;
        answers[i] = static_cast<std::uint8_t>(overlapping(blocks[question.block], question.box));
    }
}

std::size_t near_triangles_now(
    const NodeBlock* a, const NodeBlock* b, const Box* boxes_b, float distance, const IndexPair* pairs,
    std::size_t count, IndexPair* HWY_RESTRICT out)
{
    const auto reach_of = [&](const Box& box)
                              HWY_ATTR { return distance > 0.0f ? widened_loosely_by(distance, box) : box; };
    std::size_t found = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const NodeBlock& block_a = a[pairs[i].a];
        const NodeBlock& block_b = b[pairs[i].b];
        const bool is_same = &block_a == &block_b;
        // Most triangles of a are not near any of b.
        std::uint32_t rows = overlapping(block_a, reach_of(boxes_b[pairs[i].b]));
        for (; rows != 0; rows &= rows - 1) {
            const auto k = static_cast<std::uint32_t>(std::countr_zero(rows));
            std::uint32_t hits = overlapping(block_b, reach_of(block_a.box(k)));
            if (is_same)
                hits = hits >> k >> 1 << k << 1;
            for (; hits != 0; hits &= hits - 1)
                out[found++] = {block_a.name[k], block_b.name[std::countr_zero(hits)]};
        }
    }
    return found;
}

std::size_t put_neighbours_aside_now(
    const std::uint32_t* HWY_RESTRICT corners, IndexPair* pairs, std::size_t count, IndexPair* HWY_RESTRICT neighbours)
{
    constexpr hn::Half<decltype(word4)> word2;
    std::size_t kept = 0;
    // Without a branch, since about half of them are neighbours.
    for (std::size_t i = 0; i < count; ++i) {
        const IndexPair pair = pairs[i];
        const std::uint32_t* const a = corners + 3 * std::size_t{pair.a};
        const std::uint32_t* const b = corners + 3 * std::size_t{pair.b};
        const auto all_of_b = hn::Combine(word4, hn::LoadU(word2, b + 1), hn::LoadU(word2, b));
        const auto is_of_b = [&](std::uint32_t vertex) HWY_ATTR { return hn::Eq(hn::Set(word4, vertex), all_of_b); };
        const bool are_apart = hn::AllFalse(word4, hn::Or(hn::Or(is_of_b(a[0]), is_of_b(a[1])), is_of_b(a[2])));
        pairs[kept] = pair;
        neighbours[i - kept] = pair;
        kept += static_cast<std::size_t>(are_apart);
    }
    return kept;
}

} // namespace HWY_NAMESPACE
} // namespace tactus
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tactus {

HWY_EXPORT(find_overlapping_now);
HWY_EXPORT(near_triangles_now);
HWY_EXPORT(put_neighbours_aside_now);

void find_overlapping(
    const NodeBlock* a, const NodeBlock* b, const NodeQuestion* questions, std::size_t count, std::uint8_t* answers)
{
    HWY_DYNAMIC_DISPATCH(find_overlapping_now)(a, b, questions, count, answers);
}

std::size_t near_triangles(
    const NodeBlock* a, const NodeBlock* b, const Box* boxes_b, float distance, const IndexPair* pairs,
    std::size_t count, IndexPair* out)
{
    return HWY_DYNAMIC_DISPATCH(near_triangles_now)(a, b, boxes_b, distance, pairs, count, out);
}

std::size_t
put_neighbours_aside(const std::uint32_t* corners, IndexPair* pairs, std::size_t count, IndexPair* neighbours)
{
    return HWY_DYNAMIC_DISPATCH(put_neighbours_aside_now)(corners, pairs, count, neighbours);
}

} // namespace tactus
#endif
