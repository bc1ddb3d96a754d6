// SPDX-License-Identifier: MIT
// Four triangles at a time in float: the shortest of the ways between edges, and between edges and sides, of a hull and
// a triangle, and what it shows (distance_filter.h). Nothing about the way has to be right for that to be certain.
//
// Let e = 2^-24. All corners are seen from one of the hull, and `size` is the sum of the magnitudes of all their
// components. Then
// - a way between points of edges is a sum of four terms, each through at most six roundings, that are together not
//   longer than 2 size: it is off by at most 12.1 e size from a way between points of the two. Between an edge and a
//   side it is off by at most 17 e size, since weights that are to have a sum of at most 1 may have one of 1 + e.
// - the least product with the differences of corners is a difference of two values with at most four roundings a
//   term: it is off by at most 5.1 e |w| size.
// - the comparisons come to less than 5 e size, as there.
// Together these stay below 32 e size. What could overflow or lose bits to underflow is left open: sizes and lengths
// above 2^20, and what is less than 2^-40 apart, or comes out so.
#include "geometry/simplices/simplex_batch.h"

#include <algorithm>
#include <cmath>

#include "base/planted_fault.h"
#include "geometry/simplices/simplex_distance.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "geometry/simplices/simplex_batch.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "geometry/lanes/point_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tactus::HWY_NAMESPACE {
namespace {

HWY_INLINE Points everywhere(Vec3 p) { return {all(p.x), all(p.y), all(p.z)}; }

HWY_INLINE Float4 between_ends(Float4 t) { return hn::Min(hn::Max(t, hn::Zero(float4)), all(1.0f)); }

/// a + b s.
HWY_INLINE Points moved(const Points& a, const Points& b, Float4 s)
{
    return {hn::MulAdd(b.x, s, a.x), hn::MulAdd(b.y, s, a.y), hn::MulAdd(b.z, s, a.z)};
}

/// a - b s.
HWY_INLINE Points moved_back(const Points& a, const Points& b, Float4 s)
{
    return {hn::NegMulAdd(b.x, s, a.x), hn::NegMulAdd(b.y, s, a.y), hn::NegMulAdd(b.z, s, a.z)};
}

HWY_INLINE Float4 per(Float4 value) { return hn::Div(all(1.0f), hn::Max(value, all(0x1p-100f))); }

HWY_INLINE Float4 sum_of_magnitudes(const Points& a)
{
    return hn::Add(hn::Add(hn::Abs(a.x), hn::Abs(a.y)), hn::Abs(a.z));
}

/// Four triangles, as seen from the first corner of the hull.
struct SeenTriangles {
    Points corner[3];
    Points edge[3];
    Float4 per_square[3]; ///< one by the squared length of the edge, about
    Points ac;
    Points normal;
    Points to_b; ///< its product with the way from a point to the first corner is how much of edge 0 leads to its foot
    Points to_c;

    HWY_INLINE SeenTriangles(const Points& a, const Points& b, const Points& c)
        : corner{a, b, c}, edge{b - a, c - b, a - c},
          per_square{
              per(fused_dot(edge[0], edge[0])), per(fused_dot(edge[1], edge[1])), per(fused_dot(edge[2], edge[2]))},
          ac(c - a), normal(fused_cross(edge[0], ac)), to_b(fused_cross(normal, ac)), to_c(fused_cross(edge[0], normal))
    {
        const Float4 per_area = per(fused_dot(normal, normal));
        to_b = to_b * per_area;
        to_c = to_c * per_area;
    }

    HWY_INLINE Float4 size() const
    {
        return hn::Add(
            hn::Add(sum_of_magnitudes(corner[0]), sum_of_magnitudes(corner[1])), sum_of_magnitudes(corner[2]));
    }
};

HWY_INLINE SeenTriangles seen_from(Vec3 from, const TriangleSource& source, const std::uint32_t* triangles)
{
    const Points origin = everywhere(from);
    const std::uint32_t* const t0 = corners(source, triangles[0]);
    const std::uint32_t* const t1 = corners(source, triangles[1]);
    const std::uint32_t* const t2 = corners(source, triangles[2]);
    const std::uint32_t* const t3 = corners(source, triangles[3]);
    const auto corner = [&](int k) TACTUS_IN_KERNEL {
        const float* const p = source.positions;
        return transposed(vertex(p, t0[k]), vertex(p, t1[k]), vertex(p, t2[k]), vertex(p, t3[k])) - origin;
    };
    return {corner(0), corner(1), corner(2)};
}

/// The shortest way that was found from the hull to the triangle.
struct ShortestWay {
    Points way;
    Float4 squared;

    HWY_INLINE explicit ShortestWay(const Points& first) : way(first), squared(fused_dot(first, first)) {}

    HWY_INLINE void take(const Points& other)
    {
        const Float4 other_squared = fused_dot(other, other);
        take(other, other_squared, hn::Lt(other_squared, squared));
    }

    HWY_INLINE void take(const Points& other, Float4 other_squared, Mask4 shorter)
    {
        squared = hn::IfThenElse(shorter, other_squared, squared);
        way = {
            hn::IfThenElse(shorter, other.x, way.x), hn::IfThenElse(shorter, other.y, way.y),
            hn::IfThenElse(shorter, other.z, way.z)};
    }

    /// From edge p + u s of the hull to edge q + v t of the triangle, with r = q - p (C. Ericson, "Real-Time Collision
    /// Detection", 2005, section 5.1.9).
    HWY_INLINE void
    take_edges(const Points& r, const Points& u, Float4 uu, Float4 per_uu, const Points& v, Float4 per_vv)
    {
        const Float4 vv = fused_dot(v, v), uv = fused_dot(u, v), ur = fused_dot(u, r), vr = fused_dot(v, r);
        const Float4 across = hn::NegMulAdd(uv, uv, hn::Mul(uu, vv));
        const Float4 first = between_ends(hn::Mul(hn::NegMulAdd(uv, vr, hn::Mul(ur, vv)), per(across)));
        const Float4 t = between_ends(hn::Mul(hn::MulSub(uv, first, vr), per_vv));
        const Float4 s = between_ends(hn::Mul(hn::MulAdd(uv, t, ur), per_uu));
        take(moved_back(moved(r, v, t), u, s));
    }

    /// The way from a point of edge p + u t, where it is nearest to the plane of a triangle with r = its corner - p, to
    /// the point's foot, where that is in the triangle. Of triangles of the hull it is the way back.
    template <bool leads_back>
    HWY_INLINE void take_side(
        const Points& r, const Points& u, const Points& normal, const Points& ab, const Points& ac, const Points& to_b,
        const Points& to_c)
    {
        const Float4 zero = hn::Zero(float4);
        const Float4 rise = fused_dot(normal, u);
        const Float4 quotient = hn::Div(fused_dot(normal, r), rise);
        const Float4 t = between_ends(hn::IfThenElse(hn::Eq(rise, zero), zero, quotient));
        const Points to_corner = moved_back(r, u, t);
        const Float4 beta = fused_dot(to_corner, to_b), gamma = fused_dot(to_corner, to_c);
        const Mask4 inside = hn::And(hn::Ge(hn::Min(beta, gamma), zero), hn::Le(hn::Add(beta, gamma), all(1.0f)));
        const Points foot = moved(moved(to_corner, ab, beta), ac, gamma);
        const Float4 foot_squared = fused_dot(foot, foot);
        const Mask4 shorter = hn::And(inside, hn::Lt(foot_squared, squared));
        if constexpr (leads_back)
            take({hn::Neg(foot.x), hn::Neg(foot.y), hn::Neg(foot.z)}, foot_squared, shorter);
        else
            take(foot, foot_squared, shorter);
    }
};

/// It ends before all ways were looked at if the squares of all four are at most so much.
HWY_INLINE ShortestWay shortest_way(const SimplexBatch::Prepared& hull, const SeenTriangles& seen, Float4 short_enough)
{
    ShortestWay best(seen.corner[0]);
    // Triangles in the way of a sweep meet its sides as a rule.
    for (int i = 0; i < hull.side_count; ++i) {
        const SimplexBatch::Side& side = hull.sides[static_cast<std::size_t>(i)];
        const Points from = everywhere(side.from), ab = everywhere(side.ab), ac = everywhere(side.ac),
                     normal = everywhere(side.normal), to_b = everywhere(side.to_b), to_c = everywhere(side.to_c);
        for (int k = 0; k < 3; ++k)
            best.take_side<true>(from - seen.corner[k], seen.edge[k], normal, ab, ac, to_b, to_c);
    }
    for (int i = 0; i < hull.edge_count; ++i) {
        if (hull.side_count > 0 && hn::AllTrue(float4, hn::Le(best.squared, short_enough)))
            break;
        const SimplexBatch::Edge& edge = hull.edges[static_cast<std::size_t>(i)];
        const Points from = everywhere(edge.from), along = everywhere(edge.along);
        const Float4 square = fused_dot(along, along), per_square = all(edge.per_square);
        for (int k = 0; k < 3; ++k)
            best.take_edges(seen.corner[k] - from, along, square, per_square, seen.edge[k], seen.per_square[k]);
        best.take_side<false>(seen.corner[0] - from, along, seen.normal, seen.edge[0], seen.ac, seen.to_b, seen.to_c);
    }
    return best;
}

HWY_INLINE Word4 verdicts_of(const SimplexBatch::Prepared& hull, const SeenTriangles& seen)
{
    const Float4 size = hn::Add(all(hull.size), seen.size());
    const Float4 slack = hn::Mul(size, all(32.0f * 0x1p-24f));
    const Float4 nearer = hn::Sub(all(hull.lower), slack), further = hn::Add(all(hull.upper), slack);
    const Mask4 can_be_within = hn::Ge(nearer, all(0x1p-40f));
    const Float4 short_enough = hn::IfThenElseZero(can_be_within, hn::Mul(nearer, nearer));

    const ShortestWay best = shortest_way(hull, seen, short_enough);
    const Points& w = best.way;
    const Float4 lowest =
        hn::Min(hn::Min(fused_dot(w, seen.corner[0]), fused_dot(w, seen.corner[1])), fused_dot(w, seen.corner[2]));
    // The first corner is at the origin.
    Float4 highest = hn::Zero(float4);
    for (int i = 1; i < hull.corner_count; ++i)
        highest = hn::Max(highest, fused_dot(w, everywhere(hull.corners[static_cast<std::size_t>(i)])));
    const Float4 least = hn::Sub(lowest, highest);

    const Mask4 within = hn::And(can_be_within, hn::Le(best.squared, short_enough));
    const Mask4 apart = hn::And(
        hn::And(hn::Gt(least, all(0x1p-50f)), hn::Gt(best.squared, all(0x1p-60f))),
        hn::Gt(hn::Mul(least, least), hn::Mul(hn::Mul(further, further), best.squared)));
    const Mask4 fits = hn::Le(hn::Max(size, all(hull.upper)), all(0x1p20f));
    const auto words = [](Mask4 mask) TACTUS_IN_KERNEL { return hn::BitCast(word4, hn::VecFromMask(float4, mask)); };
    const Word4 is_within = hn::And(words(within), words(fits)), is_apart = hn::And(words(apart), words(fits));
    const Word4 open = hn::AndNot(hn::Or(is_within, is_apart), hn::Set(word4, std::uint32_t{SimplexBatch::open}));
    return hn::Or(hn::And(is_within, hn::Set(word4, std::uint32_t{SimplexBatch::within})), open);
}

} // namespace

void verdicts_of_triangles(
    const SimplexBatch::Prepared& hull, Vec3 first, const TriangleSource& source, const std::uint32_t* triangles,
    std::size_t count, std::uint32_t* verdicts)
{
    std::size_t i = 0;
    for (; i + 4 <= count; i += 4)
        hn::StoreU(verdicts_of(hull, seen_from(first, source, triangles + i)), word4, verdicts + i);
    if (i == count)
        return;
    std::uint32_t last[4], verdicts_of_last[4];
    for (std::size_t k = 0; k < 4; ++k)
        last[k] = triangles[std::min(i + k, count - 1)];
    hn::StoreU(verdicts_of(hull, seen_from(first, source, last)), word4, verdicts_of_last);
    std::copy_n(verdicts_of_last, count - i, verdicts + i);
}

} // namespace tactus::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tactus {
namespace {

float one_by(float value) { return value > 0x1p-100f ? 1.0f / value : 0.0f; }

SimplexBatch::Side side_of(Vec3 a, Vec3 b, Vec3 c)
{
    SimplexBatch::Side side;
    side.from = a;
    side.ab = b - a;
    side.ac = c - a;
    side.normal = cross(side.ab, side.ac);
    const float per_area = one_by(squared_norm(side.normal));
    side.to_b = cross(side.normal, side.ac) * per_area;
    side.to_c = cross(side.ab, side.normal) * per_area;
    return side;
}

Triangle triangle_of(const TriangleSource& source, std::uint32_t number)
{
    const std::uint32_t* corner = source.indices + 3 * static_cast<std::size_t>(number);
    const auto at = [&](std::uint32_t index) {
        const float* p = source.positions + 3 * static_cast<std::size_t>(index);
        return Vec3{p[0], p[1], p[2]};
    };
    return {at(corner[0]), at(corner[1]), at(corner[2])};
}

} // namespace

SimplexBatch::SimplexBatch(const Simplex& hull, const LengthSum& length) : hull_(hull), length_(length)
{
    const detail::LengthBracket bracket(length);
    // A float is off by less than a part in 2^24, and what is too small for floats is left open.
    prepared_.lower = static_cast<float>(bracket.lower * (1.0 - 0x1p-23));
    prepared_.upper = static_cast<float>(std::min(bracket.upper * (1.0 + 0x1p-23) + 0x1p-140, 0x1p127));
    prepared_.corner_count = hull.count;
    for (int i = 0; i < hull.count; ++i) {
        const Vec3 corner = hull.corners[i] - hull.corners[0];
        prepared_.corners[i] = corner;
        prepared_.size += std::fabs(corner.x) + std::fabs(corner.y) + std::fabs(corner.z);
    }
    const auto& p = prepared_.corners;
    for (int i = 0; i < hull.count; ++i)
        for (int j = i + 1; j < hull.count; ++j) {
            const Vec3 along = p[j] - p[i];
            prepared_.edges[prepared_.edge_count++] = {p[i], along, one_by(squared_norm(along))};
        }
    // A point is an edge of no length.
    if (hull.count == 1)
        prepared_.edges[prepared_.edge_count++] = {};
    if (hull.count >= 3)
        prepared_.sides[prepared_.side_count++] = side_of(p[0], p[1], p[2]);
    if (hull.count == 4) {
        prepared_.sides[prepared_.side_count++] = side_of(p[0], p[1], p[3]);
        prepared_.sides[prepared_.side_count++] = side_of(p[0], p[2], p[3]);
        prepared_.sides[prepared_.side_count++] = side_of(p[1], p[2], p[3]);
    }
}

HWY_EXPORT(verdicts_of_triangles);

void SimplexBatch::judge(
    const TriangleSource& source, const std::uint32_t* triangles, std::size_t count, std::uint32_t* verdicts) const
{
    HWY_DYNAMIC_DISPATCH(verdicts_of_triangles)(prepared_, hull_.corners[0], source, triangles, count, verdicts);
}

std::size_t SimplexBatch::find_within(
    const TriangleSource& source, const std::uint32_t* triangles, std::size_t count, std::uint32_t* found) const
{
    constexpr std::size_t chunk = 64;
    std::uint32_t verdicts[chunk];
    std::size_t found_count = 0;
    for (std::size_t begin = 0; begin < count; begin += chunk) {
        const std::size_t here = std::min(chunk, count - begin);
        judge(source, triangles + begin, here, verdicts);
        for (std::size_t i = 0; i < here; ++i) {
            const std::uint32_t triangle = triangles[begin + i];
            bool is_within = verdicts[i] == within;
            if (verdicts[i] == open && !TACTUS_FAULT(83))
                is_within = compare_distance(hull_, triangle_of(source, triangle), length_) <= 0;
            if (is_within)
                found[found_count++] = triangle;
        }
    }
    return found_count;
}

} // namespace tactus
#endif
