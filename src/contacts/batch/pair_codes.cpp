// SPDX-License-Identifier: MIT
// How sure float is. A corner's side d of a plane, which is its distance times the length |n| of the plane's normal, is
// computed and bounded as in geometry/crossing_batch.cpp: it is off by at most the computed bound, whatever underflows
// or overflows. Let e = 2^-24, and let E1 and E2 bound the components of the edges that n is made of. Each component of
// n is off by at most ((1 + e)^3 - 1) 2 E1 E2, so |n| by less than 10.5 e E1 E2, plus what is rounded after that: less
// than 8 e |n| in all. So with 16 e |n| and 16 e E1 E2 added, what is computed for distance * |n| is at least that. The
// squared length of n is taken only if it is at least 2^-100, far above what underflow adds to it; where it overflows,
// nothing is far enough.
#include "contacts/batch/pair_codes.h"

#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "contacts/batch/pair_codes.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "geometry/triangle_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tactus::HWY_NAMESPACE {
namespace {

HWY_INLINE Points difference(const Points& a, const Points& b)
{
    return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}

// Four triangles: their first corners, and the edges from there.
struct Faces {
    Points corner;
    Points edge1;
    Points edge2;
};

// Copies the corners of a triangle to the points of its pair.
template <bool has_places>
HWY_INLINE void take(const contact_batch::CornerSource& source, std::uint32_t number, float* points)
{
    const std::uint32_t* t = source.triangles + 3 * static_cast<std::size_t>(number);
    for (std::size_t k = 0; k < 3; ++k)
        hn::Store(vertex(source.positions, has_places ? source.places[t[k]] : t[k]), Floats(), points + 4 * k);
}

HWY_INLINE Points gather(const float* points)
{
    constexpr std::size_t step = 4 * contact_batch::points_per_pair;
    const Floats f;
    return transposed(
        hn::Load(f, points), hn::Load(f, points + step), hn::Load(f, points + 2 * step),
        hn::Load(f, points + 3 * step));
}

HWY_INLINE Faces gather_faces(const float* points)
{
    const Points a = gather(points);
    return {a, difference(gather(points + 4), a), difference(gather(points + 8), a)};
}

HWY_INLINE Word4 bit_where(Mask4 mask, std::uint32_t bit)
{
    const Words w;
    return hn::IfThenElseZero(hn::RebindMask(w, mask), hn::Set(w, bit));
}

// Six bits for the corners of `of`, at the bit `first`, and the bit for all being on one side. `apart` leads from the
// plane's first corner to the other's.
HWY_INLINE Word4 sides(const Faces& of, const Faces& plane, const Points& apart, Float4 distance, std::uint32_t first)
{
    const Floats f;
    const Points normal = fused_cross(plane.edge1, plane.edge2);
    const Float4 s0 = fused_dot(normal, apart);
    const Float4 s1 = hn::Add(fused_dot(normal, of.edge1), s0);
    const Float4 s2 = hn::Add(fused_dot(normal, of.edge2), s0);
    const Float4 e1 = largest_component(plane.edge1);
    const Float4 e2 = largest_component(plane.edge2);
    const Float4 reach =
        hn::Add(largest_component(apart), hn::Max(largest_component(of.edge1), largest_component(of.edge2)));
    const Float4 area = hn::Max(hn::Mul(hn::Mul(e1, hn::Set(f, 8.0f)), e2), hn::Set(f, 0x1p-97f));
    const Float4 bound = hn::Max(hn::Mul(hn::Mul(area, reach), hn::Set(f, 7.0f * 0x1p-24f)), hn::Set(f, 0x1p-120f));
    const Float4 squared = fused_dot(normal, normal);
    const Float4 length =
        hn::Add(hn::Mul(hn::Sqrt(squared), hn::Set(f, 1.0f + 0x1p-20f)), hn::Mul(area, hn::Set(f, 0x1p-23f)));
    // A bound that nothing is above, where the normal's length is not to be trusted.
    const Float4 far = hn::IfThenElse(
        hn::Ge(squared, hn::Set(f, 0x1p-100f)), hn::Add(hn::Mul(distance, length), bound),
        hn::Set(f, std::numeric_limits<float>::infinity()));
    const Float4 near = hn::Neg(far);
    const Mask4 one_side =
        hn::Or(hn::Gt(hn::Min(hn::Min(s0, s1), s2), bound), hn::Lt(hn::Max(hn::Max(s0, s1), s2), hn::Neg(bound)));
    const Word4 above = hn::Or(
        hn::Or(bit_where(hn::Gt(s0, far), 1u << first), bit_where(hn::Gt(s1, far), 2u << first)),
        bit_where(hn::Gt(s2, far), 4u << first));
    const Word4 below = hn::Or(
        hn::Or(bit_where(hn::Lt(s0, near), 8u << first), bit_where(hn::Lt(s1, near), 16u << first)),
        bit_where(hn::Lt(s2, near), 32u << first));
    return hn::Or(hn::Or(above, below), bit_where(one_side, contact_batch::apart_bit));
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

} // namespace

void contact_plane_codes(
    const contact_batch::CornerSource& a, const contact_batch::CornerSource& b, const TrianglePair* pairs,
    std::size_t count, float distance, float* points, std::uint32_t* codes)
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
    for (std::size_t i = count; i % 4 != 0; ++i)
        for (std::size_t k = 0; k < pair_floats; ++k)
            points[pair_floats * i + k] = points[pair_floats * (i - 1) + k];
    const Float4 distances = hn::Set(Floats(), distance);
    for (std::size_t i = 0; i < count; i += 4) {
        const Faces face_a = gather_faces(points + pair_floats * i);
        const Faces face_b = gather_faces(points + pair_floats * i + 12);
        const Points apart = difference(face_a.corner, face_b.corner);
        const Word4 of_a = sides(face_a, face_b, apart, distances, contact_batch::corners_of_a);
        const Points back = {hn::Neg(apart.x), hn::Neg(apart.y), hn::Neg(apart.z)};
        const Word4 of_b = sides(face_b, face_a, back, distances, contact_batch::corners_of_b);
        hn::StoreU(hn::Or(of_a, of_b), Words(), codes + i);
    }
}

} // namespace tactus::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tactus {

HWY_EXPORT(contact_plane_codes);

void contact_batch::take_and_classify(
    const CornerSource& a, const CornerSource& b, const TrianglePair* pairs, std::size_t count, float distance,
    float* points, std::uint32_t* codes)
{
    HWY_DYNAMIC_DISPATCH(contact_plane_codes)(a, b, pairs, count, distance, points, codes);
}

} // namespace tactus
#endif
