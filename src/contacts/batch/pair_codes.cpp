// SPDX-License-Identifier: MIT
// How sure float is. A corner's side d of a plane, which is its distance times the length |n| of the plane's normal, is
// computed and bounded as in crossing_batch.cpp: it is off by at most the computed bound, whatever underflows
// or overflows. Let e = 2^-24, and let E1 and E2 bound the components of the edges that n is made of. Each component of
// n is off by at most ((1 + e)^3 - 1) 2 E1 E2, so |n| by less than 10.5 e E1 E2, plus what is rounded after that: less
// than 8 e |n| in all. So with 16 e |n| and 16 e E1 E2 added, what is computed for distance * |n| is at least that. The
// squared length of n is taken only if it is at least 2^-100, far above what underflow adds to it; where it overflows,
// nothing is far enough.
//
// How much an edge rises along the normal is the difference of two corners' sides without what they have in common: a
// determinant, or the sum of two, of the same kind. So the same bound holds for it, with the edges' components in place
// of `reach`. It counts as level up to a share of the edge's length times |n| (level_faces.h), which is compared in
// squares, 2^40 times as large so that little underflows: roots of many numbers at a time are dear. The computed |n| is
// off by less than 2^-23 E1 E2, so by less than 2^-13 of itself where its square is at least 2^-20 (E1 E2)^2; of other
// triangles nothing is said. That and all that is rounded are below 1 %, and what has underflown is far below 2^-120.
#include "contacts/batch/pair_codes.h"

#include <limits>

#include "contacts/batch/level_faces.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "contacts/batch/pair_codes.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "geometry/lanes/point_lanes-inl.h"
#include "geometry/lanes/wide_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tactus::HWY_NAMESPACE {
namespace {

// One triangle to a lane: its first corner, and the two edges that begin there.
struct Faces {
    WidePoints corner;
    WidePoints edge1;
    WidePoints edge2;
};

// Copies the corners of a triangle to the points of its pair.
template <bool has_places>
HWY_INLINE void take(const contact_batch::CornerSource& source, std::uint32_t number, float* points)
{
    const std::uint32_t* t = source.triangles + 3 * static_cast<std::size_t>(number);
    for (std::size_t k = 0; k < 3; ++k)
        hn::Store(vertex(source.positions, has_places ? source.places[t[k]] : t[k]), Floats(), points + 4 * k);
}

// Gives the corner that `points` begins with of as many pairs as there are lanes.
HWY_INLINE WidePoints gather(const float* points)
{
    return points_of(points, [](std::size_t lane) HWY_ATTR { return contact_batch::points_per_pair * lane; });
}

HWY_INLINE Faces gather_faces(const float* points)
{
    const WidePoints a = gather(points);
    return {a, gather(points + 4) - a, gather(points + 8) - a};
}

template <class M>
HWY_INLINE LaneWords bit_where(M mask, std::uint32_t bit)
{
    const WordsOf<wide> w;
    return hn::IfThenElseZero(hn::RebindMask(w, mask), hn::Set(w, bit));
}

// What the other's plane leaves open about one triangle: three bits for its corners, as many for its edges that may
// rise, and from to_falling on for those that may fall.
struct OpenFeatures {
    LaneWords corners;
    LaneWords edges;
    LaneWords apart;
};

// From a pair of edges that rises to the same one that falls.
constexpr int to_falling = contact_batch::falling_edges - contact_batch::near_edges;

// Keeps the bits of those corners whose next corner has its bit set as well.
HWY_INLINE LaneWords and_next(LaneWords corners)
{
    return hn::And(corners, hn::Or(hn::ShiftRight<1>(corners), hn::ShiftLeft<2>(corners)));
}

// The pairs of an edge of a and one of b that both have their bits set: bit 3 k + l is for edges k and l.
HWY_INLINE LaneWords pairs_of_edges(LaneWords of_a, LaneWords of_b)
{
    constexpr std::uint32_t first_of_each = 0b001001001;
    const LaneWords apart = hn::And(
        hn::Or(hn::Or(of_a, hn::ShiftLeft<2>(of_a)), hn::ShiftLeft<4>(of_a)),
        hn::Set(WordsOf<wide>(), first_of_each | first_of_each << to_falling));
    const LaneWords with_all_of_b = hn::Sub(hn::ShiftLeft<3>(apart), apart);
    return hn::And(with_all_of_b, hn::Or(hn::Or(of_b, hn::ShiftLeft<3>(of_b)), hn::ShiftLeft<6>(of_b)));
}

// Gives what `plane` leaves open about the triangle `of`. `apart` leads from the plane's first corner to that of the
// triangle.
template <bool only_facing>
HWY_INLINE OpenFeatures open_features(const Faces& of, const Faces& plane, const WidePoints& apart, Lanes distance)
{
    const FloatsOf<wide> f;
    const WidePoints normal = fused_cross(plane.edge1, plane.edge2);
    const Lanes rise1 = fused_dot(normal, of.edge1), rise2 = fused_dot(normal, of.edge2);
    const Lanes s0 = fused_dot(normal, apart);
    const Lanes s1 = hn::Add(rise1, s0);
    const Lanes s2 = hn::Add(rise2, s0);
    const Lanes e1 = largest_component(plane.edge1);
    const Lanes e2 = largest_component(plane.edge2);
    const Lanes longest = hn::Max(largest_component(of.edge1), largest_component(of.edge2));
    const Lanes reach = hn::Add(largest_component(apart), longest);
    const Lanes area = area_bound(e1, e2);
    const Lanes bound = error_bound(area, reach);
    const Lanes squared = fused_dot(normal, normal);
    const Lanes length =
        hn::Add(hn::Mul(hn::Sqrt(squared), hn::Set(f, 1.0f + 0x1p-20f)), hn::Mul(area, hn::Set(f, 0x1p-23f)));
    // Bounds that nothing is above, where the normal's length is not to be trusted.
    const auto or_infinite = [&](Lanes value) HWY_ATTR {
        return hn::IfThenElse(
            hn::Ge(squared, hn::Set(f, 0x1p-100f)), value, hn::Set(f, std::numeric_limits<float>::infinity()));
    };
    const Lanes far = or_infinite(hn::Add(hn::Mul(distance, length), bound));
    const Lanes near = hn::Neg(far);
    const auto one_side =
        hn::Or(hn::Gt(hn::Min(hn::Min(s0, s1), s2), bound), hn::Lt(hn::Max(hn::Max(s0, s1), s2), hn::Neg(bound)));
    const auto bits = [&](auto mask0, auto mask1, auto mask2, int first) HWY_ATTR {
        return hn::Or(
            hn::Or(bit_where(mask0, 1u << first), bit_where(mask1, 2u << first)), bit_where(mask2, 4u << first));
    };
    const LaneWords every = hn::Set(WordsOf<wide>(), 7u);
    const LaneWords above = bits(hn::Gt(s0, far), hn::Gt(s1, far), hn::Gt(s2, far), 0);
    const LaneWords below = bits(hn::Lt(s0, near), hn::Lt(s1, near), hn::Lt(s2, near), 0);
    OpenFeatures open = {
        .corners = hn::AndNot(hn::Or(above, below), every),
        .edges = hn::AndNot(hn::Or(and_next(above), and_next(below)), every),
        .apart = bit_where(one_side, contact_batch::apart_bit)};
    if constexpr (only_facing) {
        const Lanes unsure = error_bound(area, hn::Add(longest, longest));
        const Lanes share = hn::IfThenElse(
            hn::Ge(squared, hn::MulAdd(hn::Mul(area, area), hn::Set(f, 0x1p-20f), hn::Set(f, 0x1p-100f))),
            hn::Mul(squared, hn::Set(f, 1.01f * 0x1p40f / (inverse_level_sine * inverse_level_sine))),
            hn::Set(f, std::numeric_limits<float>::infinity()));
        // Whether an edge certainly rises or falls, by more than that it could count as level.
        const auto is_steep = [&](Lanes rise, const WidePoints& edge) HWY_ATTR {
            const Lanes surely = hn::Mul(hn::Max(hn::Sub(hn::Abs(rise), unsure), hn::Zero(f)), hn::Set(f, 0x1p20f));
            return hn::Gt(hn::Mul(surely, surely), hn::MulAdd(share, fused_dot(edge, edge), hn::Set(f, 0x1p-120f)));
        };
        const Lanes rise12 = hn::Sub(rise2, rise1), rise20 = hn::Neg(rise2), zero = hn::Zero(f);
        const auto steep1 = is_steep(rise1, of.edge1), steep12 = is_steep(rise12, of.edge2 - of.edge1),
                   steep20 = is_steep(rise20, of.edge2);
        const auto falls = [&](auto steep, Lanes rise) HWY_ATTR { return hn::And(steep, hn::Lt(rise, zero)); };
        const auto rises = [&](auto steep, Lanes rise) HWY_ATTR { return hn::And(steep, hn::Gt(rise, zero)); };
        open.edges = hn::AndNot(
            hn::Or(
                bits(falls(steep1, rise1), falls(steep12, rise12), falls(steep20, rise20), 0),
                bits(rises(steep1, rise1), rises(steep12, rise12), rises(steep20, rise20), to_falling)),
            hn::Or(open.edges, hn::ShiftLeft<to_falling>(open.edges)));
    }
    return open;
}

template <bool has_places_a, bool has_places_b>
HWY_INLINE void take_all(
    const contact_batch::CornerSource& source_a, const contact_batch::CornerSource& source_b, const TrianglePair* pairs,
    std::size_t count, float* points)
{
    const contact_batch::CornerSource a = source_a;
    const contact_batch::CornerSource b = source_b;
    for (std::size_t i = 0; i < count; ++i) {
        float* to = points + 4 * contact_batch::points_per_pair * i;
        take<has_places_a>(a, pairs[i].a, to);
        take<has_places_b>(b, pairs[i].b, to + 4 * 3);
    }
}

template <bool only_facing>
HWY_INLINE void classify(const float* points, std::size_t count, float distance, std::uint32_t* codes)
{
    constexpr std::size_t pair_floats = 4 * contact_batch::points_per_pair;
    const WordsOf<wide> w;
    const LaneWords none = hn::Zero(w);
    const Lanes distances = hn::Set(FloatsOf<wide>(), distance);
    for (std::size_t i = 0; i < count; i += wide) {
        const Faces face_a = gather_faces(points + pair_floats * i);
        const Faces face_b = gather_faces(points + pair_floats * i + 12);
        const WidePoints apart = face_a.corner - face_b.corner;
        const OpenFeatures of_a = open_features<only_facing>(face_a, face_b, apart, distances);
        const WidePoints back = {hn::Neg(apart.x), hn::Neg(apart.y), hn::Neg(apart.z)};
        const OpenFeatures of_b = open_features<only_facing>(face_b, face_a, back, distances);
        const auto has_none = [&](const OpenFeatures& of)
                                  HWY_ATTR { return hn::Eq(hn::Or(of.corners, of.edges), none); };
        const LaneWords features = hn::Or(
            hn::Or(of_a.corners, hn::ShiftLeft<3>(of_b.corners)),
            hn::ShiftLeft<contact_batch::near_edges>(pairs_of_edges(of_a.edges, of_b.edges)));
        const LaneWords near = hn::IfThenZeroElse(hn::Or(has_none(of_a), has_none(of_b)), features);
        hn::StoreU(hn::Or(near, hn::Or(of_a.apart, of_b.apart)), w, codes + i);
    }
}

} // namespace

void contact_plane_codes(
    const contact_batch::CornerSource& a, const contact_batch::CornerSource& b, const TrianglePair* pairs,
    std::size_t count, float distance, bool only_facing, float* points, std::uint32_t* codes)
{
    if (a.places != nullptr && b.places != nullptr)
        take_all<true, true>(a, b, pairs, count, points);
    else if (a.places != nullptr)
        take_all<true, false>(a, b, pairs, count, points);
    else if (b.places != nullptr)
        take_all<false, true>(a, b, pairs, count, points);
    else
        take_all<false, false>(a, b, pairs, count, points);
    constexpr std::size_t pair_floats = 4 * contact_batch::points_per_pair;
    for (std::size_t i = count; i % wide != 0; ++i)
        for (std::size_t k = 0; k < pair_floats; ++k)
            points[pair_floats * i + k] = points[pair_floats * (i - 1) + k];
    if (only_facing)
        classify<true>(points, count, distance, codes);
    else
        classify<false>(points, count, distance, codes);
}

} // namespace tactus::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tactus {

HWY_EXPORT(contact_plane_codes);

void contact_batch::take_and_classify(
    const CornerSource& a, const CornerSource& b, const TrianglePair* pairs, std::size_t count, float distance,
    bool only_facing, float* points, std::uint32_t* codes)
{
    HWY_DYNAMIC_DISPATCH(contact_plane_codes)(a, b, pairs, count, distance, only_facing, points, codes);
}

} // namespace tactus
#endif
