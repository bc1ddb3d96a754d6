// SPDX-License-Identifier: MIT
// A disc is made from the points that it holds, along whatever axis it is given. So it holds them up to the rounding of
// a few products, however badly rounding has turned the normal of a thin triangle. There is no least or greatest of
// nan, which machines differ in.
#include "contacts/depths/patch_discs.h"

#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "contacts/depths/patch_discs.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "geometry/point_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tactus::HWY_NAMESPACE {
namespace {

// Normals that are shorter have lost digits, or all of them.
constexpr float least_squared_area = 1e-30f;

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

std::uint32_t near_members_now(const PatchGroup& group, Vec3 point, float most, float* squared_distances)
{
    // Eight at a time where machines can.
    const hn::CappedTag<float, PatchGroup::size> d;
    using Lanes = hn::Vec<decltype(d)>;
    const Lanes x = hn::Set(d, point.x), y = hn::Set(d, point.y), z = hn::Set(d, point.z), zero = hn::Zero(d);
    std::uint32_t far = 0;
    for (std::size_t lane = 0; lane < PatchGroup::size; lane += hn::Lanes(d)) {
        const auto axis = [&](int k) HWY_ATTR { return hn::Load(d, group.axis[k] + lane); };
        const Lanes away_x = hn::Sub(x, hn::Load(d, group.centre[0] + lane));
        const Lanes away_y = hn::Sub(y, hn::Load(d, group.centre[1] + lane));
        const Lanes away_z = hn::Sub(z, hn::Load(d, group.centre[2] + lane));
        const Lanes along =
            hn::Add(hn::Add(hn::Mul(away_x, axis(0)), hn::Mul(away_y, axis(1))), hn::Mul(away_z, axis(2)));
        const Lanes across_x = hn::Sub(away_x, hn::Mul(axis(0), along));
        const Lanes across_y = hn::Sub(away_y, hn::Mul(axis(1), along));
        const Lanes across_z = hn::Sub(away_z, hn::Mul(axis(2), along));
        const Lanes squared_across =
            hn::Add(hn::Add(hn::Mul(across_x, across_x), hn::Mul(across_y, across_y)), hn::Mul(across_z, across_z));
        const Lanes below = hn::Sub(hn::Load(d, group.lower + lane), along);
        const Lanes above = hn::Sub(along, hn::Load(d, group.upper + lane));
        const Lanes farther = hn::IfThenElse(hn::Gt(above, below), above, below);
        const Lanes beyond = hn::IfThenElseZero(hn::Gt(farther, zero), farther);
        const Lanes outside = hn::Sub(hn::Sqrt(squared_across), hn::Load(d, group.radius + lane));
        const Lanes beside = hn::IfThenElseZero(hn::Gt(outside, zero), outside);
        const Lanes squared = hn::Add(hn::Mul(beyond, beyond), hn::Mul(beside, beside));
        hn::StoreU(squared, d, squared_distances + lane);
        std::uint8_t bits[8];
        hn::StoreMaskBits(d, hn::Gt(squared, hn::Set(d, most)), bits);
        far |= std::uint32_t{bits[0]} << lane;
    }
    return ~far & 255u;
}

void include_now(PatchDisc& disc, const PatchBlock& block)
{
    Extent extent = {all(disc.centre), all(disc.axis), all(disc.lower), all(disc.upper), hn::Zero(float4)};
    for (std::size_t lane = 0; lane < PatchBlock::size; lane += 4) {
        include_points(extent, load(block.a, lane));
        include_points(extent, load(block.b, lane));
        include_points(extent, load(block.c, lane));
    }
    disc.lower = least(extent.lower);
    disc.upper = most(extent.upper);
    disc.radius = std::max(disc.radius, most(hn::Sqrt(extent.squared_radius)));
}

Box finish_block_now(PatchBlock& block, PatchGroup& triangles)
{
    const Float4 zero = hn::Zero(float4);
    Points normals = {zero, zero, zero};
    for (std::size_t lane = 0; lane < PatchBlock::size; lane += 4) {
        const Points a = load(block.a, lane), b = load(block.b, lane), c = load(block.c, lane);
        const Points normal = cross(b - a, c - a);
        const Float4 squared_length = dot(normal, normal);
        const auto has_direction = hn::And(
            hn::Gt(squared_length, all(least_squared_area)),
            hn::Lt(squared_length, all(std::numeric_limits<float>::max())));
        const Float4 scale = hn::IfThenElseZero(has_direction, hn::Div(all(1.0f), hn::Sqrt(squared_length)));
        Extent extent = {
            (a + b + c) * all(1.0f / 3.0f), normal * scale, all(std::numeric_limits<float>::max()),
            all(-std::numeric_limits<float>::max()), zero};
        include_points(extent, a);
        include_points(extent, b);
        include_points(extent, c);
        store(extent.centre, triangles.centre, lane);
        store(extent.axis, triangles.axis, lane);
        hn::Store(extent.lower, float4, triangles.lower + lane);
        hn::Store(extent.upper, float4, triangles.upper + lane);
        hn::Store(hn::Sqrt(extent.squared_radius), float4, triangles.radius + lane);
        normals = normals + extent.axis;
    }
    block.normal = {sum(normals.x), sum(normals.y), sum(normals.z)};
    const auto range = [&](int axis, float& lower, float& upper) HWY_ATTR {
        Float4 low = hn::Load(float4, block.a[axis]), high = low;
        for (const float* coordinates :
             {block.a[axis] + 4, block.b[axis], block.b[axis] + 4, block.c[axis], block.c[axis] + 4}) {
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
HWY_EXPORT(near_members_now);

Box finish_block(PatchBlock& block, PatchGroup& triangles)
{
    return HWY_DYNAMIC_DISPATCH(finish_block_now)(block, triangles);
}

void include(PatchDisc& disc, const PatchBlock& block) { HWY_DYNAMIC_DISPATCH(include_now)(disc, block); }

NearMembers near_members() { return HWY_DYNAMIC_DISPATCH(near_members_now); }

void PatchBlock::set(std::uint32_t lane, const Triangle& triangle)
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
