// SPDX-License-Identifier: MIT
#include "tree/buckets/bucket_keys.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tree/buckets/bucket_keys.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "base/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tactus {
namespace HWY_NAMESPACE {

/// Four slabs along one axis by the grid's own formula, but not clamped: whatever is outside the range is, without a
/// sign, no smaller than the number of slabs.
struct AxisLanes {
    Float4 origin;
    Float4 scale;

    HWY_INLINE AxisLanes(const BucketGrid& grid, int axis)
        : origin(hn::Set(float4, grid.origin(axis))), scale(hn::Set(float4, grid.scale(axis)))
    {
    }
    HWY_INLINE Word4 operator()(Float4 twice) const
    {
        const Float4 point = hn::Mul(twice, hn::Set(float4, 0.5f));
        return hn::BitCast(word4, hn::ConvertTo(int4, hn::Mul(hn::Sub(point, origin), scale)));
    }
};

void box_and_key_now(
    const float* HWY_RESTRICT positions, const TriangleIndices* HWY_RESTRICT triangles, std::size_t count,
    const BucketGrid& grid, BucketLanes* HWY_RESTRICT boxes, std::uint32_t* HWY_RESTRICT keys)
{
    const AxisLanes x(grid, 0), y(grid, 1), z(grid, 2);
    const auto levels = static_cast<int>(grid.levels());
    const Word4 sides = hn::Set(word4, grid.side()), strays = hn::Set(word4, grid.stray());
    // Gives the sum of both corners: twice the middle.
    const auto box = [&](std::size_t k) HWY_ATTR {
        const TriangleIndices& t = triangles[k];
        const Float4 a = hn::LoadU(float4, positions + 3 * std::size_t(t[0]));
        const Float4 b = hn::LoadU(float4, positions + 3 * std::size_t(t[1]));
        const Float4 c = hn::LoadU(float4, positions + 3 * std::size_t(t[2]));
        const Float4 lower = hn::Min(hn::Min(a, b), c), upper = hn::Max(hn::Max(a, b), c);
        hn::Store(lower, float4, reinterpret_cast<float*>(&boxes[k].lower));
        hn::Store(upper, float4, reinterpret_cast<float*>(&boxes[k].upper));
        return hn::Add(lower, upper);
    };
    for (std::size_t k = 0; k < count; k += 4) {
        const Float4 p0 = box(k), p1 = box(k + 1), p2 = box(k + 2), p3 = box(k + 3);
        const Float4 xy02 = hn::InterleaveLower(float4, p0, p2), xy13 = hn::InterleaveLower(float4, p1, p3);
        const Float4 z02 = hn::InterleaveUpper(float4, p0, p2), z13 = hn::InterleaveUpper(float4, p1, p3);
        const Word4 slab_x = x(hn::InterleaveLower(float4, xy02, xy13));
        const Word4 slab_y = y(hn::InterleaveUpper(float4, xy02, xy13));
        const Word4 slab_z = z(hn::InterleaveLower(float4, z02, z13));
        const Word4 key =
            hn::Or(hn::Or(slab_x, hn::ShiftLeftSame(slab_y, levels)), hn::ShiftLeftSame(slab_z, 2 * levels));
        const Word4 largest = hn::Max(hn::Max(slab_x, slab_y), slab_z);
        hn::StoreU(hn::IfThenElse(hn::Lt(largest, sides), key, strays), word4, keys + k);
    }
}

} // namespace HWY_NAMESPACE
} // namespace tactus
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tactus {

HWY_EXPORT(box_and_key_now);

void box_and_key_triangles(
    const float* positions, const TriangleIndices* triangles, std::size_t count, const BucketGrid& grid,
    BucketLanes* boxes, std::uint32_t* keys)
{
    HWY_DYNAMIC_DISPATCH(box_and_key_now)(positions, triangles, count, grid, boxes, keys);
}

} // namespace tactus
#endif
