// SPDX-License-Identifier: MIT
// How near features are, four pairs at a time in float.
//
// What is certain is so for the reasons given in geometry/features/distance_filter.h, with floats for doubles: e is
// 2^-24, and the same numbers of roundings stay below the 32 e size that the slack allows for. Lengths are compared
// there by their squares, here by roots, which are nearer: off by a factor within 1 +- 2.1 e. That nothing which counts
// underflows or overflows holds for sizes from 2^-25 to 2^25 metres, and nothing is sure of others: the slack is then
// at least 2^-44, the largest products are those of four lengths, and underflow adds 2^-149 to a product at most. To
// say that features are apart the offset must be longer than 2^-35: the slack times its length is then far above that.
//
// Values are called described where they are well conditioned: edges at an angle with a sine of more than 1/8, faces
// whose normal is longer than 1/16 of their longest edge squared, no edge shorter than 1/32 of the size, and offsets
// that are long enough to have a direction. A weight is then off by less than 2^-10 at the worst, as a rule by a few e.
// Where the closest points are well inside, the offset is along the common normal, and only its sign must be sure.
//
// Each comparison is one long chain of operations. It is cut into stages, which all tests of a block go through one
// after the other, so that machines have other tests to go on with while they wait for a quotient or a root.
#include "contacts/batch/feature_tests.h"

#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "contacts/batch/feature_tests.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "geometry/point_lanes-inl.h"

#ifndef TACTUS_PIPELINE_FEATURE_TESTS_ONCE
#define TACTUS_PIPELINE_FEATURE_TESTS_ONCE
namespace tactus::contact_batch {

// What is known of four pairs of edges between two stages: one goes from p to p + u, the other from p + pq along v.
struct alignas(16) EdgeStage {
    float p[3][4], pq[3][4], u[3][4], v[3][4], to_end[3][4], normal[3][4];
    float uu[4], vv[4], uv[4], pq_u[4], pq_v[4], part[4];
    float squared_normal[4], height[4], size[4], margin[4];
};

} // namespace tactus::contact_batch
#endif

HWY_BEFORE_NAMESPACE();
namespace tactus::HWY_NAMESPACE {
namespace {

HWY_INLINE Float4 sum_norm(const Points& a) { return hn::Add(hn::Add(hn::Abs(a.x), hn::Abs(a.y)), hn::Abs(a.z)); }

HWY_INLINE Points choose(Mask4 mask, const Points& yes, const Points& no)
{
    return {hn::IfThenElse(mask, yes.x, no.x), hn::IfThenElse(mask, yes.y, no.y), hn::IfThenElse(mask, yes.z, no.z)};
}

// part / whole between 0 and 1. A whole of nothing is taken for something, since the part is then nothing.
HWY_INLINE Float4 fraction(Float4 part, Float4 whole)
{
    const Float4 ratio = hn::Div(part, hn::Max(whole, all(0x1p-120f)));
    return hn::Max(hn::Min(ratio, all(1.0f)), all(0.0f));
}

HWY_INLINE Points gather(const float* points, const contact_batch::FeaturePoints* tests, int k)
{
    const auto point = [&](int lane) HWY_ATTR {
        return hn::Load(Floats(), points + 4 * static_cast<std::size_t>(tests[lane].point[k]));
    };
    return transposed(point(0), point(1), point(2), point(3));
}

HWY_INLINE Points load(const float (&from)[3][4])
{
    const Floats f;
    return {hn::Load(f, from[0]), hn::Load(f, from[1]), hn::Load(f, from[2])};
}

HWY_INLINE void store(const Points& p, float (&to)[3][4])
{
    hn::Store(p.x, Floats(), to[0]);
    hn::Store(p.y, Floats(), to[1]);
    hn::Store(p.z, Floats(), to[2]);
}

// Where two features are closest, as far as float knows.
struct Closest {
    Points offset;
    Float4 least; // along the offset, of all that leads from the first feature to the second
    Points normal;
    Float4 height; // of the second feature along the normal, times its length
    Float4 squared_normal;
    Float4 margin; // how far inside of both features the closest points are, in weights; negative if not inside
    Mask4 is_well_shaped;
    Float4 size;
};

// What is certain of the distance, and the offset's direction and length.
HWY_INLINE void judge(const Closest& c, const Points& first, float distance, contact_batch::FeatureResults& result)
{
    const Floats f;
    const Words w;
    const Mask4 is_inside = hn::Ge(c.margin, hn::Zero(f));
    const Float4 length = hn::Sqrt(dot(c.offset, c.offset));
    const Float4 normal_length = hn::Sqrt(c.squared_normal);
    const Float4 slack = hn::Mul(c.size, all(32.0f * 0x1p-24f));
    const Float4 nearer = hn::Sub(all(distance), slack);
    const Float4 further = hn::Add(all(distance), slack);
    const Mask4 is_sound = hn::And(hn::Gt(c.size, all(0x1p-25f)), hn::Lt(c.size, all(0x1p25f)));
    const Mask4 is_within = hn::And(is_sound, hn::Le(length, nearer));
    const Mask4 is_apart =
        hn::And(hn::And(is_sound, hn::Gt(length, all(0x1p-35f))), hn::Gt(c.least, hn::Mul(further, length)));

    const Float4 along = hn::IfThenElse(is_inside, normal_length, length);
    const Float4 tall = hn::Mul(hn::Mul(normal_length, c.size), all(0x1p-14f));
    const Mask4 has_direction = hn::Or(
        hn::And(hn::Ge(c.margin, all(0x1p-9f)), hn::Gt(hn::Abs(c.height), tall)),
        hn::Gt(length, hn::Mul(c.size, all(0x1p-6f))));
    const Mask4 is_described = hn::And(is_sound, hn::And(c.is_well_shaped, has_direction));

    const Float4 one_over = hn::Div(all(1.0f), hn::Max(along, all(0x1p-120f)));
    const Float4 signed_one_over = hn::Xor(one_over, hn::IfThenElseZero(is_inside, hn::And(c.height, hn::SignBit(f))));
    store(choose(is_inside, c.normal, c.offset) * signed_one_over, result.normal);
    hn::Store(hn::IfThenElse(is_inside, hn::Mul(hn::Abs(c.height), one_over), length), f, result.distance);
    store(first + c.offset * all(0.5f), result.middle);
    const auto bit = [&](Mask4 mask, std::uint32_t value)
                         HWY_ATTR { return hn::IfThenElseZero(hn::RebindMask(w, mask), hn::Set(w, value)); };
    hn::Store(
        hn::Or(
            hn::Or(bit(is_within, contact_batch::within_bit), bit(is_apart, contact_batch::farther_bit)),
            bit(is_described, contact_batch::described_bit)),
        w, result.verdict);
}

HWY_INLINE Float4 lesser_part(Float4 weight) { return hn::Min(weight, hn::Sub(all(1.0f), weight)); }

// The closest points of the lines, brought to the segments one after the other (C. Ericson, "Real-Time Collision
// Detection", 2005, section 5.1.9). First all products that the parameters are made of.
HWY_INLINE void multiply_edges(
    const Points& p, const Points& p_end, const Points& q, const Points& q_end, contact_batch::EdgeStage& stage)
{
    const Floats f;
    const Points pq = q - p;
    const Points u = p_end - p;
    const Points v = q_end - q;
    const Points normal = cross(u, v);
    store(p, stage.p);
    store(pq, stage.pq);
    store(u, stage.u);
    store(v, stage.v);
    store(q_end - p, stage.to_end);
    store(normal, stage.normal);
    // More accurate for edges that are nearly parallel than by the products of lengths.
    hn::Store(dot(cross(pq, v), normal), f, stage.part);
    hn::Store(dot(u, u), f, stage.uu);
    hn::Store(dot(v, v), f, stage.vv);
    hn::Store(dot(u, v), f, stage.uv);
    hn::Store(dot(pq, u), f, stage.pq_u);
    hn::Store(dot(pq, v), f, stage.pq_v);
    hn::Store(dot(normal, normal), f, stage.squared_normal);
    hn::Store(dot(normal, pq), f, stage.height);
    hn::Store(hn::Add(hn::Add(sum_norm(pq), sum_norm(u)), sum_norm(v)), f, stage.size);
}

HWY_INLINE void find_parameters(contact_batch::EdgeStage& stage, contact_batch::FeatureResults& result)
{
    const Floats f;
    const Float4 uu = hn::Load(f, stage.uu);
    const Float4 vv = hn::Load(f, stage.vv);
    const Float4 uv = hn::Load(f, stage.uv);
    const Float4 pq_u = hn::Load(f, stage.pq_u);
    const Float4 pq_v = hn::Load(f, stage.pq_v);
    const Float4 whole = hn::Load(f, stage.squared_normal);
    const Float4 on_line = hn::Div(hn::Load(f, stage.part), hn::Max(whole, all(0x1p-120f)));
    const Float4 between = hn::Max(hn::Min(on_line, all(1.0f)), all(0.0f));
    const Float4 t_on_line = hn::Div(hn::Sub(hn::Mul(uv, between), pq_v), hn::Max(vv, all(0x1p-120f)));
    const Float4 t = hn::Max(hn::Min(t_on_line, all(1.0f)), all(0.0f));
    const Float4 s = fraction(hn::Add(pq_u, hn::Mul(uv, t)), uu);
    hn::Store(s, f, result.first);
    hn::Store(t, f, result.second);
    hn::Store(hn::Min(lesser_part(on_line), lesser_part(t_on_line)), f, stage.margin);
}

HWY_INLINE void
judge_edges(const contact_batch::EdgeStage& stage, float distance, contact_batch::FeatureResults& result)
{
    const Floats f;
    const Points pq = load(stage.pq);
    const Points u = load(stage.u);
    const Points on_u = u * hn::Load(f, result.first);
    const Points offset = pq + load(stage.v) * hn::Load(f, result.second) - on_u;
    const Float4 uu = hn::Load(f, stage.uu);
    const Float4 vv = hn::Load(f, stage.vv);
    const Float4 size = hn::Load(f, stage.size);
    const Float4 squared_normal = hn::Load(f, stage.squared_normal);
    const Closest found = {
        .offset = offset,
        .least =
            hn::Sub(hn::Min(dot(offset, pq), dot(offset, load(stage.to_end))), hn::Max(hn::Zero(f), dot(offset, u))),
        .normal = load(stage.normal),
        .height = hn::Load(f, stage.height),
        .squared_normal = squared_normal,
        .margin = hn::Load(f, stage.margin),
        .is_well_shaped = hn::And(
            hn::Gt(squared_normal, hn::Mul(hn::Mul(uu, vv), all(0x1p-6f))),
            hn::Gt(hn::Min(uu, vv), hn::Mul(hn::Mul(size, size), all(0x1p-10f)))),
        .size = size};
    judge(found, load(stage.p) + on_u, distance, result);
}

// The best point of an edge so far, as weights of the second and the third corner.
struct Foot {
    Float4 u;
    Float4 v;
    Points offset;
    Float4 squared_length;

    HWY_INLINE void take(const Points& candidate, Float4 squared, Float4 with_u, Float4 with_v)
    {
        const Mask4 is_nearer = hn::Lt(squared, squared_length);
        u = hn::IfThenElse(is_nearer, with_u, u);
        v = hn::IfThenElse(is_nearer, with_v, v);
        offset = choose(is_nearer, candidate, offset);
        squared_length = hn::IfThenElse(is_nearer, squared, squared_length);
    }
};

// Near a corner the squared lengths of two edges' candidates may be the same floats. The corner itself then gives way.
HWY_INLINE Float4 handicapped(Float4 squared, Float4 t)
{
    const Mask4 is_corner = hn::Or(hn::Le(t, all(0.0f)), hn::Ge(t, all(1.0f)));
    return hn::Mul(squared, hn::IfThenElse(is_corner, all(1.0f + 0x1p-21f), all(1.0f)));
}

// The point's foot on the plane, or else the nearest point of the edges.
HWY_INLINE void compare_faces(
    const Points& p, const Points& a, const Points& b, const Points& c, float distance,
    contact_batch::FeatureResults& result)
{
    const Floats f;
    const Float4 zero = hn::Zero(f);
    const Points to_a = a - p;
    const Points to_b = b - p;
    const Points to_c = c - p;
    const Points ab = b - a;
    const Points ac = c - a;
    const Points bc = c - b;
    const Points normal = cross(ab, ac);
    const Float4 squared_normal = dot(normal, normal);
    const Float4 ab_ab = dot(ab, ab);
    const Float4 ac_ac = dot(ac, ac);
    const Float4 bc_bc = dot(bc, bc);
    const Float4 longest = hn::Max(hn::Max(ab_ab, ac_ac), bc_bc);

    const Float4 t_ab = fraction(hn::Neg(dot(to_a, ab)), ab_ab);
    const Float4 t_ac = fraction(hn::Neg(dot(to_a, ac)), ac_ac);
    const Float4 t_bc = fraction(hn::Neg(dot(to_b, bc)), bc_bc);
    const Points on_ab = to_a + ab * t_ab;
    const Points on_ac = to_a + ac * t_ac;
    const Points on_bc = to_b + bc * t_bc;
    Foot foot = {t_ab, zero, on_ab, handicapped(dot(on_ab, on_ab), t_ab)};
    foot.take(on_ac, handicapped(dot(on_ac, on_ac), t_ac), zero, t_ac);
    foot.take(on_bc, handicapped(dot(on_bc, on_bc), t_bc), hn::Sub(all(1.0f), t_bc), t_bc);

    const Float4 weight_a = dot(cross(to_b, bc), normal);
    const Float4 weight_b = dot(cross(ac, to_a), normal);
    const Float4 weight_c = dot(cross(to_a, ab), normal);
    const Float4 total = hn::Add(hn::Add(weight_a, weight_b), weight_c);
    const Mask4 is_inside = hn::And(
        hn::And(hn::Ge(weight_a, zero), hn::Ge(weight_b, zero)), hn::And(hn::Ge(weight_c, zero), hn::Gt(total, zero)));
    const Float4 one_over = hn::Div(all(1.0f), hn::Max(total, all(0x1p-120f)));
    const Float4 u = hn::Mul(weight_b, one_over);
    const Float4 v = hn::Mul(weight_c, one_over);
    const Float4 least_weight = hn::Mul(hn::Min(hn::Min(weight_a, weight_b), weight_c), one_over);
    const Float4 size = hn::Add(hn::Add(sum_norm(to_a), sum_norm(ab)), sum_norm(ac));
    const Float4 shortest = hn::Min(hn::Min(ab_ab, ac_ac), bc_bc);
    const Points offset = choose(is_inside, to_a + ab * u + ac * v, foot.offset);
    const Closest found = {
        .offset = offset,
        .least = hn::Min(hn::Min(dot(offset, to_a), dot(offset, to_b)), dot(offset, to_c)),
        .normal = normal,
        .height = dot(normal, to_a),
        .squared_normal = squared_normal,
        .margin = hn::IfThenElse(is_inside, least_weight, all(-1.0f)),
        .is_well_shaped = hn::And(
            hn::Gt(squared_normal, hn::Mul(hn::Mul(longest, longest), all(0x1p-8f))),
            hn::Gt(shortest, hn::Mul(hn::Mul(size, size), all(0x1p-10f)))),
        .size = size};
    hn::Store(hn::IfThenElse(is_inside, u, foot.u), f, result.first);
    hn::Store(hn::IfThenElse(is_inside, v, foot.v), f, result.second);
    judge(found, p, distance, result);
}

} // namespace

void edge_edge_results(
    const float* points, const contact_batch::FeaturePoints* tests, std::size_t count, float distance,
    contact_batch::FeatureResults* results)
{
    constexpr std::size_t block = 16;
    contact_batch::EdgeStage stages[block];
    for (std::size_t begin = 0; begin < count; begin += 4 * block) {
        const std::size_t groups = HWY_MIN(block, (count - begin) / 4);
        contact_batch::FeatureResults* to = results + begin / 4;
        for (std::size_t i = 0; i < groups; ++i) {
            const contact_batch::FeaturePoints* four = tests + begin + 4 * i;
            multiply_edges(
                gather(points, four, 0), gather(points, four, 1), gather(points, four, 2), gather(points, four, 3),
                stages[i]);
        }
        for (std::size_t i = 0; i < groups; ++i)
            find_parameters(stages[i], to[i]);
        for (std::size_t i = 0; i < groups; ++i)
            judge_edges(stages[i], distance, to[i]);
    }
}

void vertex_face_results(
    const float* points, const contact_batch::FeaturePoints* tests, std::size_t count, float distance,
    contact_batch::FeatureResults* results)
{
    for (std::size_t i = 0; i < count; i += 4)
        compare_faces(
            gather(points, tests + i, 0), gather(points, tests + i, 1), gather(points, tests + i, 2),
            gather(points, tests + i, 3), distance, results[i / 4]);
}

} // namespace tactus::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tactus {

HWY_EXPORT(edge_edge_results);
HWY_EXPORT(vertex_face_results);

void contact_batch::compare_edge_edge(
    const float* points, const FeaturePoints* tests, std::size_t count, float distance, FeatureResults* results)
{
    HWY_DYNAMIC_DISPATCH(edge_edge_results)(points, tests, count, distance, results);
}

void contact_batch::compare_vertex_face(
    const float* points, const FeaturePoints* tests, std::size_t count, float distance, FeatureResults* results)
{
    HWY_DYNAMIC_DISPATCH(vertex_face_results)(points, tests, count, distance, results);
}

} // namespace tactus
#endif
