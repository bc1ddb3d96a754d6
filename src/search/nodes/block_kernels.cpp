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

void find_overlapping_now(const BlockQuestion* questions, std::size_t count, std::uint8_t* HWY_RESTRICT answers)
{
    for (std::size_t i = 0; i < count; ++i)
        answers[i] = static_cast<std::uint8_t>(overlapping(*questions[i].block, questions[i].box));
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

} // namespace HWY_NAMESPACE
} // namespace tactus
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tactus {

HWY_EXPORT(find_overlapping_now);
HWY_EXPORT(near_triangles_now);

void find_overlapping(const BlockQuestion* questions, std::size_t count, std::uint8_t* answers)
{
    HWY_DYNAMIC_DISPATCH(find_overlapping_now)(questions, count, answers);
}

std::size_t near_triangles(
    const NodeBlock* a, const NodeBlock* b, const Box* boxes_b, float distance, const IndexPair* pairs,
    std::size_t count, IndexPair* out)
{
    return HWY_DYNAMIC_DISPATCH(near_triangles_now)(a, b, boxes_b, distance, pairs, count, out);
}

} // namespace tactus
#endif
