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
#include "contacts/depths/patches/patch_bowls.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/planted_fault.h"
#include "geometry/double_vector.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "contacts/depths/patches/patch_bowls.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "contacts/depths/patches/eight_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tactus::HWY_NAMESPACE {
namespace {

// Directions that are shorter have lost digits, or all of them.
constexpr float least_squared_length = 1e-30f;
// A triangle that is less wide than this share of its length is thin: distances in its plane may be off by more than
// rounding.
constexpr float thin = 1e-3f;
// A triangle's normal is certainly not zero in double if its square, in float, is more than this share of the product
// of the squares of two edges.
constexpr float certain_area = 1e-10f;

HWY_INLINE EightLanes lesser(EightLanes a, EightLanes b) { return hn::IfThenElse(hn::Lt(b, a), b, a); }
HWY_INLINE EightLanes greater(EightLanes a, EightLanes b) { return hn::IfThenElse(hn::Gt(b, a), b, a); }
HWY_INLINE float least_lane(EightLanes a) { return hn::GetLane(hn::MinOfLanes(lanes_of_eight, a)); }
HWY_INLINE float greatest_lane(EightLanes a) { return hn::GetLane(hn::MaxOfLanes(lanes_of_eight, a)); }

// The vector with unit length, or zero where its squared length is not above the least one.
HWY_INLINE EightPoints unit_or_zero(const EightPoints& a, EightLanes least_squared)
{
    const EightLanes squared = dot(a, a);
    return a * hn::IfThenElseZero(hn::Gt(squared, least_squared), hn::Div(each_of_eight(1.0f), hn::Sqrt(squared)));
}

// The sums of the lanes of four vectors, in the same order on every machine.
HWY_INLINE Float4 sums_of(Float4 a, Float4 b, Float4 c, Float4 d)
{
    const Float4 ab = hn::Add(hn::InterleaveLower(float4, a, b), hn::InterleaveUpper(float4, a, b));
    const Float4 cd = hn::Add(hn::InterleaveLower(float4, c, d), hn::InterleaveUpper(float4, c, d));
    return hn::Add(hn::ConcatLowerLower(float4, cd, ab), hn::ConcatUpperUpper(float4, cd, ab));
}

// How far eight triangles reach, lane by lane.
struct ReachLanes {
    EightLanes inner, outer, least_along, across;

    explicit HWY_INLINE ReachLanes(const BowlExtent& extent)
        : inner(each_of_eight(extent.squared_inner)), outer(each_of_eight(extent.squared_outer)),
          least_along(each_of_eight(extent.least_along)), across(each_of_eight(extent.squared_across))
    {
    }
    HWY_INLINE void include_block(const PatchCorners& corners, const EightPoints& apex, const EightPoints& axis)
    {
        for (std::size_t lane = 0; lane < PatchCorners::size; lane += lanes_at_once) {
            EightLanes nearest = each_of_eight(std::numeric_limits<float>::max());
            const auto include_corner = [&](const EightPoints& corner) TACTUS_IN_KERNEL {
                const EightPoints away = corner - apex;
                const EightLanes along = dot(away, axis), squared = dot(away, away);
                const EightPoints beside = away - axis * along;
                least_along = lesser(least_along, along);
                across = greater(across, dot(beside, beside));
                nearest = lesser(nearest, squared);
                outer = greater(outer, squared);
            };
            include_corner(load_eight(corners.a, lane));
            include_corner(load_eight(corners.b, lane));
            include_corner(load_eight(corners.c, lane));
            const EightLanes edge = hn::Load(lanes_of_eight, corners.squared_edge + lane);
            inner = lesser(inner, hn::Sub(nearest, hn::Mul(edge, each_of_eight(1.0f / 3.0f))));
        }
    }
    HWY_INLINE void store(BowlExtent& extent) const
    {
        extent.squared_inner = least_lane(inner);
        extent.squared_outer = greatest_lane(outer);
        extent.least_along = least_lane(least_along);
        extent.squared_across = greatest_lane(across);
    }
};

HWY_INLINE Box box_of_eight(const PatchCorners& corners)
{
    const auto range = [&](int axis, float& lower, float& upper) TACTUS_IN_KERNEL {
        EightLanes low = hn::Load(lanes_of_eight, corners.a[axis]), high = low;
        for (std::size_t lane = 0; lane < PatchCorners::size; lane += lanes_at_once)
            for (const float* coordinates : {corners.a[axis], corners.b[axis], corners.c[axis]}) {
                const EightLanes next = hn::Load(lanes_of_eight, coordinates + lane);
                low = lesser(low, next);
                high = greater(high, next);
            }
        lower = least_lane(low);
        upper = greatest_lane(high);
    };
    Box box;
    range(0, box.lower.x, box.upper.x);
    range(1, box.lower.y, box.upper.y);
    range(2, box.lower.z, box.upper.z);
    return box;
}

HWY_INLINE void move_corners(const EightPoints& origin, EightLanes scale, float (&points)[3][8], std::size_t lane)
{
    store_eight((load_eight(points, lane) - origin) * scale, points, lane);
}

HWY_INLINE Points load_four(const float (&points)[3][8], std::size_t lane)
{
    return {hn::Load(float4, points[0] + lane), hn::Load(float4, points[1] + lane), hn::Load(float4, points[2] + lane)};
}

// What the triangles of a block say about how they are bent.
HWY_INLINE void fit_block(const PatchCorners& corners, const PatchBlock& block, BowlFit& fit)
{
    const Points centre = {all(fit.centre.x), all(fit.centre.y), all(fit.centre.z)};
    const auto middle_of = [&](std::size_t lane) TACTUS_IN_KERNEL {
        const Points sum = load_four(corners.a, lane) + load_four(corners.b, lane) + load_four(corners.c, lane);
        return sum * all(1.0f / 3.0f) - centre;
    };
    const Points first = middle_of(0), second = middle_of(4);
    const Points first_normal = load_four(block.axis[2], 0), second_normal = load_four(block.axis[2], 4);
    const Points points = first + second, normals = first_normal + second_normal;
    const Float4 products = hn::Add(dot(first_normal, first), dot(second_normal, second));
    const Float4 squares = hn::Add(dot(first, first), dot(second, second));
    float sums[8];
    hn::StoreU(sums_of(normals.x, normals.y, normals.z, products), float4, sums);
    hn::StoreU(sums_of(points.x, points.y, points.z, squares), float4, sums + 4);
    fit.normals = {sums[0], sums[1], sums[2]};
    fit.products = sums[3];
    fit.points = {sums[4], sums[5], sums[6]};
    fit.squares = sums[7];
    fit.count = static_cast<float>(PatchCorners::size);
}

} // namespace

std::uint32_t take_corners_now(const BodySurface& surface, const std::uint32_t* triangles, PatchCorners& corners)
{
    std::uint32_t certain = 0;
    for (std::size_t lane = 0; lane < PatchCorners::size; lane += 4) {
        const auto points_of = [&](int corner) TACTUS_IN_KERNEL {
            const auto load = [&](std::size_t k) TACTUS_IN_KERNEL {
                const std::uint32_t number = surface.triangles.data()[triangles[lane + k]][corner];
                return vertex(
                    surface.positions, surface.place_of_vertex != nullptr ? surface.place_of_vertex[number] : number);
            };
            return transposed(load(0), load(1), load(2), load(3));
        };
        const auto store_four = [&](const Points& p, float(&to)[3][8]) TACTUS_IN_KERNEL {
            hn::Store(p.x, float4, to[0] + lane);
            hn::Store(p.y, float4, to[1] + lane);
            hn::Store(p.z, float4, to[2] + lane);
        };
        const Points a = points_of(0), b = points_of(1), c = points_of(2);
        store_four(a, corners.a);
        store_four(b, corners.b);
        store_four(c, corners.c);
        const Points ab = b - a, ac = c - a, normal = cross(ab, ac);
        const Float4 largest = hn::Mul(hn::Mul(dot(ab, ab), dot(ac, ac)), all(certain_area));
        const Float4 needed = hn::Max(largest, all(least_squared_length));
        std::uint8_t bits[8];
        hn::StoreMaskBits(float4, hn::Gt(dot(normal, normal), needed), bits);
        certain |= std::uint32_t{bits[0]} << lane;
    }
    return certain;
}

Box box_of_corners_now(const PatchCorners& corners) { return box_of_eight(corners); }

void include_in_extent(BowlExtent& extent, const PatchCorners* corners, std::size_t count)
{
    const EightPoints apex = each_of_eight(extent.apex), axis = each_of_eight(extent.axis);
    ReachLanes reach(extent);
    for (std::size_t block = 0; block < count; ++block)
        reach.include_block(corners[block], apex, axis);
    reach.store(extent);
}

void finish_block_now(Vec3 from, float by, PatchCorners& corners, PatchBlock& block, PatchShape& shape)
{
    const EightLanes zero = hn::Zero(lanes_of_eight), least_squared = each_of_eight(least_squared_length);
    const EightPoints origin = each_of_eight(from);
    const EightLanes to_scale = each_of_eight(by);
    block.has_planes = true;
    for (std::size_t lane = 0; lane < PatchCorners::size; lane += lanes_at_once) {
        move_corners(origin, to_scale, corners.a, lane);
        move_corners(origin, to_scale, corners.b, lane);
        move_corners(origin, to_scale, corners.c, lane);
        const EightPoints a = load_eight(corners.a, lane), b = load_eight(corners.b, lane);
        const EightPoints c = load_eight(corners.c, lane);
        const EightPoints ab = b - a, ac = c - a, bc = c - b, area = cross(ab, ac);
        const EightLanes longest = greater(greater(dot(ab, ab), dot(ac, ac)), dot(bc, bc));
        const EightLanes least_area = hn::Mul(hn::Mul(longest, longest), each_of_eight(thin * thin));
        block.has_planes = block.has_planes
                           && hn::AllTrue(lanes_of_eight, hn::Gt(dot(area, area), greater(least_area, least_squared)));
        const EightPoints across = unit_or_zero(area, least_squared);
        const EightPoints first = unit_or_zero(ab, least_squared);
        // The three axes are at right angles to each other, whatever rounding has done to the normal.
        const EightPoints second = unit_or_zero(cross(across, first), each_of_eight(0.25f));
        const EightPoints normal = cross(first, second);
        store_eight(first, block.axis[0], lane);
        store_eight(second, block.axis[1], lane);
        store_eight(normal, block.axis[2], lane);
        const auto store = [&](EightLanes value, float* to)
                               TACTUS_IN_KERNEL { hn::Store(value, lanes_of_eight, to + lane); };
        store(dot(a, first), block.start[0]);
        store(dot(a, second), block.start[1]);
        store(dot(a, normal), block.start[2]);
        const EightLanes b_x = dot(ab, first), c_x = dot(ac, first), c_y = dot(ac, second);
        store(b_x, block.ab);
        const auto store_edge = [&](EightLanes x, EightLanes y, float(&unit)[2][8],
                                    float(&length)[8]) TACTUS_IN_KERNEL {
            const EightLanes size = hn::Sqrt(squared_length(x, y));
            const EightLanes scale = hn::IfThenElseZero(hn::Gt(size, zero), hn::Div(each_of_eight(1.0f), size));
            store(hn::Mul(x, scale), unit[0]);
            store(hn::Mul(y, scale), unit[1]);
            store(size, length);
        };
        store_edge(c_x, c_y, block.ac, block.ac_length);
        store_edge(hn::Sub(c_x, b_x), c_y, block.bc, block.bc_length);
        store(longest, corners.squared_edge);
    }
    shape.box = box_of_eight(corners);
    shape.fit = {};
    shape.fit.centre = (shape.box.lower + shape.box.upper) * 0.5f;
    fit_block(corners, block, shape.fit);
}

} // namespace tactus::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tactus {

HWY_EXPORT(take_corners_now);
HWY_EXPORT(box_of_corners_now);
HWY_EXPORT(finish_block_now);
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

std::uint32_t take_corners(const BodySurface& surface, const std::uint32_t* triangles, PatchCorners& corners)
{
    return HWY_DYNAMIC_DISPATCH(take_corners_now)(surface, triangles, corners);
}

Box box_of(const PatchCorners& corners) { return HWY_DYNAMIC_DISPATCH(box_of_corners_now)(corners); }

PatchBowl finish_block(Vec3 origin, float scale, PatchCorners& corners, PatchBlock& block, PatchShape& shape)
{
    HWY_DYNAMIC_DISPATCH(finish_block_now)(origin, scale, corners, block, shape);
    BowlExtent extent = shape.extent();
    include(extent, &corners, 1);
    return extent.bowl();
}

void include(BowlExtent& extent, const PatchCorners* corners, std::size_t count)
{
    HWY_DYNAMIC_DISPATCH(include_in_extent)(extent, corners, count);
}

BowlExtent PatchShape::extent() const
{
    const Vec3 diagonal = box.upper - box.lower;
    return fit.extent(std::sqrt(dot(diagonal, diagonal)) * 0.5f);
}

void BowlFit::include(const BowlFit& other)
{
    const Vec3 away = other.centre - centre;
    normals = normals + other.normals;
    products += other.products + dot(other.normals, away);
    squares += other.squares + (2.0f * dot(other.points, away) + other.count * dot(away, away));
    points = points + other.points + away * other.count;
    count += other.count;
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

void PatchCorners::put_at(Vec3 point)
{
    for (auto* corner : {&a, &b, &c}) {
        std::fill_n((*corner)[0], size, point.x);
        std::fill_n((*corner)[1], size, point.y);
        std::fill_n((*corner)[2], size, point.z);
    }
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
