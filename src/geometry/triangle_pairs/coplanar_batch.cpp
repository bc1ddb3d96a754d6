// SPDX-License-Identifier: MIT
// Coplanar triangles are apart exactly if a line along an edge of one has the other strictly on its far side.
//
// How sure float is. Let e = 2^-24 and let S be at least the difference of any two of the twelve coordinates. A 2 x 2
// determinant of differences has two products, each through at most four roundings: two differences, the product, the
// subtraction. So it is off by at most ((1 + e)^4 - 1) 2 S^2 < 8.001 e S^2, plus 2^-149 for underflow. The computed
// bound has been through three roundings from the true S, so with the constant 9 e and at least 2^-120 it is safe.
// 4 S^2 is computed first: it overflows, and nothing is sure, before a product or the determinant can.
#include "geometry/triangle_pairs/coplanar_batch.h"

#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "geometry/triangle_pairs/coplanar_batch.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "geometry/lanes/triangle_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tactus::HWY_NAMESPACE {
namespace {

// Four points of a coordinate plane.
struct Points2 {
    Float4 x;
    Float4 y;
};

struct Triangles {
    Points corner[3];
};

HWY_INLINE Points gather_corners(const TriangleSource& source, const std::uint32_t* const (&t)[4], int i)
{
    return transposed(
        vertex(source.positions, t[0][i]), vertex(source.positions, t[1][i]), vertex(source.positions, t[2][i]),
        vertex(source.positions, t[3][i]));
}

HWY_INLINE Triangles gather(const TriangleSource& source, const std::uint32_t (&numbers)[4])
{
    const std::uint32_t* const t[4] = {
        corners(source, numbers[0]), corners(source, numbers[1]), corners(source, numbers[2]),
        corners(source, numbers[3])};
    return {{gather_corners(source, t, 0), gather_corners(source, t, 1), gather_corners(source, t, 2)}};
}

template <class Coordinate>
HWY_INLINE Mask4 all_equal(const Triangles& a, const Triangles& b, Coordinate of)
{
    const Float4 first = of(a.corner[0]);
    // Infinity equals itself, but is no place for a triangle.
    const Mask4 finite = hn::Lt(hn::Abs(first), hn::Set(Floats(), std::numeric_limits<float>::infinity()));
    Mask4 equal = hn::And(finite, hn::And(hn::Eq(of(a.corner[1]), first), hn::Eq(of(a.corner[2]), first)));
    for (int i = 0; i < 3; ++i)
        equal = hn::And(equal, hn::Eq(of(b.corner[i]), first));
    return equal;
}

HWY_INLINE Points2 projected(const Points& p, Mask4 flat_x, Mask4 flat_y)
{
    return {hn::IfThenElse(flat_x, p.z, p.x), hn::IfThenElse(flat_y, p.z, p.y)};
}

HWY_INLINE Float4 orientation(const Points2& a, const Points2& b, const Points2& c)
{
    return hn::Sub(hn::Mul(hn::Sub(b.x, a.x), hn::Sub(c.y, a.y)), hn::Mul(hn::Sub(b.y, a.y), hn::Sub(c.x, a.x)));
}

// Over the edges of t, the least of how far the nearest corner of u is on the near side: negative if an edge separates.
HWY_INLINE Float4 least_reach(const Points2 (&t)[3], Float4 turn, const Points2 (&u)[3])
{
    const Float4 sign = hn::And(turn, hn::SignBit(Floats()));
    Float4 least = hn::Set(Floats(), 0.0f);
    for (int i = 0; i < 3; ++i) {
        const Points2& begin = t[i];
        const Points2& end = t[(i + 1) % 3];
        const Float4 first = hn::Xor(orientation(begin, end, u[0]), sign);
        const Float4 second = hn::Xor(orientation(begin, end, u[1]), sign);
        const Float4 third = hn::Xor(orientation(begin, end, u[2]), sign);
        const Float4 reach = hn::Max(hn::Max(first, second), third);
        least = i == 0 ? reach : hn::Min(least, reach);
    }
    return least;
}

HWY_INLINE Float4 largest_difference(const Points2 (&p)[3], const Points2 (&q)[3])
{
    const Float4 lowest_x = hn::Min(hn::Min(hn::Min(p[0].x, p[1].x), p[2].x), hn::Min(hn::Min(q[0].x, q[1].x), q[2].x));
    const Float4 highest_x =
        hn::Max(hn::Max(hn::Max(p[0].x, p[1].x), p[2].x), hn::Max(hn::Max(q[0].x, q[1].x), q[2].x));
    const Float4 lowest_y = hn::Min(hn::Min(hn::Min(p[0].y, p[1].y), p[2].y), hn::Min(hn::Min(q[0].y, q[1].y), q[2].y));
    const Float4 highest_y =
        hn::Max(hn::Max(hn::Max(p[0].y, p[1].y), p[2].y), hn::Max(hn::Max(q[0].y, q[1].y), q[2].y));
    return hn::Max(hn::Sub(highest_x, lowest_x), hn::Sub(highest_y, lowest_y));
}

HWY_INLINE Word4 flat_verdicts(const Triangles& a, const Triangles& b)
{
    const Floats f;
    const Words w;
    const Mask4 flat_x = all_equal(a, b, [](const Points& p) HWY_ATTR { return p.x; });
    const Mask4 flat_y = all_equal(a, b, [](const Points& p) HWY_ATTR { return p.y; });
    const Mask4 flat_z = all_equal(a, b, [](const Points& p) HWY_ATTR { return p.z; });
    const Points2 p[3] = {
        projected(a.corner[0], flat_x, flat_y), projected(a.corner[1], flat_x, flat_y),
        projected(a.corner[2], flat_x, flat_y)};
    const Points2 q[3] = {
        projected(b.corner[0], flat_x, flat_y), projected(b.corner[1], flat_x, flat_y),
        projected(b.corner[2], flat_x, flat_y)};

    const Float4 size = largest_difference(p, q);
    const Float4 bound = hn::Max(
        hn::Mul(hn::Mul(hn::Mul(size, hn::Set(f, 4.0f)), size), hn::Set(f, 2.25f * 0x1p-24f)), hn::Set(f, 0x1p-120f));
    const Float4 turn_p = orientation(p[0], p[1], p[2]);
    const Float4 turn_q = orientation(q[0], q[1], q[2]);
    const Float4 reach = hn::Min(least_reach(p, turn_p, q), least_reach(q, turn_q, p));

    const Mask4 have_area = hn::And(hn::Gt(hn::Abs(turn_p), bound), hn::Gt(hn::Abs(turn_q), bound));
    const Mask4 sure =
        hn::And(hn::Gt(hn::Abs(reach), bound), hn::And(have_area, hn::Or(hn::Or(flat_x, flat_y), flat_z)));
    const Word4 verdict =
        hn::IfThenElseZero(hn::RebindMask(w, hn::Gt(reach, bound)), hn::Set(w, std::uint32_t{batch::intersecting}));
    return hn::IfThenElse(hn::RebindMask(w, sure), verdict, hn::Set(w, std::uint32_t{batch::open}));
}

} // namespace

void decide_coplanar(
    const TriangleSource& a, const TriangleSource& b, const IndexPair* pairs, const std::uint32_t* numbers,
    std::size_t count, std::uint32_t* verdicts)
{
    for (std::size_t i = 0; i < count; i += 4) {
        std::uint32_t ta[4];
        std::uint32_t tb[4];
        for (std::size_t lane = 0; lane < 4; ++lane) {
            ta[lane] = pairs[numbers[i + lane]].a;
            tb[lane] = pairs[numbers[i + lane]].b;
        }
        hn::StoreU(flat_verdicts(gather(a, ta), gather(b, tb)), Words(), verdicts + i);
    }
}

} // namespace tactus::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tactus {

HWY_EXPORT(decide_coplanar);

void batch::decide_in_coordinate_planes(
    const TriangleSource& a, const TriangleSource& b, const IndexPair* pairs, const std::uint32_t* numbers,
    std::size_t count, std::uint32_t* verdicts)
{
    HWY_DYNAMIC_DISPATCH(decide_coplanar)(a, b, pairs, numbers, count, verdicts);
}

} // namespace tactus
#endif
