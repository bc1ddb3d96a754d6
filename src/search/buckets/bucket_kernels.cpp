// SPDX-License-Identifier: MIT
#include "search/buckets/bucket_kernels.h"

#include <bit>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "search/buckets/bucket_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "base/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tactus {
namespace HWY_NAMESPACE {

/// Which of eight boxes overlap one, bit k for the k-th.
HWY_INLINE std::uint32_t overlapping(const float (&lower)[3][8], const float (&upper)[3][8], const BucketLanes& box)
{
    const auto half = [&](std::size_t first) HWY_ATTR {
        const auto along = [&](std::size_t axis) HWY_ATTR {
            return hn::And(
                hn::Le(hn::Load(float4, lower[axis] + first), hn::Set(float4, box.upper[axis])),
                hn::Ge(hn::Load(float4, upper[axis] + first), hn::Set(float4, box.lower[axis])));
        };
        return hn::BitCast(int4, hn::VecFromMask(float4, hn::And(hn::And(along(0), along(1)), along(2))));
    };
    // Of registers of this size the halves stay in order.
    std::uint8_t bits[8];
    hn::StoreMaskBits(half8, hn::MaskFromVec(hn::ReorderDemote2To(half8, half(0), half(4))), bits);
    return bits[0];
}

template <class F>
HWY_INLINE void for_each_bit(std::uint32_t set, F f)
{
    for (; set != 0; set &= set - 1)
        f(static_cast<std::uint32_t>(std::countr_zero(set)));
}

std::size_t near_triangles_now(
    const TriangleBlock* a, const TriangleBlock* b, float distance, const BucketNamePair* pairs, std::size_t count,
    IndexPair* HWY_RESTRICT out)
{
    std::size_t found = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const TriangleBlock& block_a = a[pairs[i].a];
        const TriangleBlock& block_b = b[pairs[i].b];
        const bool is_same = &block_a == &block_b;
        for (std::uint32_t k = 0; k < 8; ++k) {
            const BucketBox own = {
                {block_a.lower[0][k], block_a.lower[1][k], block_a.lower[2][k]},
                {block_a.upper[0][k], block_a.upper[1][k], block_a.upper[2][k]}};
            const BucketLanes box = reaching(BucketLanes::of(own), distance);
            std::uint32_t hits = overlapping(block_b.lower, block_b.upper, box);
            if (is_same)
                hits = hits >> k >> 1 << k << 1;
            for_each_bit(hits, [&](std::uint32_t other) HWY_ATTR {
                out[found++] = {block_a.place[k], block_b.place[other]};
            });
        }
    }
    return found;
}

} // namespace HWY_NAMESPACE
} // namespace tactus
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tactus {

HWY_EXPORT(near_triangles_now);

namespace {

float volume(const BucketLanes& box)
{
    return (box.upper[0] - box.lower[0]) * (box.upper[1] - box.lower[1]) * (box.upper[2] - box.lower[2]);
}

bool opens_a(const BucketNodes& a, const BucketNodes& b, BucketOrder order, BucketNamePair pair)
{
    if (a.is_bucket(pair.a) || b.is_bucket(pair.b))
        return b.is_bucket(pair.b);
    return (volume(a.box(pair.a)) < volume(b.box(pair.b))) == (order == BucketOrder::smaller_first);
}

} // namespace

void open_bucket_nodes(
    const BucketNodes& a, const BucketNodes& b, BucketOrder order, float distance, const BucketNamePair* pairs,
    std::size_t count, OpenedBuckets& out)
{
    BucketNamePair* nodes = out.nodes;
    BucketNamePair* buckets = out.buckets;
    std::size_t node_count = 0, bucket_count = 0;
    const auto add = [&](std::uint32_t name_a, std::uint32_t name_b) {
        const BucketNamePair next = {name_a, name_b};
        const bool are_buckets = a.is_bucket(name_a) && b.is_bucket(name_b);
        // Both lists have room for one more: no branch.
        nodes[node_count] = next;
        buckets[bucket_count] = next;
        node_count += are_buckets ? 0 : 1;
        bucket_count += are_buckets ? 1 : 0;
    };
    for (std::size_t i = 0; i < count; ++i) {
        const BucketNamePair pair = pairs[i];
        if (&a == &b && pair.a == pair.b) {
            const auto [begin, end] = a.children(pair.a);
            for (std::uint32_t child = begin; child < end; ++child) {
                const BucketLanes box = reaching(a.box(child), distance);
                for (std::uint32_t other = child; other < end; ++other)
                    if (overlap(box, a.box(other)))
                        add(child, other);
            }
            continue;
        }
        const bool of_a = opens_a(a, b, order, pair);
        const BucketNodes& opened = of_a ? a : b;
        const BucketLanes box = reaching(of_a ? b.box(pair.b) : a.box(pair.a), distance);
        const auto [begin, end] = opened.children(of_a ? pair.a : pair.b);
        for (std::uint32_t child = begin; child < end; ++child)
            if (overlap(box, opened.box(child)))
                add(of_a ? child : pair.a, of_a ? pair.b : child);
    }
    out.node_count = node_count;
    out.bucket_count = bucket_count;
}

std::size_t near_triangles(
    const TriangleBlock* a, const TriangleBlock* b, float distance, const BucketNamePair* pairs, std::size_t count,
    IndexPair* out)
{
    return HWY_DYNAMIC_DISPATCH(near_triangles_now)(a, b, distance, pairs, count, out);
}

} // namespace tactus
#endif
