// SPDX-License-Identifier: MIT
// A disc is made from the points that it holds, along whatever axis it is given. So it holds them up to the rounding of
// a few products, however badly rounding has turned the normal of a thin triangle. A triangle in its plane is as far
// from any point as it should be, up to the rounding of a few products too: rounding turns the plane of a thin triangle
// about its length, and by no more than makes up for its width. There is no least or greatest of nan, which machines
// differ in.
#include "contacts/depths/patch_discs.h"

#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "contacts/depths/patch_discs.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "geometry/lanes/point_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tactus::HWY_NAMESPACE {
namespace {

// Directions that are shorter have lost digits, or all of them.
constexpr float least_squared_length = 1e-30f;
// Of a triangle that is less wide than this, as a share of its length, the distance in its plane may be off by more
// than rounding.
constexpr float thin = 1e-3f;

HWY_INLINE Points all(Vec3 p) { return {all(p.x), all(p.y), all(p.z)}; }
HWY_INLINE Points load(const float (&points)[3][8], std::size_t lane)
{
    return {hn::Load(float4, points[0] + lane), hn::Load(float4, points[1] + lane), hn::Load(float4, points[2] + lane)};
}
HWY_INLINE void store(const Points& a, float (&points)[3][8], std::size_t lane)
{
    hn::Store(a.x, float4, points[0] + lane);
    hn::Store(a.y, float4, points[1] + lane);
    hn::Store(a.z, float4, points[2] + lane);
}
HWY_INLINE Float4 lesser(Float4 a, Float4 b) { return hn::IfThenElse(hn::Lt(b, a), b, a); }
HWY_INLINE Float4 greater(Float4 a, Float4 b) { return hn::IfThenElse(hn::Gt(b, a), b, a); }
HWY_INLINE float least(Float4 a)
{
    float lanes[4];
    hn::StoreU(a, float4, lanes);
    return std::min(std::min(lanes[0], lanes[1]), std::min(lanes[2], lanes[3]));
}
HWY_INLINE float most(Float4 a)
{
    float lanes[4];
    hn::StoreU(a, float4, lanes);
    return std::max(std::max(lanes[0], lanes[1]), std::max(lanes[2], lanes[3]));
}
HWY_INLINE float sum(Float4 a)
{
    float lanes[4];
    hn::StoreU(a, float4, lanes);
    return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
}

// Of unit length; zero where its squared length is not above the least one.
HWY_INLINE Points unit_or_zero(const Points& a, Float4 least_squared)
{
    const Float4 squared = dot(a, a);
    return a * hn::IfThenElseZero(hn::Gt(squared, least_squared), hn::Div(all(1.0f), hn::Sqrt(squared)));
}

// Grows around a point of each lane.
struct Extent {
    Points centre;
    Points axis;
    Float4 lower;
    Float4 upper;
    Float4 squared_radius;
};

HWY_INLINE void include_points(Extent& extent, const Points& points)
{
    const Points away = points - extent.centre;
    const Float4 along = dot(away, extent.axis);
    const Points across = away - extent.axis * along;
    extent.lower = lesser(extent.lower, along);
    extent.upper = greater(extent.upper, along);
    extent.squared_radius = greater(extent.squared_radius, dot(across, across));
}

} // namespace

void include_now(PatchDisc& disc, const PatchCorners& corners)
{
    Extent extent = {all(disc.centre), all(disc.axis), all(disc.lower), all(disc.upper), hn::Zero(float4)};
    for (std::size_t lane = 0; lane < PatchCorners::size; lane += 4) {
        include_points(extent, load(corners.a, lane));
        include_points(extent, load(corners.b, lane));
        include_points(extent, load(corners.c, lane));
    }
    disc.lower = least(extent.lower);
    disc.upper = most(extent.upper);
    disc.radius = std::max(disc.radius, most(hn::Sqrt(extent.squared_radius)));
}

Box finish_block_now(PatchCorners& corners, PatchBlock& block)
{
    const Float4 zero = hn::Zero(float4), least_squared = all(least_squared_length);
    Points normals = {zero, zero, zero};
    block.has_planes = true;
    for (std::size_t lane = 0; lane < PatchCorners::size; lane += 4) {
        const Points a = load(corners.a, lane), b = load(corners.b, lane), c = load(corners.c, lane);
        const Points ab = b - a, ac = c - a, bc = c - b, area = cross(ab, ac);
        const Float4 longest = greater(greater(dot(ab, ab), dot(ac, ac)), dot(bc, bc));
        const Float4 least_area = hn::Mul(hn::Mul(longest, longest), all(thin * thin));
        block.has_planes =
            block.has_planes && hn::AllTrue(float4, hn::Gt(dot(area, area), greater(least_area, least_squared)));
        const Points across = unit_or_zero(area, least_squared);
        const Points first = unit_or_zero(ab, least_squared);
        // Of three axes each is across the others, whatever rounding has done to the normal.
        const Points second = unit_or_zero(cross(across, first), all(0.25f));
        const Points normal = cross(first, second);
        store(first, block.axis[0], lane);
        store(second, block.axis[1], lane);
        store(normal, block.axis[2], lane);
        hn::Store(dot(a, first), float4, block.start[0] + lane);
        hn::Store(dot(a, second), float4, block.start[1] + lane);
        hn::Store(dot(a, normal), float4, block.start[2] + lane);
        const Float4 b_x = dot(ab, first), c_x = dot(ac, first), c_y = dot(ac, second);
        hn::Store(b_x, float4, block.ab + lane);
        const auto store_edge = [&](Float4 x, Float4 y, float(&unit)[2][8], float(&length)[8]) HWY_ATTR {
            const Float4 size = hn::Sqrt(hn::Add(hn::Mul(x, x), hn::Mul(y, y)));
            const Float4 scale = hn::IfThenElseZero(hn::Gt(size, zero), hn::Div(all(1.0f), size));
            hn::Store(hn::Mul(x, scale), float4, unit[0] + lane);
            hn::Store(hn::Mul(y, scale), float4, unit[1] + lane);
            hn::Store(size, float4, length + lane);
        };
        store_edge(c_x, c_y, block.ac, block.ac_length);
        store_edge(hn::Sub(c_x, b_x), c_y, block.bc, block.bc_length);
        normals = normals + normal;
    }
    corners.normal = {sum(normals.x), sum(normals.y), sum(normals.z)};
    const auto range = [&](int axis, float& lower, float& upper) HWY_ATTR {
        Float4 low = hn::Load(float4, corners.a[axis]), high = low;
        for (const float* coordinates :
             {corners.a[axis] + 4, corners.b[axis], corners.b[axis] + 4, corners.c[axis], corners.c[axis] + 4}) {
            const Float4 next = hn::Load(float4, coordinates);
            low = lesser(low, next);
            high = greater(high, next);
        }
        lower = least(low);
        upper = most(high);
    };
    Box box;
    range(0, box.lower.x, box.upper.x);
    range(1, box.lower.y, box.upper.y);
    range(2, box.lower.z, box.upper.z);
    return box;
}

} // namespace tactus::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tactus {

HWY_EXPORT(finish_block_now);
HWY_EXPORT(include_now);

Box finish_block(PatchCorners& corners, PatchBlock& block)
{
    return HWY_DYNAMIC_DISPATCH(finish_block_now)(corners, block);
}

void include(PatchDisc& disc, const PatchCorners& corners) { HWY_DYNAMIC_DISPATCH(include_now)(disc, corners); }

void PatchCorners::set(std::uint32_t lane, const Triangle& triangle)
{
    const auto write = [&](float(&corner)[3][size], Vec3 p) {
        corner[0][lane] = p.x, corner[1][lane] = p.y, corner[2][lane] = p.z;
    };
    write(a, triangle.a);
    write(b, triangle.b);
    write(c, triangle.c);
}

void PatchGroup::set(std::uint32_t lane, const PatchDisc& disc)
{
    centre[0][lane] = disc.centre.x, centre[1][lane] = disc.centre.y, centre[2][lane] = disc.centre.z;
    axis[0][lane] = disc.axis.x, axis[1][lane] = disc.axis.y, axis[2][lane] = disc.axis.z;
    lower[lane] = disc.lower;
    upper[lane] = disc.upper;
    radius[lane] = disc.radius;
}

} // namespace tactus
#endif
