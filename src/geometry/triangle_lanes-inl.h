// SPDX-License-Identifier: MIT
// Four triangles of a mesh at a time, one to a lane. For inclusion by Highway kernels only.
#include <hwy/highway.h>

#include "base/lanes-inl.h"
#include "geometry/triangle_batch.h"

#if defined(TACTUS_GEOMETRY_TRIANGLE_LANES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TACTUS_GEOMETRY_TRIANGLE_LANES_INL_H
#undef TACTUS_GEOMETRY_TRIANGLE_LANES_INL_H
#else
#define TACTUS_GEOMETRY_TRIANGLE_LANES_INL_H
#endif

HWY_BEFORE_NAMESPACE();
namespace tactus::HWY_NAMESPACE {
namespace {

using Floats = hn::FixedTag<float, 4>;
using Words = hn::FixedTag<std::uint32_t, 4>;
using Mask4 = hn::Mask<Floats>;

// Four points or directions.
struct Points {
    Float4 x;
    Float4 y;
    Float4 z;
};

// Fused where the machine can: for what has a margin, and decides nothing alone.
HWY_INLINE Points fused_cross(const Points& a, const Points& b)
{
    return {
        hn::NegMulAdd(a.z, b.y, hn::Mul(a.y, b.z)), hn::NegMulAdd(a.x, b.z, hn::Mul(a.z, b.x)),
        hn::NegMulAdd(a.y, b.x, hn::Mul(a.x, b.y))};
}

HWY_INLINE Float4 fused_dot(const Points& a, const Points& b)
{
    return hn::MulAdd(a.z, b.z, hn::MulAdd(a.y, b.y, hn::Mul(a.x, b.x)));
}

HWY_INLINE Float4 largest_component(const Points& a)
{
    return hn::Max(hn::Max(hn::Abs(a.x), hn::Abs(a.y)), hn::Abs(a.z));
}

HWY_INLINE Points transposed(Float4 v0, Float4 v1, Float4 v2, Float4 v3)
{
    const Floats f;
    const Float4 xy01 = hn::InterleaveLower(f, v0, v1);
    const Float4 xy23 = hn::InterleaveLower(f, v2, v3);
    const Float4 z01 = hn::InterleaveUpper(f, v0, v1);
    const Float4 z23 = hn::InterleaveUpper(f, v2, v3);
    return {
        hn::ConcatLowerLower(f, xy23, xy01), hn::ConcatUpperUpper(f, xy23, xy01), hn::ConcatLowerLower(f, z23, z01)};
}

HWY_INLINE Float4 vertex(const float* positions, std::uint32_t index)
{
    return hn::LoadU(Floats(), positions + 3 * static_cast<std::size_t>(index));
}

HWY_INLINE const std::uint32_t* corners(const TriangleSource& source, std::uint32_t triangle)
{
    return source.indices + 3 * static_cast<std::size_t>(triangle);
}

} // namespace
} // namespace tactus::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
