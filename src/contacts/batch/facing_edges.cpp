// SPDX-License-Identifier: MIT
// Signs of determinants in float, certain by the same argument as those of doubles (geometry/orientation.h): with e =
// 2^-24 eight roundings to a product make 9 e times the computed permanent safe. Nothing underflows where all
// coordinates of the ways are zero or at least 2^-40, and nothing is sure of others. There a permanent of zero makes
// the determinant zero, as in surfaces that lie flat on a coordinate plane.
#include "contacts/batch/facing_edges.h"

#include <algorithm>

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
        const WidePoints size = {hn::Abs(way.x), hn::Abs(way.y), hn::Abs(way.z)};
        const Lanes value = dot(minors, way);
        const Lanes permanent = dot(permanents, size);
        const Lanes error = hn::Mul(permanent, in_each(12.0f * 0x1p-24f));
        const LaneMask is_sure = hn::And(is_known, is_sound(way));
        return {
            .is_before = hn::And(is_sure, hn::Lt(value, hn::Neg(error))),
            .is_beyond = hn::And(is_sure, hn::Gt(value, error)),
            .is_within = hn::And(is_sure, hn::Eq(permanent, in_each(0.0f)))};
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

// By the third corners of the pair's own triangles, or by others.
template <bool has_others>
HWY_INLINE std::size_t keep_facing(
    const float* points, const contact_batch::OtherThirds& others, contact_batch::FeaturePoints* tests,
    std::size_t count)
{
    std::size_t kept = 0;
    for (std::size_t begin = 0; begin < count; begin += wide) {
        contact_batch::FeaturePoints some[wide];
        for (std::size_t lane = 0; lane < wide; ++lane)
            some[lane] = tests[std::min(begin + lane, count - 1)];
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
                others.points, [&](std::size_t lane) HWY_ATTR { return 2 * std::min(begin + lane, count - 1) + k; });
        };
        const WidePoints p = end(0), q = end(2);
        const EdgesNormal normal = normal_of(end(1) - p, end(3) - q);
        const KnownSide between = normal.side(q - p);
        const KnownSide face_a = normal.side((has_others ? other(0) : own(0)) - p);
        const KnownSide face_b = normal.side((has_others ? other(1) : own(1)) - q);
        // A way along the normal never has the face of a beyond its edge, nor that of b before its own; a way against
        // it has them the other way round. Where the edges meet, it may be either.
        const LaneMask not_along = hn::Or(hn::Or(face_a.is_beyond, face_b.is_before), between.is_before);
        const LaneMask not_against = hn::Or(hn::Or(face_a.is_before, face_b.is_beyond), between.is_beyond);
        LaneMask is_dropped = hn::And(not_along, not_against);
        // Neither way leads away from an edge within a flat side.
        if constexpr (has_others) {
            const FloatsOf<wide> f;
            if (others.are_all_of_a && !hn::AllFalse(f, face_a.is_within))
                is_dropped = hn::Or(is_dropped, hn::And(face_a.is_within, normal.side(own(0) - p).is_within));
            if (others.are_all_of_b && !hn::AllFalse(f, face_b.is_within))
                is_dropped = hn::Or(is_dropped, hn::And(face_b.is_within, normal.side(own(1) - q).is_within));
        }
        std::uint8_t bits[8] = {};
        hn::StoreMaskBits(FloatsOf<wide>(), is_dropped, bits);
        const unsigned dropped = bits[0] | unsigned{bits[1]} << 8;
        for (std::size_t lane = 0; lane < wide && begin + lane < count; ++lane) {
            tests[kept] = some[lane];
            kept += ~dropped >> lane & 1;
        }
    }
    return kept;
}

} // namespace

std::size_t facing_edges(const float* points, contact_batch::FeaturePoints* tests, std::size_t count)
{
    return keep_facing<false>(points, {}, tests, count);
}

std::size_t facing_edges_of_others(
    const float* points, const contact_batch::OtherThirds& others, contact_batch::FeaturePoints* tests,
    std::size_t count)
{
    return keep_facing<true>(points, others, tests, count);
}

} // namespace tactus::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tactus {

HWY_EXPORT(facing_edges);
HWY_EXPORT(facing_edges_of_others);

std::size_t contact_batch::keep_facing_edges(const float* points, FeaturePoints* tests, std::size_t count)
{
    return HWY_DYNAMIC_DISPATCH(facing_edges)(points, tests, count);
}

std::size_t contact_batch::keep_facing_edges(
    const float* points, const OtherThirds& others, FeaturePoints* tests, std::size_t count)
{
    return HWY_DYNAMIC_DISPATCH(facing_edges_of_others)(points, others, tests, count);
}

} // namespace tactus
#endif
