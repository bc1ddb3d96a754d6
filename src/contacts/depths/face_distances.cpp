// SPDX-License-Identifier: MIT
// The formulas are those of closest (geometry/features/vertex_face.cpp), every step rounded by itself and in the same
// order. Which edges the closest point may be on is a mask there as here: an edge is taken if it is nearer than what
// was taken before.
#include "contacts/depths/face_distances.h"

#include <limits>

#include "base/planted_fault.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "contacts/depths/face_distances.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "geometry/lanes/point_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tactus::HWY_NAMESPACE {
namespace {

constexpr hn::CappedTag<double, FaceDistances::size> doubles;
using Doubles = hn::Vec<decltype(doubles)>;
using DoubleMask = hn::Mask<decltype(doubles)>;
using DoublePoints = PointLanes<Doubles>;
// These are as many floats as a register holds doubles.
constexpr hn::Rebind<float, decltype(doubles)> short_floats;

HWY_INLINE Doubles double_in_each(double value) { return hn::Set(doubles, value); }
HWY_INLINE Doubles lesser_of(Doubles a, Doubles b) { return hn::IfThenElse(hn::Lt(b, a), b, a); }
HWY_INLINE Doubles greater_of(Doubles a, Doubles b) { return hn::IfThenElse(hn::Gt(b, a), b, a); }

HWY_INLINE Doubles load_doubles(const float* lanes) { return hn::PromoteTo(doubles, hn::LoadU(short_floats, lanes)); }
HWY_INLINE void store_floats(Doubles value, float* lanes)
{
    hn::StoreU(hn::DemoteTo(short_floats, value), short_floats, lanes);
}

HWY_INLINE DoublePoints load_points(const float (&points)[3][FaceDistances::size], std::uint32_t lane)
{
    return {load_doubles(points[0] + lane), load_doubles(points[1] + lane), load_doubles(points[2] + lane)};
}
HWY_INLINE void store_points(const DoublePoints& a, float (&points)[3][FaceDistances::size], std::uint32_t lane)
{
    store_floats(a.x, points[0] + lane);
    store_floats(a.y, points[1] + lane);
    store_floats(a.z, points[2] + lane);
}

HWY_INLINE Doubles double_sum_norm(const DoublePoints& a)
{
    return hn::Add(hn::Add(hn::Abs(a.x), hn::Abs(a.y)), hn::Abs(a.z));
}

HWY_INLINE DoublePoints chosen(DoubleMask mask, const DoublePoints& yes, const DoublePoints& no)
{
    return {hn::IfThenElse(mask, yes.x, no.x), hn::IfThenElse(mask, yes.y, no.y), hn::IfThenElse(mask, yes.z, no.z)};
}

// The point of an edge that is closest, as part of its length, and the offset to it.
struct EdgeFoot {
    Doubles part;
    DoublePoints offset;
    Doubles squared;
};

HWY_INLINE EdgeFoot foot_on_edge(const DoublePoints& to_begin, const DoublePoints& along, Doubles squared_length)
{
    const Doubles ahead = hn::Neg(dot(to_begin, along)), zero = hn::Zero(doubles), one = double_in_each(1.0);
    const Doubles ratio = hn::IfThenElse(hn::Lt(ahead, squared_length), hn::Div(ahead, squared_length), one);
    const Doubles part = hn::IfThenElse(hn::Gt(ahead, zero), ratio, zero);
    const DoublePoints offset = to_begin + along * part;
    return {part, offset, dot(offset, offset)};
}

// A point of the triangle, a + u (b - a) + v (c - a), and the offset to it.
struct FaceFoot {
    Doubles u;
    Doubles v;
    DoublePoints offset;
    Doubles squared;
    DoubleMask is_inside; // none of the edges was taken

    HWY_INLINE void take(DoubleMask may_take, const EdgeFoot& edge, Doubles edge_u, Doubles edge_v)
    {
        const DoubleMask takes = hn::And(may_take, hn::Lt(edge.squared, squared));
        u = hn::IfThenElse(takes, edge_u, u);
        v = hn::IfThenElse(takes, edge_v, v);
        offset = chosen(takes, edge.offset, offset);
        squared = hn::IfThenElse(takes, edge.squared, squared);
        is_inside = hn::AndNot(takes, is_inside);
    }
};

HWY_INLINE void measure_lanes(FaceDistances& all, std::uint32_t lane)
{
    const Doubles zero = hn::Zero(doubles), one = double_in_each(1.0);
    const DoublePoints point = load_points(all.point, lane);
    const DoublePoints a = load_points(all.corners[0], lane), b = load_points(all.corners[1], lane);
    const DoublePoints c = load_points(all.corners[2], lane);
    const DoublePoints to_a = a - point, to_b = b - point, to_c = c - point, ab = b - a, ac = c - a, bc = c - b;
    const DoublePoints normal = cross(ab, ac);
    const Doubles ab_ab = dot(ab, ab), ac_ac = dot(ac, ac), bc_bc = dot(bc, bc), squared_normal = dot(normal, normal);
    const Doubles longest = greater_of(greater_of(ab_ab, ac_ac), bc_bc);
    const double width = TACTUS_FAULT(132) ? 0.0 : 0x1p-52;
    const DoubleMask has_plane = hn::Gt(squared_normal, hn::Mul(hn::Mul(double_in_each(width), longest), longest));

    const Doubles weight_a = dot(cross(to_b, bc), normal), weight_b = dot(cross(ac, to_a), normal);
    const Doubles weight_c = dot(cross(to_a, ab), normal), total = hn::Add(hn::Add(weight_a, weight_b), weight_c);
    const DoubleMask beyond_bc = hn::Lt(weight_a, zero), beyond_ac = hn::Lt(weight_b, zero);
    const DoubleMask beyond_ab = hn::Lt(weight_c, zero), is_beyond = hn::Or(hn::Or(beyond_bc, beyond_ac), beyond_ab);
    const DoubleMask is_inside = hn::And(has_plane, hn::AndNot(is_beyond, hn::Gt(total, zero)));
    // No edge that the foot lies beyond: any of them.
    const DoubleMask any = hn::AndNot(is_inside, hn::Or(hn::Not(has_plane), hn::Not(is_beyond)));

    const Doubles whole = hn::IfThenElse(is_inside, total, one);
    FaceFoot foot;
    foot.u = hn::Div(weight_b, whole);
    foot.v = hn::Div(weight_c, whole);
    foot.offset = to_a + ab * foot.u + ac * foot.v;
    foot.is_inside = is_inside;
    foot.squared = hn::IfThenElse(
        is_inside, dot(foot.offset, foot.offset), double_in_each(std::numeric_limits<double>::infinity()));
    const EdgeFoot on_ab = foot_on_edge(to_a, ab, ab_ab), on_bc = foot_on_edge(to_b, bc, bc_bc);
    const EdgeFoot on_ac = foot_on_edge(to_a, ac, ac_ac);
    const auto take_edges = [&](DoubleMask may_take_ab, DoubleMask may_take_bc, DoubleMask may_take_ac) HWY_ATTR {
        foot.take(may_take_ab, on_ab, on_ab.part, zero);
        foot.take(may_take_bc, on_bc, hn::Sub(one, on_bc.part), on_bc.part);
        foot.take(may_take_ac, on_ac, zero, on_ac.part);
    };
    take_edges(
        hn::Or(any, hn::AndNot(is_inside, beyond_ab)), hn::Or(any, hn::AndNot(is_inside, beyond_bc)),
        hn::Or(any, hn::AndNot(is_inside, beyond_ac)));
    const Doubles size = hn::Add(hn::Add(double_sum_norm(to_a), double_sum_norm(ab)), double_sum_norm(ac));
    const Doubles tolerance = hn::Mul(hn::Mul(double_in_each(0x1p-44), size), hn::Sqrt(foot.squared));
    const Doubles least_along =
        lesser_of(lesser_of(dot(foot.offset, to_a), dot(foot.offset, to_b)), dot(foot.offset, to_c));
    const DoubleMask is_doubtful = hn::Gt(hn::Sub(foot.squared, least_along), tolerance);
    if (!hn::AllFalse(doubles, is_doubtful))
        take_edges(is_doubtful, is_doubtful, is_doubtful);

    const Doubles rest = hn::Sub(hn::Sub(one, foot.u), foot.v);
    store_points({hn::IfThenElse(hn::Gt(rest, zero), rest, zero), foot.u, foot.v}, all.weights, lane);
    store_points(a + ab * foot.u + ac * foot.v, all.on_face, lane);
    // Where there is no plane no foot is inside.
    const Doubles square = hn::IfThenElse(foot.is_inside, squared_normal, one);
    const DoublePoints along_normal = normal * hn::Div(dot(normal, to_a), square);
    const DoublePoints offset = chosen(foot.is_inside, along_normal, foot.offset);
    const Doubles distance = hn::Sqrt(dot(offset, offset));
    hn::StoreU(distance, doubles, all.distance + lane);
    const auto extent = [&](Doubles p, Doubles q, Doubles r) HWY_ATTR {
        return hn::Sub(greater_of(greater_of(p, q), r), lesser_of(lesser_of(p, q), r));
    };
    const Doubles largest = greater_of(greater_of(extent(a.x, b.x, c.x), extent(a.y, b.y, c.y)), extent(a.z, b.z, c.z));
    const DoubleMask has_way = hn::Gt(distance, hn::Mul(double_in_each(1e-12), largest));
    store_points(offset * hn::Div(one, hn::IfThenElse(has_way, distance, one)), all.way, lane);
    store_floats(hn::IfThenElseZero(has_way, one), all.has_way + lane);
}

} // namespace

void measure_now(FaceDistances& distances, std::uint32_t count)
{
    for (std::uint32_t lane = 0; lane < count; lane += static_cast<std::uint32_t>(hn::Lanes(doubles)))
        measure_lanes(distances, lane);
}

} // namespace tactus::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tactus {

HWY_EXPORT(measure_now);

void measure(FaceDistances& distances, std::uint32_t count) { HWY_DYNAMIC_DISPATCH(measure_now)(distances, count); }

} // namespace tactus
#endif
