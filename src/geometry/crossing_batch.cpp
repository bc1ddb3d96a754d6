// SPDX-License-Identifier: MIT
// Guigue and Devillers' test (triangle_triangle.cpp) on four pairs at a time, in float.
//
// How sure float is. Let e = 2^-24, let E1 and E2 bound the components of the two vectors of a minor, and let D bound
// those of the vector, or the sum of those of the two vectors, that the minors are multiplied with. Each product passes
// through at most nine roundings: three differences of coordinates, the inner product, the subtraction in the minor,
// the outer product, two sums, and one more to add two such determinants; through fewer where the machine multiplies
// and adds in one instruction. So the computed value is off by at most ((1 + e)^9 - 1) 6 E1 E2 D < 54.001 e E1 E2 D, if
// nothing underflows. The computed E1, E2 and D have been through at most two roundings each and their product with the
// constant through three, so with the constant 56 e the computed bound is at least 56 (1 - e)^9 e E1 E2 D
// > 55.9 e E1 E2 D: more than e E1 E2 D to spare. Machines may differ in what they leave open, not in the answer.
//
// Underflow adds at most h = 2^-150 to each product: 6.001 h D through the inner ones and 6.001 h through the outer
// ones. With E1 E2 taken as at least 2^-100, the spare is at least 2^-124 D, far above the former. With the bound taken
// as at least 2^-120, the spare is at least 2^-120 / 56, far above the latter. Differences of floats never underflow.
//
// Overflow: 8 E1 E2 D is computed first. Where a minor (at most 2.001 E1 E2) or a sum (at most 6.001 E1 E2 D) could
// overflow, so does 8 E1 E2 or the whole; the bound is then infinite, and nothing is sure. Where it would be infinity
// times zero, the floors of the bound step in, and the value is zero or nan: not greater than any bound. Infinite
// coordinates end in one of these ways, too.
#include "geometry/crossing_batch.h"

#include <array>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "geometry/crossing_batch.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "geometry/triangle_lanes-inl.h"

#ifndef TACTUS_GEOMETRY_CROSSING_BATCH_ONCE
#define TACTUS_GEOMETRY_CROSSING_BATCH_ONCE
namespace tactus::batch {

// Five vectors between corners for each of four pairs: x of all four, y of all, z of all.
struct alignas(16) Differences {
    float vectors[5][12];
};

// Which corners are p, q, r of a and of b, for given sides: p stands alone, and the other triangle is turned around
// where p stands on its negative side.
struct CornerOrder {
    std::array<std::uint8_t, 4> a;
    std::array<std::uint8_t, 4> b;
};

constexpr std::array<CornerOrder, 64> corner_orders = [] {
    constexpr std::array<int, 8> lone_corner = {0, 0, 1, 2, 2, 1, 0, 0};
    std::array<CornerOrder, 64> table{};
    for (int code = 0; code < 64; ++code) {
        const int lone_a = lone_corner[code & 7];
        const int lone_b = lone_corner[code >> 3];
        const bool negative_a = ((code >> lone_a) & 1) != 0;
        const bool negative_b = ((code >> (3 + lone_b)) & 1) == 0;
        const int step_a = negative_b ? 2 : 1;
        const int step_b = negative_a ? 2 : 1;
        for (int i = 0; i < 3; ++i) {
            table[code].a[i] = static_cast<std::uint8_t>((lone_a + i * step_a) % 3);
            table[code].b[i] = static_cast<std::uint8_t>((lone_b + i * step_b) % 3);
        }
    }
    return table;
}();

} // namespace tactus::batch
#endif

HWY_BEFORE_NAMESPACE();
namespace tactus::HWY_NAMESPACE {
namespace {

HWY_INLINE Float4 error_bound(Float4 e1, Float4 e2, Float4 d)
{
    const Floats f;
    const Float4 area = hn::Max(hn::Mul(hn::Mul(e1, hn::Set(f, 8.0f)), e2), hn::Set(f, 0x1p-97f));
    return hn::Max(hn::Mul(hn::Mul(area, d), hn::Set(f, 7.0f * 0x1p-24f)), hn::Set(f, 0x1p-120f));
}

HWY_INLINE void store(const Points& p, float* to)
{
    const Floats f;
    hn::Store(p.x, f, to);
    hn::Store(p.y, f, to + 4);
    hn::Store(p.z, f, to + 8);
}

HWY_INLINE Points load(const float* from)
{
    const Floats f;
    return {hn::Load(f, from), hn::Load(f, from + 4), hn::Load(f, from + 8)};
}

HWY_INLINE void store_transposed(const Float4 (&vectors)[5][4], batch::Differences& out)
{
    for (int i = 0; i < 5; ++i)
        store(transposed(vectors[i][0], vectors[i][1], vectors[i][2], vectors[i][3]), out.vectors[i]);
}

// What the plane tests of four pairs start from: two edges of a, two edges of b, and the way from b to a.
HWY_INLINE void
gather_edges(const TriangleSource& a, const TriangleSource& b, const IndexPair* pairs, batch::Differences& out)
{
    Float4 vectors[5][4];
    for (int lane = 0; lane < 4; ++lane) {
        const std::uint32_t* ta = corners(a, pairs[lane].a);
        const std::uint32_t* tb = corners(b, pairs[lane].b);
        const Float4 a0 = vertex(a.positions, ta[0]);
        const Float4 b0 = vertex(b.positions, tb[0]);
        vectors[0][lane] = hn::Sub(vertex(a.positions, ta[1]), a0);
        vectors[1][lane] = hn::Sub(vertex(a.positions, ta[2]), a0);
        vectors[2][lane] = hn::Sub(vertex(b.positions, tb[1]), b0);
        vectors[3][lane] = hn::Sub(vertex(b.positions, tb[2]), b0);
        vectors[4][lane] = hn::Sub(a0, b0);
    }
    store_transposed(vectors, out);
}

// What the interval tests of four pairs start from: the ways from p of a to q and r of a and to p, q and r of b.
HWY_INLINE void gather_ways_from_p(
    const TriangleSource& a, const TriangleSource& b, const IndexPair* pairs, const std::uint32_t* codes,
    batch::Differences& out)
{
    Float4 vectors[5][4];
    for (int lane = 0; lane < 4; ++lane) {
        const std::uint32_t* ta = corners(a, pairs[lane].a);
        const std::uint32_t* tb = corners(b, pairs[lane].b);
        const batch::CornerOrder& order = batch::corner_orders[codes[lane] & batch::side_bits];
        const Float4 pa = vertex(a.positions, ta[order.a[0]]);
        vectors[0][lane] = hn::Sub(vertex(a.positions, ta[order.a[1]]), pa);
        vectors[1][lane] = hn::Sub(vertex(a.positions, ta[order.a[2]]), pa);
        vectors[2][lane] = hn::Sub(vertex(b.positions, tb[order.b[0]]), pa);
        vectors[3][lane] = hn::Sub(vertex(b.positions, tb[order.b[1]]), pa);
        vectors[4][lane] = hn::Sub(vertex(b.positions, tb[order.b[2]]), pa);
    }
    store_transposed(vectors, out);
}

// The top bit of each lane is set where all three values are further from zero than the bound.
HWY_INLINE Word4 surely_not_zero(Float4 d0, Float4 d1, Float4 d2, Float4 bound)
{
    const Float4 smallest = hn::Min(hn::Min(hn::Abs(d0), hn::Abs(d1)), hn::Abs(d2));
    return hn::BitCast(Words(), hn::VecFromMask(Floats(), hn::Gt(smallest, bound)));
}

// Moves the bits down by one and puts the sign of d on top.
HWY_INLINE Word4 with_sign(Word4 bits, Word4 d)
{
    const Words w;
    const Word4 moved = hn::ShiftRight<1>(bits);
    // Written so that compilers see the one instruction that selects bits, where there is one.
    return hn::Xor(hn::And(hn::Xor(d, moved), hn::Set(w, 0x80000000u)), moved);
}

// The codes of four pairs.
HWY_INLINE Word4 plane_codes(const batch::Differences& differences)
{
    const Words w;
    const Points edge_a1 = load(differences.vectors[0]);
    const Points edge_a2 = load(differences.vectors[1]);
    const Points edge_b1 = load(differences.vectors[2]);
    const Points edge_b2 = load(differences.vectors[3]);
    const Points apart = load(differences.vectors[4]);
    const Float4 size_a1 = largest_component(edge_a1);
    const Float4 size_a2 = largest_component(edge_a2);
    const Float4 size_b1 = largest_component(edge_b1);
    const Float4 size_b2 = largest_component(edge_b2);
    const Float4 distance = largest_component(apart);

    const Points normal_b = fused_cross(edge_b1, edge_b2);
    const Float4 a0 = fused_dot(normal_b, apart);
    const Float4 a1 = hn::Add(fused_dot(normal_b, edge_a1), a0);
    const Float4 a2 = hn::Add(fused_dot(normal_b, edge_a2), a0);
    const Word4 sure_a =
        surely_not_zero(a0, a1, a2, error_bound(size_b1, size_b2, hn::Add(distance, hn::Max(size_a1, size_a2))));
    const Points normal_a = fused_cross(edge_a1, edge_a2);
    // With the opposite sign: `apart` leads from b to a.
    const Float4 b0 = fused_dot(normal_a, apart);
    const Float4 b1 = hn::Sub(b0, fused_dot(normal_a, edge_b1));
    const Float4 b2 = hn::Sub(b0, fused_dot(normal_a, edge_b2));
    const Word4 sure_b =
        surely_not_zero(b0, b1, b2, error_bound(size_a1, size_a2, hn::Add(distance, hn::Max(size_b1, size_b2))));

    Word4 bits = hn::BitCast(w, a0);
    bits = with_sign(bits, hn::BitCast(w, a1));
    bits = with_sign(bits, hn::BitCast(w, a2));
    bits = with_sign(bits, hn::BitCast(w, b0));
    bits = with_sign(bits, hn::BitCast(w, b1));
    bits = with_sign(bits, hn::BitCast(w, b2));
    bits = with_sign(bits, sure_a);
    bits = with_sign(bits, sure_b);
    return hn::ShiftRight<24>(bits);
}

// Verdicts on four pairs that meet the planes.
HWY_INLINE Word4 interval_verdicts(const batch::Differences& differences, const std::uint32_t* codes)
{
    const Words w;
    const Points qa = load(differences.vectors[0]);
    const Points ra = load(differences.vectors[1]);
    const Points pb = load(differences.vectors[2]);
    const Points qb = load(differences.vectors[3]);
    const Points rb = load(differences.vectors[4]);
    const Float4 size_pb = largest_component(pb);
    // orient3d(pa, qa, pb, qb) and orient3d(pa, ra, rb, pb): both intervals begin before the other ends.
    const Float4 first = fused_dot(pb, fused_cross(qb, qa));
    const Float4 second = fused_dot(pb, fused_cross(ra, rb));
    const Float4 first_bound = error_bound(largest_component(qa), largest_component(qb), size_pb);
    const Float4 second_bound = error_bound(largest_component(ra), largest_component(rb), size_pb);
    const Mask4 hit = hn::And(hn::Lt(first, hn::Neg(first_bound)), hn::Lt(second, hn::Neg(second_bound)));
    const Mask4 miss = hn::Or(hn::Gt(first, first_bound), hn::Gt(second, second_bound));
    const Word4 open = hn::Set(w, std::uint32_t{batch::open});
    const Word4 verdict = hn::IfThenElse(
        hn::RebindMask(w, hit), hn::Set(w, std::uint32_t{batch::intersecting}),
        hn::IfThenZeroElse(hn::RebindMask(w, miss), open));
    const Word4 sure_bits = hn::Set(w, batch::sure_bits);
    const auto sure = hn::Eq(hn::And(hn::LoadU(w, codes), sure_bits), sure_bits);
    return hn::IfThenElse(sure, verdict, open);
}

} // namespace

// Gathering waits for memory and testing for arithmetic, so both loops gather a group while they test the one before.

void plane_codes_of_pairs(
    const TriangleSource& source_a, const TriangleSource& source_b, const IndexPair* pairs, std::size_t count,
    std::uint32_t* codes)
{
    const TriangleSource a = source_a;
    const TriangleSource b = source_b;
    batch::Differences differences;
    gather_edges(a, b, pairs, differences);
    for (std::size_t i = 4; i < count; i += 4) {
        const Word4 before = plane_codes(differences);
        gather_edges(a, b, pairs + i, differences);
        hn::StoreU(before, Words(), codes + i - 4);
    }
    hn::StoreU(plane_codes(differences), Words(), codes + count - 4);
}

void interval_verdicts_of_pairs(
    const TriangleSource& source_a, const TriangleSource& source_b, const IndexPair* pairs, const std::uint32_t* codes,
    std::size_t count, std::uint32_t* verdicts)
{
    const TriangleSource a = source_a;
    const TriangleSource b = source_b;
    batch::Differences differences;
    gather_ways_from_p(a, b, pairs, codes, differences);
    for (std::size_t i = 4; i < count; i += 4) {
        const Word4 before = interval_verdicts(differences, codes + i - 4);
        gather_ways_from_p(a, b, pairs + i, codes + i, differences);
        hn::StoreU(before, Words(), verdicts + i - 4);
    }
    hn::StoreU(interval_verdicts(differences, codes + count - 4), Words(), verdicts + count - 4);
}

} // namespace tactus::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tactus {

HWY_EXPORT(plane_codes_of_pairs);
HWY_EXPORT(interval_verdicts_of_pairs);

void batch::classify_by_planes(
    const TriangleSource& a, const TriangleSource& b, const IndexPair* pairs, std::size_t count, std::uint32_t* codes)
{
    HWY_DYNAMIC_DISPATCH(plane_codes_of_pairs)(a, b, pairs, count, codes);
}

void batch::decide_by_intervals(
    const TriangleSource& a, const TriangleSource& b, const IndexPair* pairs, const std::uint32_t* codes,
    std::size_t count, std::uint32_t* verdicts)
{
    HWY_DYNAMIC_DISPATCH(interval_verdicts_of_pairs)(a, b, pairs, codes, count, verdicts);
}

} // namespace tactus
#endif
