// SPDX-License-Identifier: MIT
// A bowl is made from the points that it holds, around whatever apex and axis it is given. So it holds them up to the
// rounding of a few products, however badly rounding has turned the normal of a thin triangle. No point of a triangle
// is nearer to an apex than its nearest corner, but for what its edges allow: if the corners are at distances r_i and
// have the weights w_i, the square of the point's distance is the sum of w_i r_i^2 less that of w_i w_j e_ij^2 over the
// edges e_ij, and the products of two weights each add up to a third at the most.
//
// A triangle in its plane is as far from any point as it should be, up to the rounding of a few products too: rounding
// turns the plane of a thin triangle about its length, and by no more than makes up for its width. There is no least or
// greatest of nan, which machines differ in.
#include "contacts/depths/patch_bowls.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/planted_fault.h"
#include "geometry/double_vector.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "contacts/depths/patch_bowls.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "geometry/lanes/point_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tactus::HWY_NAMESPACE {
namespace {

// Directions that are shorter have lost digits, or all of them.
constexpr float least_squared_length = 1e-30f;
// A triangle that is less wide than this share of its length is thin: distances in its plane may be off by more than
// rounding.
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

HWY_INLINE Vec3 sum(const Points& a) { return {sum(a.x), sum(a.y), sum(a.z)}; }

// The vector with unit length, or zero where its squared length is not above the least one.
HWY_INLINE Points unit_or_zero(const Points& a, Float4 least_squared)
{
    const Float4 squared = dot(a, a);
    return a * hn::IfThenElseZero(hn::Gt(squared, least_squared), hn::Div(all(1.0f), hn::Sqrt(squared)));
}

} // namespace

void include_in_fit(BowlFit& fit, const PatchCorners* corners, const PatchBlock* blocks, std::size_t count)
{
    const Points centre = all(fit.centre);
    const Float4 zero = hn::Zero(float4), third = all(1.0f / 3.0f);
    Points normals = {zero, zero, zero}, points = normals;
    Float4 products = zero, squares = zero;
    for (std::size_t block = 0; block < count; ++block)
        for (std::size_t lane = 0; lane < PatchCorners::size; lane += 4) {
            const PatchCorners& of = corners[block];
            const Points sum = load(of.a, lane) + load(of.b, lane) + load(of.c, lane);
            const Points middle = sum * third - centre, normal = load(blocks[block].axis[2], lane);
            normals = normals + normal;
            points = points + middle;
            products = hn::Add(products, dot(normal, middle));
            squares = hn::Add(squares, dot(middle, middle));
        }
    fit.normals = fit.normals + sum(normals);
    fit.points = fit.points + sum(points);
    fit.products += sum(products);
    fit.squares += sum(squares);
    fit.count += static_cast<float>(count * PatchCorners::size);
}

void include_in_extent(BowlExtent& extent, const PatchCorners* corners, std::size_t count)
{
    const Points apex = all(extent.apex), axis = all(extent.axis);
    Float4 inner = all(extent.squared_inner), outer = all(extent.squared_outer);
    Float4 least_along = all(extent.least_along), most_across = all(extent.squared_across);
    for (std::size_t block = 0; block < count; ++block)
        for (std::size_t lane = 0; lane < PatchCorners::size; lane += 4) {
            Float4 nearest = all(std::numeric_limits<float>::max());
            const auto include_corner = [&](const Points& corner) HWY_ATTR {
                const Points away = corner - apex;
                const Float4 along = dot(away, axis), squared = dot(away, away);
                const Points across = away - axis * along;
                least_along = lesser(least_along, along);
                most_across = greater(most_across, dot(across, across));
                nearest = lesser(nearest, squared);
                outer = greater(outer, squared);
            };
            include_corner(load(corners[block].a, lane));
            include_corner(load(corners[block].b, lane));
            include_corner(load(corners[block].c, lane));
            const Float4 allowed = hn::Mul(hn::Load(float4, corners[block].squared_edge + lane), all(1.0f / 3.0f));
            inner = lesser(inner, hn::Sub(nearest, allowed));
        }
    extent.squared_inner = least(inner);
    extent.squared_outer = most(outer);
    extent.least_along = least(least_along);
    extent.squared_across = most(most_across);
}

Box finish_block_now(PatchCorners& corners, PatchBlock& block)
{
    const Float4 zero = hn::Zero(float4), least_squared = all(least_squared_length);
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
        // The three axes are at right angles to each other, whatever rounding has done to the normal.
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
        hn::Store(longest, float4, corners.squared_edge + lane);
    }
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
HWY_EXPORT(include_in_fit);
HWY_EXPORT(include_in_extent);

namespace {

// An apex is no farther away, in coordinates of about 1, so that rounding stays small. What seems flatter is put in
// bowls that are not quite as flat.
constexpr float max_radius = 1.5f;
// An apex is this many times as far away as the triangles reach from their middle, or farther.
constexpr float least_share = 1.5f;
// What rounding can have done to the extent of a bowl.
constexpr float rounding = 2e-6f;

} // namespace

Box finish_block(PatchCorners& corners, PatchBlock& block)
{
    return HWY_DYNAMIC_DISPATCH(finish_block_now)(corners, block);
}

void include(BowlFit& fit, const PatchCorners* corners, const PatchBlock* blocks, std::size_t count)
{
    HWY_DYNAMIC_DISPATCH(include_in_fit)(fit, corners, blocks, count);
}

void include(BowlExtent& extent, const PatchCorners* corners, std::size_t count)
{
    HWY_DYNAMIC_DISPATCH(include_in_extent)(extent, corners, count);
}

BowlExtent BowlFit::extent(float radius) const
{
    BowlExtent extent{.apex = centre, .axis = to_float(unit(to_double(normals)))};
    if (extent.axis == Vec3{} || !(least_share * radius <= max_radius)) {
        extent.axis = {};
        return extent;
    }
    // Around an apex, normals turn as points move on, in proportion to the distance from it.
    const float share = 1.0f / count;
    const float turned = products - share * dot(normals, points), moved = squares - share * dot(points, points);
    const float closest = std::max(least_share * radius, std::numeric_limits<float>::min());
    float away = max_radius;
    if (std::abs(turned) * max_radius > moved)
        away = std::max(moved / std::abs(turned), closest);
    if (turned < 0.0f)
        extent.axis = -extent.axis;
    extent.apex = centre + points * share - extent.axis * away;
    return extent;
}

PatchBowl BowlExtent::bowl() const
{
    PatchBowl bowl{.apex = apex, .axis = axis};
    bowl.outer = std::sqrt(squared_outer) + rounding;
    const float across = std::sqrt(squared_across) + rounding;
    if (axis == Vec3{} || !(least_along > across))
        return {.apex = apex, .axis = {}, .outer = bowl.outer};
    const float inner = std::sqrt(std::max(TACTUS_FAULT(120) ? squared_outer : squared_inner, 0.0f));
    bowl.inner = std::max(inner - rounding, 0.0f);
    const float length = std::sqrt(least_along * least_along + across * across);
    bowl.cosine = least_along / length;
    bowl.sine = across / length;
    return bowl;
}

void PatchCorners::set(std::uint32_t lane, const Triangle& triangle)
{
    const auto write = [&](float(&corner)[3][size], Vec3 p) {
        corner[0][lane] = p.x, corner[1][lane] = p.y, corner[2][lane] = p.z;
    };
    write(a, triangle.a);
    write(b, triangle.b);
    write(c, triangle.c);
}

void PatchGroup::set(std::uint32_t lane, const PatchBowl& bowl)
{
    apex[0][lane] = bowl.apex.x, apex[1][lane] = bowl.apex.y, apex[2][lane] = bowl.apex.z;
    axis[0][lane] = bowl.axis.x, axis[1][lane] = bowl.axis.y, axis[2][lane] = bowl.axis.z;
    inner[lane] = bowl.inner;
    outer[lane] = bowl.outer;
    cosine[lane] = bowl.cosine;
    sine[lane] = bowl.sine;
}

} // namespace tactus
#endif
