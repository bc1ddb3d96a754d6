// SPDX-License-Identifier: MIT
// Signs of determinants in float, certain by the same argument as those of doubles (geometry/orientation.h): with e =
// 2^-24 eight roundings to a product make 9 e times the computed permanent safe. Nothing underflows where all
// coordinates of the ways are zero or at least 2^-40, and nothing is sure of others. There a permanent of zero makes
// the determinant zero, as in surfaces that lie flat on a coordinate plane.
#include "contacts/batch/facing_edges.h"

#include <bit>

#include "contacts/batch/level_faces.h"
#include "contacts/batch/pair_codes.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "contacts/batch/facing_edges.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "geometry/lanes/point_lanes-inl.h"
#include "geometry/lanes/wide_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tactus::HWY_NAMESPACE {
namespace {

// Whether a determinant is certainly below zero, above, and zero.
struct KnownSide {
    LaneMask is_before;
    LaneMask is_beyond;
    LaneMask is_within;
};

HWY_INLINE LaneMask is_sound(Lanes coordinate)
{
    return hn::Or(hn::Eq(coordinate, in_each(0.0f)), hn::Ge(hn::Abs(coordinate), in_each(0x1p-40f)));
}

HWY_INLINE LaneMask is_sound(const WidePoints& way)
{
    return hn::And(is_sound(way.x), hn::And(is_sound(way.y), is_sound(way.z)));
}

// The common normal of two edges, of any length, and what rounding can have done to it.
struct EdgesNormal {
    WidePoints minors;
    WidePoints permanents;
    LaneMask is_known;

    HWY_INLINE KnownSide side(const WidePoints& way) const
    {
        const Product product = product_with(way);
        return {
            .is_before = hn::And(product.is_sure, hn::Lt(product.value, hn::Neg(product.error))),
            .is_beyond = hn::And(product.is_sure, hn::Gt(product.value, product.error)),
            .is_within = hn::And(product.is_sure, product.is_zero)};
    }

    // Tells the side of the third corner of a face. One that comes nearer by so little that the face may count as level
    // is on no side: up to how far, in the form of level_of.
    HWY_INLINE KnownSide side_of_face(const WidePoints& way, Lanes level) const
    {
        const Product product = product_with(way);
        const Lanes zero = in_each(0.0f);
        const Lanes surely = hn::Mul(hn::Max(hn::Sub(hn::Abs(product.value), product.error), zero), in_each(0x1p20f));
        const LaneMask is_steep = hn::And(
            product.is_sure, hn::Gt(hn::Mul(surely, surely), hn::MulAdd(level, dot(way, way), in_each(0x1p-120f))));
        return {
            .is_before = hn::And(is_steep, hn::Lt(product.value, zero)),
            .is_beyond = hn::And(is_steep, hn::Gt(product.value, zero)),
            .is_within = hn::And(product.is_sure, product.is_zero)};
    }

private:
    struct Product {
        Lanes value;
        Lanes error;
        LaneMask is_zero; // exactly
        LaneMask is_sure;
    };

    HWY_INLINE Product product_with(const WidePoints& way) const
    {
        const WidePoints size = {hn::Abs(way.x), hn::Abs(way.y), hn::Abs(way.z)};
        const Lanes permanent = dot(permanents, size);
        return {
            dot(minors, way), hn::Mul(permanent, in_each(12.0f * 0x1p-24f)), hn::Eq(permanent, in_each(0.0f)),
            hn::And(is_known, is_sound(way))};
    }
};

HWY_INLINE EdgesNormal normal_of(const WidePoints& u, const WidePoints& v)
{
    const Lanes yz = hn::Mul(u.y, v.z), zy = hn::Mul(u.z, v.y), zx = hn::Mul(u.z, v.x), xz = hn::Mul(u.x, v.z),
                xy = hn::Mul(u.x, v.y), yx = hn::Mul(u.y, v.x);
    return {
        .minors = {hn::Sub(yz, zy), hn::Sub(zx, xz), hn::Sub(xy, yx)},
        .permanents =
            {hn::Add(hn::Abs(yz), hn::Abs(zy)), hn::Add(hn::Abs(zx), hn::Abs(xz)), hn::Add(hn::Abs(xy), hn::Abs(yx))},
        .is_known = hn::And(is_sound(u), is_sound(v))};
}

// How far along the normal of two edges u and v a corner may be that counts as level, squared, without the square of
// the way to the corner, and times 2^40 so that little underflows: a face is no larger than its edge's length times the
// way's. With p the sum of the permanents, the normal's length is off by less than 2^-20 p, and (x + y)^2 is at most
// 1.01 x^2 + 101 y^2. What has been rounded otherwise is far below 1 %.
HWY_INLINE Lanes level_of(const EdgesNormal& normal, const WidePoints& u, const WidePoints& v)
{
    constexpr float leaning = 0x1p40f / (inverse_leaning_sine * inverse_leaning_sine);
    constexpr float level = 0x1p40f / (inverse_level_sine * inverse_level_sine);
    const Lanes permanent = hn::Add(hn::Add(normal.permanents.x, normal.permanents.y), normal.permanents.z);
    const Lanes squared_error = hn::Mul(hn::Mul(permanent, permanent), in_each(102.0f * 0x1p-40f * leaning));
    return hn::Min(
        hn::MulAdd(dot(normal.minors, normal.minors), in_each(1.02f * leaning), squared_error),
        hn::Mul(hn::Mul(dot(u, u), dot(v, v)), in_each(1.01f * level)));
}

// Drops the tests of which a bit is set. Gives how many of `count` are left.
HWY_INLINE std::size_t keep_others(
    unsigned dropped, const contact_batch::FeaturePoints* some, std::size_t count, contact_batch::FeaturePoints* to)
{
    std::size_t kept = 0;
    for (std::size_t lane = 0; lane < HWY_MIN(wide, count); ++lane) {
        to[kept] = some[lane];
        to[kept].point[0] %= contact_batch::way_along;
        kept += ~dropped >> lane & 1;
    }
    return kept;
}

// The lanes of tests that have a mark.
template <unsigned mark>
HWY_INLINE unsigned marks(const contact_batch::FeaturePoints* some)
{
    constexpr std::size_t half = wide / 2;
    const hn::FixedTag<std::uint16_t, 4 * half> numbers;
    const hn::FixedTag<std::int64_t, half> tests;
    const auto of_half = [&](std::size_t first) HWY_ATTR {
        constexpr int to_sign = 64 - std::bit_width(mark);
        const auto shifted = hn::ShiftLeft<to_sign>(hn::BitCast(tests, hn::LoadU(numbers, some[first].point)));
        std::uint8_t bits[8] = {};
        hn::StoreMaskBits(tests, hn::Lt(shifted, hn::Zero(tests)), bits);
        return unsigned{bits[0]};
    };
    return of_half(0) | of_half(half) << half;
}

HWY_INLINE unsigned bits_of(LaneMask mask)
{
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(FloatsOf<wide>(), mask, bits);
    return bits[0] | unsigned{bits[1]} << 8;
}

// Whether what leads from one interval to the other is certainly longer than the distance.
HWY_INLINE LaneMask are_apart(Lanes a, Lanes a_end, Lanes b, Lanes b_end, Lanes distance)
{
    const Lanes above = hn::Sub(hn::Min(b, b_end), hn::Max(a, a_end));
    const Lanes below = hn::Sub(hn::Min(a, a_end), hn::Max(b, b_end));
    return hn::Gt(hn::Max(above, below), distance);
}

} // namespace

std::size_t
near_facing_edges(const float* points, contact_batch::FeaturePoints* tests, std::size_t count, float distance)
{
    const Lanes distances = in_each(distance);
    std::size_t kept = 0;
    for (std::size_t begin = 0; begin < count; begin += wide) {
        const contact_batch::FeaturePoints* some = tests + begin;
        const auto end = [&](std::size_t k) HWY_ATTR {
            return points_of(points, [&](std::size_t lane) HWY_ATTR {
                return std::size_t{some[lane].point[k]} % contact_batch::way_along;
            });
        };
        const WidePoints p = end(0), p_end = end(1), q = end(2), q_end = end(3);
        const LaneMask apart = hn::Or(
            are_apart(p.x, p_end.x, q.x, q_end.x, distances),
            hn::Or(are_apart(p.y, p_end.y, q.y, q_end.y, distances), are_apart(p.z, p_end.z, q.z, q_end.z, distances)));
        const KnownSide between = normal_of(p_end - p, q_end - q).side(q - p);
        const unsigned not_along = ~marks<contact_batch::way_along>(some) | bits_of(between.is_before);
        const unsigned not_against = ~marks<contact_batch::way_against>(some) | bits_of(between.is_beyond);
        kept += keep_others((not_along & not_against) | bits_of(apart), some, count - begin, tests + kept);
    }
    return kept;
}

std::size_t facing_edges_of_others(
    const float* points, const contact_batch::OtherThirds& others, contact_batch::FeaturePoints* tests,
    std::size_t count)
{
    std::size_t kept = 0;
    for (std::size_t begin = 0; begin < count; begin += wide) {
        contact_batch::FeaturePoints some[wide];
        for (std::size_t lane = 0; lane < wide; ++lane)
            some[lane] = tests[HWY_MIN(begin + lane, count - 1)];
        const auto end = [&](std::size_t k) HWY_ATTR {
            return points_of(points, [&](std::size_t lane) HWY_ATTR { return some[lane].point[k]; });
        };
        // The corners of a are numbers 0 to 2 of the pair's points, those of b 3 to 5.
        const auto own = [&](std::size_t k) HWY_ATTR {
            return points_of(points, [&](std::size_t lane) HWY_ATTR {
                const contact_batch::FeaturePoints& test = some[lane];
                const std::size_t first =
                    test.point[0] / contact_batch::points_per_pair * contact_batch::points_per_pair;
                return 3 * first + (k == 0 ? 3 : 12) - test.point[2 * k] - test.point[2 * k + 1];
            });
        };
        const auto other = [&](std::size_t k) HWY_ATTR {
            return points_of(
                others.points, [&](std::size_t lane) HWY_ATTR { return 2 * HWY_MIN(begin + lane, count - 1) + k; });
        };
        const WidePoints p = end(0), q = end(2), u = end(1) - p, v = end(3) - q;
        const EdgesNormal normal = normal_of(u, v);
        const Lanes level = level_of(normal, u, v);
        const KnownSide between = normal.side(q - p);
        const KnownSide face_a = normal.side_of_face(other(0) - p, level);
        const KnownSide face_b = normal.side_of_face(other(1) - q, level);
        // A way along the normal never has the face of a beyond its edge, nor that of b before its own; a way against
        // it has them the other way round. Where the edges meet, it may be either.
        const LaneMask not_along = hn::Or(hn::Or(face_a.is_beyond, face_b.is_before), between.is_before);
        const LaneMask not_against = hn::Or(hn::Or(face_a.is_before, face_b.is_beyond), between.is_beyond);
        LaneMask is_dropped = hn::And(not_along, not_against);
        // Nothing ends at an edge within a flat side. One that has no other triangle is where the surface ends.
        const FloatsOf<wide> f;
        const auto drop_within = [&](LaneMask is_within, std::size_t k, const WidePoints& from) HWY_ATTR {
            if (hn::AllFalse(f, is_within))
                return;
            const WidePoints third = own(k), beside = other(k);
            const LaneMask is_only =
                hn::And(hn::Eq(third.x, beside.x), hn::And(hn::Eq(third.y, beside.y), hn::Eq(third.z, beside.z)));
            const LaneMask are_both = hn::And(is_within, normal.side(third - from).is_within);
            is_dropped = hn::Or(is_dropped, hn::AndNot(is_only, are_both));
        };
        if (others.are_all_of_a)
            drop_within(face_a.is_within, 0, p);
        if (others.are_all_of_b)
            drop_within(face_b.is_within, 1, q);
        kept += keep_others(bits_of(is_dropped), some, count - begin, tests + kept);
    }
    return kept;
}

} // namespace tactus::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tactus {

HWY_EXPORT(near_facing_edges);
HWY_EXPORT(facing_edges_of_others);

std::size_t
contact_batch::keep_near_facing_edges(const float* points, FeaturePoints* tests, std::size_t count, float distance)
{
    return HWY_DYNAMIC_DISPATCH(near_facing_edges)(points, tests, count, distance);
}

std::size_t contact_batch::keep_facing_edges(
    const float* points, const OtherThirds& others, FeaturePoints* tests, std::size_t count)
{
    return HWY_DYNAMIC_DISPATCH(facing_edges_of_others)(points, others, tests, count);
}

} // namespace tactus
#endif
