// SPDX-License-Identifier: MIT
// Guigue and Devillers' test (triangle_triangle.cpp) on several pairs at a time, in float.
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
#include "geometry/triangle_pairs/crossing_batch.h"

#include <algorithm>
#include <bit>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "geometry/triangle_pairs/crossing_batch.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "geometry/lanes/wide_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tactus::HWY_NAMESPACE {
namespace {

// Five vectors between corners for each of some pairs: x of all pairs, y of all, z of all.
template <std::size_t lanes>
struct alignas(4 * lanes) Differences {
    float vectors[5][3 * lanes];
};

template <class V>
HWY_INLINE V error_bound(V e1, V e2, V d)
{
    return error_bound(area_bound(e1, e2), d);
}

template <std::size_t lanes>
HWY_INLINE PointLanes<FloatLanes<lanes>> load(const float* from)
{
    constexpr FloatsOf<lanes> f;
    return {hn::Load(f, from), hn::Load(f, from + lanes), hn::Load(f, from + 2 * lanes)};
}

template <std::size_t lanes>
HWY_INLINE void store_transposed(const FloatLanes<lanes> (&vectors)[5][4], Differences<lanes>& out)
{
    const FloatsOf<lanes> f;
    for (int i = 0; i < 5; ++i) {
        const auto points = transposed(vectors[i][0], vectors[i][1], vectors[i][2], vectors[i][3]);
        hn::Store(points.x, f, out.vectors[i]);
        hn::Store(points.y, f, out.vectors[i] + lanes);
        hn::Store(points.z, f, out.vectors[i] + 2 * lanes);
    }
}

// The triangles of one side, one for each block. Both sides at once would be more addresses than there are registers.
template <std::size_t lanes>
struct BlockTriangles {
    const float* positions;
    const std::uint32_t* corners_of[lanes / 4];

    HWY_INLINE
    BlockTriangles(const TriangleSource& source, const IndexPair* pairs, std::uint32_t IndexPair::*side)
        : positions(source.positions)
    {
        for (std::size_t k = 0; k < lanes / 4; ++k)
            corners_of[k] = corners(source, pairs[4 * k].*side);
    }
    HWY_INLINE FloatLanes<lanes> corner(int number) const
    {
        return joined<lanes>([&](int k) HWY_ATTR { return vertex(positions, corners_of[k][number]); });
    }
};

// The top bit of each lane is set where all three values are further from zero than the bound.
template <class V>
HWY_INLINE auto surely_not_zero(V d0, V d1, V d2, V bound)
{
    using D = hn::DFromV<V>;
    const V smallest = hn::Min(hn::Min(hn::Abs(d0), hn::Abs(d1)), hn::Abs(d2));
    return hn::BitCast(hn::RebindToUnsigned<D>(), hn::VecFromMask(D(), hn::Gt(smallest, bound)));
}

// Moves the bits down by one and puts the sign of d on top.
template <class W>
HWY_INLINE W with_sign(W bits, W d)
{
    const W moved = hn::ShiftRight<1>(bits);
    // Written so that compilers see the one instruction that selects bits, where there is one.
    return hn::Xor(hn::And(hn::Xor(d, moved), hn::Set(hn::DFromV<W>(), 0x80000000u)), moved);
}

// The plane tests of some pairs.
template <std::size_t some_lanes>
struct PlaneTest {
    static constexpr std::size_t lanes = some_lanes;
    TriangleSource a;
    TriangleSource b;

    // Two edges of a, two edges of b, and the way from b to a.
    HWY_INLINE void gather(const IndexPair* pairs, const std::uint32_t*, Differences<lanes>& out) const
    {
        FloatLanes<lanes> vectors[5][4];
        for (int lane = 0; lane < 4; ++lane) {
            const BlockTriangles<lanes> of_a(a, pairs + lane, &IndexPair::a);
            const auto a0 = of_a.corner(0);
            vectors[0][lane] = hn::Sub(of_a.corner(1), a0);
            vectors[1][lane] = hn::Sub(of_a.corner(2), a0);
            const BlockTriangles<lanes> of_b(b, pairs + lane, &IndexPair::b);
            const auto b0 = of_b.corner(0);
            vectors[2][lane] = hn::Sub(of_b.corner(1), b0);
            vectors[3][lane] = hn::Sub(of_b.corner(2), b0);
            vectors[4][lane] = hn::Sub(a0, b0);
        }
        store_transposed<lanes>(vectors, out);
    }

    // The codes.
    HWY_INLINE hn::Vec<WordsOf<lanes>> decide(const Differences<lanes>& differences, const std::uint32_t*) const
    {
        const WordsOf<lanes> w;
        const auto edge_a1 = load<lanes>(differences.vectors[0]);
        const auto edge_a2 = load<lanes>(differences.vectors[1]);
        const auto edge_b1 = load<lanes>(differences.vectors[2]);
        const auto edge_b2 = load<lanes>(differences.vectors[3]);
        const auto apart = load<lanes>(differences.vectors[4]);
        const auto size_a1 = largest_component(edge_a1);
        const auto size_a2 = largest_component(edge_a2);
        const auto size_b1 = largest_component(edge_b1);
        const auto size_b2 = largest_component(edge_b2);
        const auto distance = largest_component(apart);

        const auto normal_b = fused_cross(edge_b1, edge_b2);
        const auto a0 = fused_dot(normal_b, apart);
        const auto a1 = hn::Add(fused_dot(normal_b, edge_a1), a0);
        const auto a2 = hn::Add(fused_dot(normal_b, edge_a2), a0);
        const auto sure_a =
            surely_not_zero(a0, a1, a2, error_bound(size_b1, size_b2, hn::Add(distance, hn::Max(size_a1, size_a2))));
        const auto normal_a = fused_cross(edge_a1, edge_a2);
        // With the opposite sign: `apart` leads from b to a.
        const auto b0 = fused_dot(normal_a, apart);
        const auto b1 = hn::Sub(b0, fused_dot(normal_a, edge_b1));
        const auto b2 = hn::Sub(b0, fused_dot(normal_a, edge_b2));
        const auto sure_b =
            surely_not_zero(b0, b1, b2, error_bound(size_a1, size_a2, hn::Add(distance, hn::Max(size_b1, size_b2))));

        auto bits = hn::BitCast(w, a0);
        bits = with_sign(bits, hn::BitCast(w, a1));
        bits = with_sign(bits, hn::BitCast(w, a2));
        bits = with_sign(bits, hn::BitCast(w, b0));
        bits = with_sign(bits, hn::BitCast(w, b1));
        bits = with_sign(bits, hn::BitCast(w, b2));
        bits = with_sign(bits, sure_a);
        bits = with_sign(bits, sure_b);
        return hn::ShiftRight<24>(bits);
    }
};

// The interval tests of four pairs that meet the planes. Their corners differ in order: wider registers gain nothing.
template <bool tells_order>
struct IntervalTest {
    static constexpr std::size_t lanes = narrow;
    TriangleSource a;
    TriangleSource b;

    // The ways from p of a to q and r of a and to p, q and r of b.
    HWY_INLINE void gather(const IndexPair* pairs, const std::uint32_t* codes, Differences<lanes>& out) const
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
        store_transposed<lanes>(vectors, out);
    }

    // The verdicts.
    HWY_INLINE hn::Vec<WordsOf<lanes>> decide(const Differences<lanes>& differences, const std::uint32_t* codes) const
    {
        const WordsOf<lanes> w;
        const auto qa = load<lanes>(differences.vectors[0]);
        const auto ra = load<lanes>(differences.vectors[1]);
        const auto pb = load<lanes>(differences.vectors[2]);
        const auto qb = load<lanes>(differences.vectors[3]);
        const auto rb = load<lanes>(differences.vectors[4]);
        const auto size_pb = largest_component(pb);
        // orient3d(pa, qa, pb, qb) and orient3d(pa, ra, rb, pb): both intervals begin before the other ends.
        const auto first = fused_dot(pb, fused_cross(qb, qa));
        const auto second = fused_dot(pb, fused_cross(ra, rb));
        const auto size_qa = largest_component(qa), size_ra = largest_component(ra);
        const auto size_qb = largest_component(qb), size_rb = largest_component(rb);
        const auto first_bound = error_bound(size_qa, size_qb, size_pb);
        const auto second_bound = error_bound(size_ra, size_rb, size_pb);
        const auto hit = hn::And(hn::Lt(first, hn::Neg(first_bound)), hn::Lt(second, hn::Neg(second_bound)));
        const auto miss = hn::Or(hn::Gt(first, first_bound), hn::Gt(second, second_bound));
        const auto open = hn::Set(w, std::uint32_t{batch::open});
        auto intersecting = hn::Set(w, std::uint32_t{batch::intersecting});
        if constexpr (tells_order) {
            // orient3d(pa, qa, pb, rb) and orient3d(pa, ra, pb, qb): which interval ends and which begins within the
            // other.
            const auto ends = fused_dot(pb, fused_cross(rb, qa));
            const auto begins = fused_dot(pb, fused_cross(qb, ra));
            const auto is_known = hn::And(
                hn::Gt(hn::Abs(ends), error_bound(size_qa, size_rb, size_pb)),
                hn::Gt(hn::Abs(begins), error_bound(size_ra, size_qb, size_pb)));
            const auto bit = [&](auto mask, std::uint32_t value)
                                 HWY_ATTR { return hn::IfThenElseZero(hn::RebindMask(w, mask), hn::Set(w, value)); };
            const hn::FixedTag<float, lanes> f;
            intersecting = hn::Or(
                hn::Or(intersecting, bit(is_known, batch::knows_order)),
                hn::Or(
                    bit(hn::Gt(ends, hn::Zero(f)), batch::ends_by_a),
                    bit(hn::Gt(begins, hn::Zero(f)), batch::begins_by_b)));
        }
        const auto verdict =
            hn::IfThenElse(hn::RebindMask(w, hit), intersecting, hn::IfThenZeroElse(hn::RebindMask(w, miss), open));
        const auto sure_bits = hn::Set(w, batch::sure_bits);
        const auto sure = hn::Eq(hn::And(hn::LoadU(w, codes), sure_bits), sure_bits);
        return hn::IfThenElse(sure, verdict, open);
    }
};

// Decides about the pairs from `begin` on in groups of as many as the test takes, hands each group's first number and
// what was decided to `take`, and gives the number of the first pair that is left over. Gathering waits for memory and
// testing for arithmetic, so it gathers a group while it tests the one before.
template <class Test, class Take>
HWY_INLINE std::size_t decide_groups(
    const Test& test, const IndexPair* pairs, const std::uint32_t* codes, std::size_t begin, std::size_t count,
    Take take)
{
    constexpr std::size_t lanes = Test::lanes;
    if (begin + lanes > count)
        return begin;
    Differences<lanes> differences;
    test.gather(pairs + begin, codes + begin, differences);
    std::size_t i = begin;
    for (; i + 2 * lanes <= count; i += lanes) {
        const auto decided = test.decide(differences, codes + i);
        test.gather(pairs + i + lanes, codes + i + lanes, differences);
        take(i, decided);
    }
    take(i, test.decide(differences, codes + i));
    return i + lanes;
}

// Appends those of the first `count` of some pairs that meet the planes, and their codes.
template <std::size_t lanes>
HWY_INLINE void
append_survivors(const IndexPair* pairs, hn::Vec<WordsOf<lanes>> group_codes, std::size_t count, batch::Survivors& out)
{
#if HWY_MAX_BYTES >= 64
    if constexpr (lanes == 16) {
        const WordsOf<16> w;
        const hn::FixedTag<std::uint64_t, 8> two;
        const auto zero = hn::Zero(w);
        // Three equal bits and one more are 0 or 1 in their upper two bits.
        const auto meets = [&](auto sides, std::uint32_t sure) HWY_ATTR {
            return hn::Or(
                hn::Ne(hn::And(hn::Add(sides, hn::Set(w, 1u)), hn::Set(w, 6u)), zero),
                hn::Eq(hn::And(group_codes, hn::Set(w, sure)), zero));
        };
        const auto kept = hn::And(meets(group_codes, 64u), meets(hn::ShiftRight<3>(group_codes), 128u));
        std::uint8_t bits[8];
        hn::StoreMaskBits(w, kept, bits);
        const auto* from = reinterpret_cast<const std::uint64_t*>(pairs);
        auto* to = reinterpret_cast<std::uint64_t*>(out.pairs + out.count);
        const auto first = hn::LoadU(two, from), second = hn::LoadU(two, from + 8);
        hn::StoreU(decltype(first){_mm512_maskz_compress_epi64(bits[0], first.raw)}, two, to);
        to += std::popcount(bits[0]);
        hn::StoreU(decltype(first){_mm512_maskz_compress_epi64(bits[1], second.raw)}, two, to);
        hn::StoreU(hn::Compress(group_codes, kept), w, out.codes + out.count);
        out.count += hn::CountTrue(w, kept);
        return;
    }
#endif
    std::uint32_t codes[lanes];
    hn::StoreU(group_codes, WordsOf<lanes>(), codes);
    for (std::size_t k = 0; k < count; ++k) {
        out.pairs[out.count] = pairs[k];
        out.codes[out.count] = codes[k];
        out.count += batch::meets_planes[codes[k]];
    }
}

// Appends the survivors of the pairs from `begin` on, by groups, and gives the number of the first that is left over.
template <std::size_t lanes>
HWY_INLINE std::size_t append_groups(
    const TriangleSource& a, const TriangleSource& b, const IndexPair* pairs, std::size_t begin, std::size_t count,
    batch::Survivors& out)
{
    return decide_groups(
        PlaneTest<lanes>{a, b}, pairs, out.codes, begin, count,
        [&](std::size_t at, auto codes) TACTUS_IN_KERNEL { append_survivors<lanes>(pairs + at, codes, lanes, out); });
}

} // namespace

void survivors_of_planes(
    const TriangleSource& a, const TriangleSource& b, const IndexPair* pairs, std::size_t count,
    batch::Survivors& survivors)
{
    batch::Survivors out = survivors;
    std::size_t done = 0;
    if constexpr (sparse_lanes > narrow)
        done = append_groups<sparse_lanes>(a, b, pairs, done, count, out);
    done = append_groups<narrow>(a, b, pairs, done, count, out);
    if (done < count) {
        const PlaneTest<narrow> test{a, b};
        IndexPair last[narrow];
        for (std::size_t k = 0; k < narrow; ++k)
            last[k] = pairs[std::min(done + k, count - 1)];
        Differences<narrow> differences;
        test.gather(last, out.codes, differences);
        append_survivors<narrow>(last, test.decide(differences, out.codes), count - done, out);
    }
    survivors.count = out.count;
}

void interval_verdicts_of_pairs(
    const TriangleSource& a, const TriangleSource& b, const IndexPair* pairs, const std::uint32_t* codes,
    std::size_t count, bool tells_order, std::uint32_t* verdicts)
{
    const auto decide_by = [&](const auto& test) HWY_ATTR {
        decide_groups(test, pairs, codes, 0, count, [&](std::size_t at, auto decided) TACTUS_IN_KERNEL {
            hn::StoreU(decided, WordsOf<narrow>(), verdicts + at);
        });
    };
    if (tells_order)
        decide_by(IntervalTest<true>{a, b});
    else
        decide_by(IntervalTest<false>{a, b});
}

} // namespace tactus::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tactus {

HWY_EXPORT(survivors_of_planes);
HWY_EXPORT(interval_verdicts_of_pairs);

void batch::drop_by_planes(
    const TriangleSource& a, const TriangleSource& b, const IndexPair* pairs, std::size_t count, Survivors& out)
{
    HWY_DYNAMIC_DISPATCH(survivors_of_planes)(a, b, pairs, count, out);
}

void batch::decide_by_intervals(
    const TriangleSource& a, const TriangleSource& b, const IndexPair* pairs, const std::uint32_t* codes,
    std::size_t count, bool tells_order, std::uint32_t* verdicts)
{
    HWY_DYNAMIC_DISPATCH(interval_verdicts_of_pairs)(a, b, pairs, codes, count, tells_order, verdicts);
}

} // namespace tactus
#endif
