// SPDX-License-Identifier: MIT
// How near features are, as many pairs at a time as a register has lanes, in float.
//
// What is certain is so for the reasons given in geometry/exact/distance_filter.h, with floats for doubles: e is
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

#include "geometry/lanes/point_lanes-inl.h"
#include "geometry/lanes/wide_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tactus::HWY_NAMESPACE {
namespace {

HWY_INLINE Lanes sum_norm(const WidePoints& a) { return hn::Add(hn::Add(hn::Abs(a.x), hn::Abs(a.y)), hn::Abs(a.z)); }

HWY_INLINE WidePoints choose(LaneMask mask, const WidePoints& yes, const WidePoints& no)
{
    return {hn::IfThenElse(mask, yes.x, no.x), hn::IfThenElse(mask, yes.y, no.y), hn::IfThenElse(mask, yes.z, no.z)};
}

// part / whole between 0 and 1. A whole of nothing is taken for something, since the part is then nothing.
HWY_INLINE Lanes fraction(Lanes part, Lanes whole)
{
    const Lanes ratio = hn::Div(part, hn::Max(whole, in_each(0x1p-120f)));
    return hn::Max(hn::Min(ratio, in_each(1.0f)), in_each(0.0f));
}

HWY_INLINE WidePoints gather(const float* points, const contact_batch::FeaturePoints* tests, int k)
{
    return points_of(points, [&](std::size_t lane) HWY_ATTR { return std::size_t{tests[lane].point[k]}; });
}

// What is known of some pairs of edges between two stages: one goes from p to p + u, the other from p + pq along v.
struct EdgeStage {
    WidePoints p, pq, u, v, to_end, normal;
    Lanes uu, vv, uv, pq_u, pq_v, part;
    Lanes squared_normal, height, size, margin, between;
};

// Where the results of as many tests as there are lanes go.
struct ResultLanes {
    contact_batch::FeatureResults* results;
    std::size_t first;

    HWY_INLINE void
    store(Lanes values, float (contact_batch::FeatureResults::*to)[contact_batch::results_at_once]) const
    {
        hn::Store(values, FloatsOf<wide>(), (results->*to) + first);
    }
    HWY_INLINE void
    store(const WidePoints& values, float (contact_batch::FeatureResults::*to)[3][contact_batch::results_at_once]) const
    {
        hn::Store(values.x, FloatsOf<wide>(), (results->*to)[0] + first);
        hn::Store(values.y, FloatsOf<wide>(), (results->*to)[1] + first);
        hn::Store(values.z, FloatsOf<wide>(), (results->*to)[2] + first);
    }
    HWY_INLINE Lanes load(const float (contact_batch::FeatureResults::*from)[contact_batch::results_at_once]) const
    {
        return hn::Load(FloatsOf<wide>(), (results->*from) + first);
    }
};

HWY_INLINE ResultLanes lanes_of(contact_batch::FeatureResults* results, std::size_t test)
{
    return {results + test / contact_batch::results_at_once, test % contact_batch::results_at_once};
}

// Where two features are closest, as far as float knows.
struct Closest {
    WidePoints offset;
    Lanes least; // along the offset, of all that leads from the first feature to the second
    WidePoints normal;
    Lanes height; // of the second feature along the normal, times its length
    Lanes squared_normal;
    Lanes margin; // how far inside of both features the closest points are, in weights; negative if not inside
    LaneMask is_well_shaped;
    Lanes size;
    Lanes between; // as the margin, of the lines that two edges are on
};

// What is certain of the distance, and the offset's direction and length.
HWY_INLINE void judge(const Closest& c, const WidePoints& first, float distance, const ResultLanes& result)
{
    const FloatsOf<wide> f;
    const WordsOf<wide> w;
    const LaneMask is_inside = hn::Ge(c.margin, hn::Zero(f));
    const Lanes length = hn::Sqrt(dot(c.offset, c.offset));
    const Lanes normal_length = hn::Sqrt(c.squared_normal);
    const Lanes slack = hn::Mul(c.size, in_each(32.0f * 0x1p-24f));
    const Lanes nearer = hn::Sub(in_each(distance), slack);
    const Lanes further = hn::Add(in_each(distance), slack);
    const LaneMask is_sound = hn::And(hn::Gt(c.size, in_each(0x1p-25f)), hn::Lt(c.size, in_each(0x1p25f)));
    const LaneMask is_within = hn::And(is_sound, hn::Le(length, nearer));
    const LaneMask is_apart =
        hn::And(hn::And(is_sound, hn::Gt(length, in_each(0x1p-35f))), hn::Gt(c.least, hn::Mul(further, length)));

    const Lanes along = hn::IfThenElse(is_inside, normal_length, length);
    const Lanes tall = hn::Mul(hn::Mul(normal_length, c.size), in_each(0x1p-14f));
    const LaneMask has_direction = hn::Or(
        hn::And(hn::Ge(c.margin, in_each(0x1p-9f)), hn::Gt(hn::Abs(c.height), tall)),
        hn::Gt(length, hn::Mul(c.size, in_each(0x1p-6f))));
    const LaneMask is_described = hn::And(is_sound, hn::And(c.is_well_shaped, has_direction));

    // No weight of what is well shaped is off by half as much.
    const LaneMask is_beside = hn::And(hn::And(is_sound, c.is_well_shaped), hn::Lt(c.between, in_each(-0x1p-9f)));

    const Lanes one_over = hn::Div(in_each(1.0f), hn::Max(along, in_each(0x1p-120f)));
    const Lanes signed_one_over = hn::Xor(one_over, hn::IfThenElseZero(is_inside, hn::And(c.height, hn::SignBit(f))));
    result.store(choose(is_inside, c.normal, c.offset) * signed_one_over, &contact_batch::FeatureResults::normal);
    result.store(
        hn::IfThenElse(is_inside, hn::Mul(hn::Abs(c.height), one_over), length),
        &contact_batch::FeatureResults::distance);
    result.store(first + c.offset * in_each(0.5f), &contact_batch::FeatureResults::middle);
    const auto bit = [&](LaneMask mask, std::uint32_t value)
                         HWY_ATTR { return hn::IfThenElseZero(hn::RebindMask(w, mask), hn::Set(w, value)); };
    hn::Store(
        hn::Or(
            hn::Or(bit(is_within, contact_batch::within_bit), bit(is_apart, contact_batch::farther_bit)),
            hn::Or(bit(is_described, contact_batch::described_bit), bit(is_beside, contact_batch::beside_bit))),
        w, result.results->verdict + result.first);
}

HWY_INLINE Lanes lesser_part(Lanes weight) { return hn::Min(weight, hn::Sub(in_each(1.0f), weight)); }

// The closest points of the lines, brought to the segments one after the other (C. Ericson, "Real-Time Collision
// Detection", 2005, section 5.1.9). First all products that the parameters are made of.
HWY_INLINE void multiply_edges(
    const WidePoints& p, const WidePoints& p_end, const WidePoints& q, const WidePoints& q_end, EdgeStage& stage)
{
    const WidePoints pq = q - p;
    const WidePoints u = p_end - p;
    const WidePoints v = q_end - q;
    const WidePoints normal = cross(u, v);
    stage.p = p;
    stage.pq = pq;
    stage.u = u;
    stage.v = v;
    stage.to_end = q_end - p;
    stage.normal = normal;
    // More accurate for edges that are nearly parallel than by the products of lengths.
    stage.part = dot(cross(pq, v), normal);
    stage.uu = dot(u, u);
    stage.vv = dot(v, v);
    stage.uv = dot(u, v);
    stage.pq_u = dot(pq, u);
    stage.pq_v = dot(pq, v);
    stage.squared_normal = dot(normal, normal);
    stage.height = dot(normal, pq);
    stage.size = hn::Add(hn::Add(sum_norm(pq), sum_norm(u)), sum_norm(v));
}

HWY_INLINE void find_parameters(EdgeStage& stage, const ResultLanes& result)
{
    const Lanes uu = stage.uu;
    const Lanes vv = stage.vv;
    const Lanes uv = stage.uv;
    const Lanes pq_u = stage.pq_u;
    const Lanes pq_v = stage.pq_v;
    const Lanes whole = stage.squared_normal;
    const Lanes on_line = hn::Div(stage.part, hn::Max(whole, in_each(0x1p-120f)));
    const Lanes between = hn::Max(hn::Min(on_line, in_each(1.0f)), in_each(0.0f));
    const Lanes t_on_line = hn::Div(hn::Sub(hn::Mul(uv, between), pq_v), hn::Max(vv, in_each(0x1p-120f)));
    const Lanes t = hn::Max(hn::Min(t_on_line, in_each(1.0f)), in_each(0.0f));
    const Lanes s = fraction(hn::Add(pq_u, hn::Mul(uv, t)), uu);
    result.store(s, &contact_batch::FeatureResults::first);
    result.store(t, &contact_batch::FeatureResults::second);
    // The parameter on the second line is that of its nearest point only if the other one is on the first edge.
    const Lanes first_margin = lesser_part(on_line);
    stage.margin = hn::Min(first_margin, lesser_part(t_on_line));
    stage.between = hn::IfThenElse(hn::Ge(first_margin, in_each(0.0f)), stage.margin, first_margin);
}

HWY_INLINE void judge_edges(const EdgeStage& stage, float distance, const ResultLanes& result)
{
    const FloatsOf<wide> f;
    const WidePoints pq = stage.pq;
    const WidePoints u = stage.u;
    const WidePoints on_u = u * result.load(&contact_batch::FeatureResults::first);
    const WidePoints offset = pq + stage.v * result.load(&contact_batch::FeatureResults::second) - on_u;
    const Lanes uu = stage.uu;
    const Lanes vv = stage.vv;
    const Lanes size = stage.size;
    const Lanes squared_normal = stage.squared_normal;
    const Closest found = {
        .offset = offset,
        .least = hn::Sub(hn::Min(dot(offset, pq), dot(offset, stage.to_end)), hn::Max(hn::Zero(f), dot(offset, u))),
        .normal = stage.normal,
        .height = stage.height,
        .squared_normal = squared_normal,
        .margin = stage.margin,
        .is_well_shaped = hn::And(
            hn::Gt(squared_normal, hn::Mul(hn::Mul(uu, vv), in_each(0x1p-6f))),
            hn::Gt(hn::Min(uu, vv), hn::Mul(hn::Mul(size, size), in_each(0x1p-10f)))),
        .size = size,
        .between = stage.between};
    judge(found, stage.p + on_u, distance, result);
}

// The best point of an edge so far, as weights of the second and the third corner.
struct Foot {
    Lanes u;
    Lanes v;
    WidePoints offset;
    Lanes squared_length;

    HWY_INLINE void take(const WidePoints& candidate, Lanes squared, Lanes with_u, Lanes with_v)
    {
        const LaneMask is_nearer = hn::Lt(squared, squared_length);
        u = hn::IfThenElse(is_nearer, with_u, u);
        v = hn::IfThenElse(is_nearer, with_v, v);
        offset = choose(is_nearer, candidate, offset);
        squared_length = hn::IfThenElse(is_nearer, squared, squared_length);
    }
};

// Near a corner the squared lengths of two edges' candidates may be the same floats. The corner itself then gives way.
HWY_INLINE Lanes handicapped(Lanes squared, Lanes t)
{
    const LaneMask is_corner = hn::Or(hn::Le(t, in_each(0.0f)), hn::Ge(t, in_each(1.0f)));
    return hn::Mul(squared, hn::IfThenElse(is_corner, in_each(1.0f + 0x1p-21f), in_each(1.0f)));
}

// The point's foot on the plane, or else the nearest point of the edges.
HWY_INLINE void compare_faces(
    const WidePoints& p, const WidePoints& a, const WidePoints& b, const WidePoints& c, float distance,
    const ResultLanes& result)
{
    const FloatsOf<wide> f;
    const Lanes zero = hn::Zero(f);
    const WidePoints to_a = a - p;
    const WidePoints to_b = b - p;
    const WidePoints to_c = c - p;
    const WidePoints ab = b - a;
    const WidePoints ac = c - a;
    const WidePoints bc = c - b;
    const WidePoints normal = cross(ab, ac);
    const Lanes squared_normal = dot(normal, normal);
    const Lanes ab_ab = dot(ab, ab);
    const Lanes ac_ac = dot(ac, ac);
    const Lanes bc_bc = dot(bc, bc);
    const Lanes longest = hn::Max(hn::Max(ab_ab, ac_ac), bc_bc);

    const Lanes t_ab = fraction(hn::Neg(dot(to_a, ab)), ab_ab);
    const Lanes t_ac = fraction(hn::Neg(dot(to_a, ac)), ac_ac);
    const Lanes t_bc = fraction(hn::Neg(dot(to_b, bc)), bc_bc);
    const WidePoints on_ab = to_a + ab * t_ab;
    const WidePoints on_ac = to_a + ac * t_ac;
    const WidePoints on_bc = to_b + bc * t_bc;
    Foot foot = {t_ab, zero, on_ab, handicapped(dot(on_ab, on_ab), t_ab)};
    foot.take(on_ac, handicapped(dot(on_ac, on_ac), t_ac), zero, t_ac);
    foot.take(on_bc, handicapped(dot(on_bc, on_bc), t_bc), hn::Sub(in_each(1.0f), t_bc), t_bc);

    const Lanes weight_a = dot(cross(to_b, bc), normal);
    const Lanes weight_b = dot(cross(ac, to_a), normal);
    const Lanes weight_c = dot(cross(to_a, ab), normal);
    const Lanes total = hn::Add(hn::Add(weight_a, weight_b), weight_c);
    const LaneMask is_inside = hn::And(
        hn::And(hn::Ge(weight_a, zero), hn::Ge(weight_b, zero)), hn::And(hn::Ge(weight_c, zero), hn::Gt(total, zero)));
    const Lanes one_over = hn::Div(in_each(1.0f), hn::Max(total, in_each(0x1p-120f)));
    const Lanes u = hn::Mul(weight_b, one_over);
    const Lanes v = hn::Mul(weight_c, one_over);
    const Lanes least_weight = hn::Mul(hn::Min(hn::Min(weight_a, weight_b), weight_c), one_over);
    const Lanes size = hn::Add(hn::Add(sum_norm(to_a), sum_norm(ab)), sum_norm(ac));
    const Lanes shortest = hn::Min(hn::Min(ab_ab, ac_ac), bc_bc);
    const WidePoints offset = choose(is_inside, to_a + ab * u + ac * v, foot.offset);
    const Closest found = {
        .offset = offset,
        .least = hn::Min(hn::Min(dot(offset, to_a), dot(offset, to_b)), dot(offset, to_c)),
        .normal = normal,
        .height = dot(normal, to_a),
        .squared_normal = squared_normal,
        .margin = hn::IfThenElse(is_inside, least_weight, in_each(-1.0f)),
        .is_well_shaped = hn::And(
            hn::Gt(squared_normal, hn::Mul(hn::Mul(longest, longest), in_each(0x1p-8f))),
            hn::Gt(shortest, hn::Mul(hn::Mul(size, size), in_each(0x1p-10f)))),
        .size = size,
        .between = zero};
    result.store(hn::IfThenElse(is_inside, u, foot.u), &contact_batch::FeatureResults::first);
    result.store(hn::IfThenElse(is_inside, v, foot.v), &contact_batch::FeatureResults::second);
    judge(found, p, distance, result);
}

} // namespace

void edge_edge_results(
    const float* points, const contact_batch::FeaturePoints* tests, std::size_t count, float distance,
    contact_batch::FeatureResults* results)
{
    constexpr std::size_t block = 64 / wide;
    EdgeStage stages[block];
    for (std::size_t begin = 0; begin < count; begin += wide * block) {
        const std::size_t groups = HWY_MIN(block, (count - begin + wide - 1) / wide);
        for (std::size_t i = 0; i < groups; ++i) {
            const contact_batch::FeaturePoints* some = tests + begin + wide * i;
            multiply_edges(
                gather(points, some, 0), gather(points, some, 1), gather(points, some, 2), gather(points, some, 3),
                stages[i]);
        }
        for (std::size_t i = 0; i < groups; ++i)
            find_parameters(stages[i], lanes_of(results, begin + wide * i));
        for (std::size_t i = 0; i < groups; ++i)
            judge_edges(stages[i], distance, lanes_of(results, begin + wide * i));
    }
}

void vertex_face_results(
    const float* points, const contact_batch::FeaturePoints* tests, std::size_t count, float distance,
    contact_batch::FeatureResults* results)
{
    for (std::size_t i = 0; i < count; i += wide)
        compare_faces(
            gather(points, tests + i, 0), gather(points, tests + i, 1), gather(points, tests + i, 2),
            gather(points, tests + i, 3), distance, lanes_of(results, i));
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
