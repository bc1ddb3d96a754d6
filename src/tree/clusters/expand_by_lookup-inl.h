// SPDX-License-Identifier: MIT
// How a cluster of few vertices is expanded where a register holds 32 numbers of 16 bits. Each coordinate of 64
// vertices fills two registers, in which one instruction looks up 32 corners. For inclusion by Highway kernels only.
#if defined(TACTUS_EXPAND_BY_LOOKUP_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TACTUS_EXPAND_BY_LOOKUP_INL
#undef TACTUS_EXPAND_BY_LOOKUP_INL
#else
#define TACTUS_EXPAND_BY_LOOKUP_INL
#endif

#include <array>
#include <cstring>

#include <hwy/highway.h>

#include "tree/clusters/block_tree.h"
#include "tree/clusters/box_block-inl.h"
#include "tree/clusters/cluster_tree.h"

HWY_BEFORE_NAMESPACE();
namespace tactus {
namespace HWY_NAMESPACE {

#if HWY_MAX_BYTES >= 64

constexpr std::size_t max_looked_up_vertices = 64;

constexpr hn::FixedTag<std::int16_t, 32> half32;
constexpr hn::FixedTag<std::uint32_t, 16> word16;
constexpr hn::FixedTag<std::uint64_t, 8> long8;
using Half32 = hn::Vec<decltype(half32)>;

struct alignas(64) HalfNumbers {
    std::int16_t numbers[32];
};
/// The numbers first, first + step, ...
constexpr HalfNumbers every(int first, int step)
{
    HalfNumbers numbers{};
    for (int k = 0; k < 32; ++k)
        numbers.numbers[k] = static_cast<std::int16_t>(first + k * step);
    return numbers;
}
/// Where the given faces of eight boxes are among the faces of all, eight numbers to a box.
constexpr HalfNumbers faces_of_eight(std::array<int, 4> faces)
{
    HalfNumbers numbers{};
    for (int k = 0; k < 32; ++k)
        numbers.numbers[k] = static_cast<std::int16_t>(8 * (k % 8) + faces[static_cast<std::size_t>(k / 8)]);
    return numbers;
}
constexpr HalfNumbers even_halves = every(0, 2), odd_halves = every(1, 2);
constexpr HalfNumbers first_faces = faces_of_eight({0, 1, 2, 4}), last_faces = faces_of_eight({5, 6, 5, 6});

/// Numbers `places` of 64 that stand in two registers. Of each place only the last six bits count.
HWY_INLINE Half32 looked_up(Half32 first, Half32 second, Half32 places)
{
    return Half32{_mm512_permutex2var_epi16(first.raw, places.raw, second.raw)};
}

HWY_INLINE Half32 lower_words(Half32 a, Half32 b) { return hn::InterleaveLower(half32, a, b); }
HWY_INLINE Half32 upper_words(Half32 a, Half32 b) { return hn::InterleaveUpper(half32, a, b); }
template <class D>
HWY_INLINE Half32 lower_of(D d, Half32 a, Half32 b)
{
    return hn::BitCast(half32, hn::InterleaveLower(d, hn::BitCast(d, a), hn::BitCast(d, b)));
}
template <class D>
HWY_INLINE Half32 upper_of(D d, Half32 a, Half32 b)
{
    return hn::BitCast(half32, hn::InterleaveUpper(d, hn::BitCast(d, a), hn::BitCast(d, b)));
}

/// One coordinate of some vertices, of 32 triangles' boxes, or whatever else has three of them.
struct Half32Axes {
    Half32 x;
    Half32 y;
    Half32 z;
};

/// The coordinates of 32 vertices whose numbers are listed, in the grid.
HWY_INLINE Half32Axes packed_vertices(const BoxGrid& grid, const float* positions, const std::uint32_t* numbers)
{
    constexpr hn::FixedTag<float, 16> float16;
    constexpr hn::FixedTag<float, 8> float8;
    constexpr hn::FixedTag<std::int32_t, 16> int16;
    alignas(16) const float o[4] = {grid.origin.x, grid.origin.y, grid.origin.z, 0.0f};
    alignas(16) const float s[4] = {grid.scale.x, grid.scale.y, grid.scale.z, 0.0f};
    const auto origin = hn::LoadDup128(float16, o), scale = hn::LoadDup128(float16, s);
    const auto vertex = [&](std::size_t k)
                            HWY_ATTR { return hn::LoadU(float4, positions + 3 * std::size_t(numbers[k])); };
    // Vertices k, k + 8, k + 16 and k + 24.
    const auto scaled = [&](std::size_t k) HWY_ATTR {
        const auto points = hn::Combine(
            float16, hn::Combine(float8, vertex(k + 24), vertex(k + 16)),
            hn::Combine(float8, vertex(k + 8), vertex(k)));
        return hn::ConvertTo(int16, hn::Mul(hn::Sub(points, origin), scale));
    };
    const auto two = [&](std::size_t k) HWY_ATTR { return hn::ReorderDemote2To(half32, scaled(k), scaled(k + 4)); };
    const Half32 r0 = two(0), r1 = two(1), r2 = two(2), r3 = two(3);
    const Half32 a0 = lower_words(r0, r1), a1 = upper_words(r0, r1);
    const Half32 a2 = lower_words(r2, r3), a3 = upper_words(r2, r3);
    const Half32 xy0 = lower_of(word16, a0, a2), z0 = upper_of(word16, a0, a2);
    const Half32 xy1 = lower_of(word16, a1, a3), z1 = upper_of(word16, a1, a3);
    // The lowest number belongs to empty places alone.
    const Half32 lowest = hn::Set(half32, std::int16_t{-32767});
    return {
        hn::Max(lower_of(long8, xy0, xy1), lowest), hn::Max(upper_of(long8, xy0, xy1), lowest),
        hn::Max(lower_of(long8, z0, z1), lowest)};
}

/// The boxes of 32 triangles, eight to a leaf.
struct TriangleBoxes32 {
    Half32Axes lower;
    Half32Axes upper;
};

/// Looks up the triangles' corners among 64 vertices.
template <bool widens>
HWY_INLINE TriangleBoxes32 boxes_of_triangles(
    const BoxGrid& grid, const Half32Axes& first, const Half32Axes& second, const std::array<std::uint8_t, 4>* local)
{
    const auto* bytes = reinterpret_cast<const std::int16_t*>(local);
    const Half32 half0 = hn::LoadU(half32, bytes), half1 = hn::LoadU(half32, bytes + 32);
    const Half32 corners01 = looked_up(half0, half1, hn::Load(half32, even_halves.numbers));
    const Half32 corners2 = looked_up(half0, half1, hn::Load(half32, odd_halves.numbers));
    const Half32 corners1 = hn::ShiftRight<8>(corners01);
    const auto is_empty = hn::TestBit(corners01, hn::Set(half32, std::int16_t{0x80}));
    static_assert(ClusterTree::no_vertex >= 0x80);
    TriangleBoxes32 boxes;
    const auto find = [&](Half32 of_first, Half32 of_second, std::int16_t widening, Half32& lower, Half32& upper)
                          HWY_ATTR {
                              const Half32 c0 = looked_up(of_first, of_second, corners01);
                              const Half32 c1 = looked_up(of_first, of_second, corners1);
                              const Half32 c2 = looked_up(of_first, of_second, corners2);
                              lower = hn::Min(hn::Min(c0, c1), c2);
                              upper = hn::Max(hn::Max(c0, c1), c2);
                              if constexpr (widens) {
                                  const Half32 more = hn::Set(half32, widening);
                                  lower = hn::Max(hn::SaturatedSub(lower, more), hn::Set(half32, std::int16_t{-32767}));
                                  upper = hn::SaturatedAdd(upper, more);
                              }
                              lower = hn::IfThenElse(is_empty, hn::Set(half32, std::int16_t{32767}), lower);
                              upper = hn::IfThenElse(is_empty, hn::Set(half32, std::int16_t{-32768}), upper);
                          };
    find(first.x, second.x, grid.widening[0], boxes.lower.x, boxes.upper.x);
    find(first.y, second.y, grid.widening[1], boxes.lower.y, boxes.upper.y);
    find(first.z, second.z, grid.widening[2], boxes.lower.z, boxes.upper.z);
    return boxes;
}

/// Stores the four blocks of 16 bytes, so many bytes from each other.
template <std::size_t stride>
HWY_INLINE void store_blocks(Half32 four, std::int16_t* to)
{
    const auto store = [&](__m128i block, std::size_t k)
                           HWY_ATTR { std::memcpy(reinterpret_cast<char*>(to) + k * stride, &block, sizeof block); };
    store(_mm512_castsi512_si128(four.raw), 0);
    store(_mm512_extracti32x4_epi32(four.raw, 1), 1);
    store(_mm512_extracti32x4_epi32(four.raw, 2), 2);
    store(_mm512_extracti32x4_epi32(four.raw, 3), 3);
}

/// Writes the boxes of 32 triangles side by side, in four blocks.
HWY_INLINE void store_side_by_side(const TriangleBoxes32& boxes, BoxBlock* blocks)
{
    store_blocks<sizeof(BoxBlock)>(boxes.lower.x, blocks->lower[0]);
    store_blocks<sizeof(BoxBlock)>(boxes.lower.y, blocks->lower[1]);
    store_blocks<sizeof(BoxBlock)>(boxes.lower.z, blocks->lower[2]);
    store_blocks<sizeof(BoxBlock)>(boxes.upper.x, blocks->upper[0]);
    store_blocks<sizeof(BoxBlock)>(boxes.upper.y, blocks->upper[1]);
    store_blocks<sizeof(BoxBlock)>(boxes.upper.z, blocks->upper[2]);
}

/// Writes the boxes of 32 triangles one by one.
HWY_INLINE void store_one_by_one(const TriangleBoxes32& boxes, BlockBox* to)
{
    // The corners of triangles 2 k and 2 k + 1 of each leaf, x, y, z and z again.
    struct Corners {
        Half32 of[4];
    };
    const auto corners = [&](const Half32Axes& axes) HWY_ATTR {
        const Half32 xy0 = lower_words(axes.x, axes.y), xy1 = upper_words(axes.x, axes.y);
        const Half32 zz0 = lower_words(axes.z, axes.z), zz1 = upper_words(axes.z, axes.z);
        return Corners{
            {lower_of(word16, xy0, zz0), upper_of(word16, xy0, zz0), lower_of(word16, xy1, zz1),
             upper_of(word16, xy1, zz1)}};
    };
    const Corners lower = corners(boxes.lower), upper = corners(boxes.upper);
    const auto store = [&](int k) HWY_ATTR {
        store_blocks<8 * sizeof(BlockBox)>(lower_of(long8, lower.of[k], upper.of[k]), to[2 * k].lanes);
        store_blocks<8 * sizeof(BlockBox)>(upper_of(long8, lower.of[k], upper.of[k]), to[2 * k + 1].lanes);
    };
    store(0);
    store(1);
    store(2);
    store(3);
}

/// The boxes of four leaves, one after another, from those of their triangles.
HWY_INLINE Half32 boxes_of_leaves(const TriangleBoxes32& boxes)
{
    // Each step takes the lesser of two numbers that belong together, and puts what comes of two registers by turns.
    const auto join64 = [](Half32 a, Half32 b)
                            HWY_ATTR { return hn::Min(lower_of(long8, a, b), upper_of(long8, a, b)); };
    const auto join32 = [](Half32 a, Half32 b) HWY_ATTR {
        const auto wa = hn::BitCast(word16, a), wb = hn::BitCast(word16, b);
        return hn::Min(
            hn::BitCast(half32, hn::OddEven(hn::DupEven(wb), wa)),
            hn::BitCast(half32, hn::OddEven(wb, hn::DupOdd(wa))));
    };
    const auto join16 = [](Half32 a, Half32 b) HWY_ATTR {
        return hn::Min(
            hn::OddEven(hn::BitCast(half32, hn::ShiftLeft<16>(hn::BitCast(word16, b))), a),
            hn::OddEven(b, hn::BitCast(half32, hn::ShiftRight<16>(hn::BitCast(word16, a)))));
    };
    // The complement turns round the order.
    const Half32 x = join64(boxes.lower.x, hn::Not(boxes.upper.x));
    const Half32 y = join64(boxes.lower.y, hn::Not(boxes.upper.y));
    const Half32 z = join64(boxes.lower.z, hn::Not(boxes.upper.z));
    const Half32 packed = join16(join32(x, z), join32(y, z));
    alignas(16) constexpr std::int16_t upper_lanes[8] = {0, 0, 0, 0, -1, -1, -1, -1};
    return hn::Xor(packed, hn::LoadDup128(half32, upper_lanes));
}

/// Expands a cluster of at most 64 vertices.
template <bool single_triangles, bool widens>
HWY_INLINE void expand_by_lookup(
    const ClusterTree::Cluster& cluster, const std::uint32_t* refs, const std::array<std::uint8_t, 4>* local,
    const float* positions, const BoxGrid& grid, const ExpandedBoxes& out, std::size_t index)
{
    // What is read beyond a cluster's last vertex is one of another cluster, or vertex 0, and nobody looks it up.
    const std::size_t vertices = std::size_t(cluster.run_count) + cluster.ref_count;
    const std::size_t read = vertices > 32 ? 64 : 32;
    static_assert(ClusterTree::look_ahead >= 32);
    const std::uint32_t* numbers = refs + cluster.ref_begin;
    std::uint32_t run_and_refs[max_looked_up_vertices];
    if (cluster.run_count > 0) {
        for (std::uint32_t k = 0; k < cluster.run_count; ++k)
            run_and_refs[k] = cluster.run_begin + k;
        std::memcpy(run_and_refs + cluster.run_count, numbers, 4 * (read - cluster.run_count));
        numbers = run_and_refs;
    }
    const Half32Axes first = packed_vertices(grid, positions, numbers);
    const Half32Axes second = vertices > 32 ? packed_vertices(grid, positions, numbers + 32) : first;
    Half32 leaves[2];
    for (std::size_t half = 0; half < 2; ++half) {
        const TriangleBoxes32 boxes = boxes_of_triangles<widens>(grid, first, second, local + 32 * half);
        const std::size_t leaf = 8 * index + 4 * half;
        store_side_by_side(boxes, out.triangle_blocks + leaf);
        if constexpr (single_triangles)
            store_one_by_one(boxes, out.triangle_boxes + 8 * leaf);
        leaves[half] = boxes_of_leaves(boxes);
        hn::StoreU(leaves[half], half32, out.leaf_boxes[leaf].lanes);
    }
    std::int16_t* block = out.leaf_blocks[index].lower[0];
    hn::StoreU(looked_up(leaves[0], leaves[1], hn::Load(half32, first_faces.numbers)), half32, block);
    const auto last = looked_up(leaves[0], leaves[1], hn::Load(half32, last_faces.numbers));
    hn::StoreU(hn::LowerHalf(last), hn::FixedTag<std::int16_t, 16>(), block + 32);
}

#endif

} // namespace HWY_NAMESPACE
} // namespace tactus
HWY_AFTER_NAMESPACE();

#endif
