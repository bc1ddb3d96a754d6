// SPDX-License-Identifier: MIT
// Signs of determinants in float, certain by the same argument as those of doubles (geometry/orientation.h): with e =
// 2^-24 eight roundings to a product make 9 e times the computed permanent safe. Nothing underflows where all
// coordinates of the ways are zero or at least 2^-40, and nothing is sure of others. A permanent of zero makes zero
// certain, as in surfaces that lie flat on a coordinate plane.
#include "contacts/batch/facing_edges.h"

#include <algorithm>

#include "contacts/batch/pair_codes.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "contacts/batch/facing_edges.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "geometry/point_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tactus::HWY_NAMESPACE {
namespace {

// Whether a determinant is certainly not below zero, and not above: both for zero.
struct KnownSide {
    Mask4 is_not_before;
    Mask4 is_not_beyond;
};

HWY_INLINE Mask4 is_sound(Float4 coordinate)
{
    return hn::Or(hn::Eq(coordinate, all(0.0f)), hn::Ge(hn::Abs(coordinate), all(0x1p-40f)));
}

HWY_INLINE Mask4 is_sound(const Points& way)
{
    return hn::And(is_sound(way.x), hn::And(is_sound(way.y), is_sound(way.z)));
}

// The common normal of two edges, of any length, and what rounding can have done to it.
struct EdgesNormal {
    Points minors;
    Points permanents;
    Mask4 is_known;

    HWY_INLINE KnownSide side(const Points& way) const
    {
        const Points size = {hn::Abs(way.x), hn::Abs(way.y), hn::Abs(way.z)};
        const Float4 value = dot(minors, way);
        const Float4 error = hn::Mul(dot(permanents, size), all(12.0f * 0x1p-24f));
        const Mask4 is_sure = hn::And(is_known, is_sound(way));
        return {hn::And(is_sure, hn::Ge(value, error)), hn::And(is_sure, hn::Le(value, hn::Neg(error)))};
    }
};

HWY_INLINE EdgesNormal normal_of(const Points& u, const Points& v)
{
    const Float4 yz = hn::Mul(u.y, v.z), zy = hn::Mul(u.z, v.y), zx = hn::Mul(u.z, v.x), xz = hn::Mul(u.x, v.z),
                 xy = hn::Mul(u.x, v.y), yx = hn::Mul(u.y, v.x);
    return {
        .minors = {hn::Sub(yz, zy), hn::Sub(zx, xz), hn::Sub(xy, yx)},
        .permanents =
            {hn::Add(hn::Abs(yz), hn::Abs(zy)), hn::Add(hn::Abs(zx), hn::Abs(xz)), hn::Add(hn::Abs(xy), hn::Abs(yx))},
        .is_known = hn::And(is_sound(u), is_sound(v))};
}

HWY_INLINE Points points_of(const float* points, const std::uint32_t (&numbers)[4])
{
    const auto point = [&](int lane)
                           TACTUS_IN_KERNEL { return hn::Load(Floats(), points + 4 * std::size_t{numbers[lane]}); };
    return transposed(point(0), point(1), point(2), point(3));
}

// The third corners are those of the pair, or others.
template <bool has_others>
HWY_INLINE std::size_t
keep_facing(const float* points, const float* others, contact_batch::FeaturePoints* tests, std::size_t count)
{
    const Floats f;
    std::size_t kept = 0;
    for (std::size_t begin = 0; begin < count; begin += 4) {
        std::uint32_t ends[4][4], thirds[2][4];
        contact_batch::FeaturePoints four[4];
        for (std::size_t lane = 0; lane < 4; ++lane) {
            const std::size_t number = std::min(begin + lane, count - 1);
            const contact_batch::FeaturePoints test = four[lane] = tests[number];
            for (std::size_t k = 0; k < 4; ++k)
                ends[k][lane] = test.point[k];
            // The corners of a are numbers 0 to 2 of the pair's points, those of b 3 to 5.
            const std::uint32_t first = test.point[0] / contact_batch::points_per_pair * contact_batch::points_per_pair;
            const auto third = static_cast<std::uint32_t>(2 * number);
            thirds[0][lane] = has_others ? third : 3 * first + 3 - test.point[0] - test.point[1];
            thirds[1][lane] = has_others ? third + 1 : 3 * first + 12 - test.point[2] - test.point[3];
        }
        const float* const third_points = has_others ? others : points;
        const Points p = points_of(points, ends[0]), q = points_of(points, ends[2]);
        const EdgesNormal normal = normal_of(points_of(points, ends[1]) - p, points_of(points, ends[3]) - q);
        const KnownSide between = normal.side(q - p);
        const KnownSide face_a = normal.side(points_of(third_points, thirds[0]) - p);
        const KnownSide face_b = normal.side(points_of(third_points, thirds[1]) - q);
        // A way along the normal has the face of a strictly before its edge, and that of b beyond its own; a way
        // against it has them the other way round. Where the edges meet, it may be either.
        const Mask4 not_along = hn::Or(
            hn::Or(face_a.is_not_before, face_b.is_not_beyond),
            hn::AndNot(between.is_not_before, between.is_not_beyond));
        const Mask4 not_against = hn::Or(
            hn::Or(face_a.is_not_beyond, face_b.is_not_before),
            hn::AndNot(between.is_not_beyond, between.is_not_before));
        std::uint8_t bits[8] = {};
        hn::StoreMaskBits(f, hn::And(not_along, not_against), bits);
        for (std::size_t lane = 0; lane < 4 && begin + lane < count; ++lane) {
            tests[kept] = four[lane];
            kept += ~bits[0] >> lane & 1;
        }
    }
    return kept;
}

} // namespace

std::size_t facing_edges(const float* points, contact_batch::FeaturePoints* tests, std::size_t count)
{
    return keep_facing<false>(points, nullptr, tests, count);
}

std::size_t
facing_edges_of_others(const float* points, const float* thirds, contact_batch::FeaturePoints* tests, std::size_t count)
{
    return keep_facing<true>(points, thirds, tests, count);
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

std::size_t
contact_batch::keep_facing_edges(const float* points, const float* thirds, FeaturePoints* tests, std::size_t count)
{
    return HWY_DYNAMIC_DISPATCH(facing_edges_of_others)(points, thirds, tests, count);
}

} // namespace tactus
#endif
