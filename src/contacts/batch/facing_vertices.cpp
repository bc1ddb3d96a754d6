// SPDX-License-Identifier: MIT
// How sure float is. With e = 2^-24, ways from a corner have components that are off by e, and a product of two ways is
// off by less than 6 e of the product of their lengths. So what is compared with `doubt` times a squared edge, a
// difference of two products of such products, is off by less than 32 e of all lengths in it; the doubt allows for 64
// e. Where squared lengths are between 2^-60 and 2^50 nothing overflows, and what underflows is far below that; nothing
// is sure of others.
#include "contacts/batch/facing_vertices.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "contacts/batch/facing_vertices.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "geometry/lanes/point_lanes-inl.h"
#include "geometry/lanes/wide_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tactus::HWY_NAMESPACE {
namespace {

// A way from the corner where it begins, and its squared length.
struct Way {
    WidePoints to;
    Lanes squared;

    HWY_INLINE explicit Way(const WidePoints& way) : to(way), squared(dot(way, way)) {}

    HWY_INLINE LaneMask is_short() const { return hn::Lt(squared, in_each(0x1p50f)); }
    HWY_INLINE LaneMask is_sound() const { return hn::And(is_short(), hn::Gt(squared, in_each(0x1p-60f))); }
};

// More than what rounding does to the product of two ways: that of their lengths is at most the mean of their squares.
HWY_INLINE Lanes doubt(const Way& a, const Way& b) { return hn::Mul(hn::Add(a.squared, b.squared), in_each(0x1p-19f)); }

// Calls nearer(tests, thirds) with as many tests as there are lanes at a time, and writes down what it gives.
template <std::size_t thirds_of_each, class Nearer>
HWY_INLINE void in_lanes(
    const contact_batch::FeaturePoints* tests, const float* thirds, std::size_t count, bool* are_nearer, Nearer nearer)
{
    for (std::size_t begin = 0; begin < count; begin += wide) {
        const std::size_t lanes = HWY_MIN(wide, count - begin);
        contact_batch::FeaturePoints some[wide];
        for (std::size_t lane = 0; lane < wide; ++lane)
            some[lane] = tests[begin + HWY_MIN(lane, lanes - 1)];
        const auto third = [&](std::size_t k) HWY_ATTR {
            return points_of(thirds + 4 * thirds_of_each * begin, [&](std::size_t lane) HWY_ATTR {
                return thirds_of_each * HWY_MIN(lane, lanes - 1) + k;
            });
        };
        std::uint8_t bits[8] = {};
        hn::StoreMaskBits(FloatsOf<wide>(), nearer(some, third), bits);
        for (std::size_t lane = 0; lane < lanes; ++lane)
            are_nearer[begin + lane] = (bits[lane / 8] >> lane % 8 & 1) != 0;
    }
}

} // namespace

void nearer_across_edge(
    const float* points, const contact_batch::FeaturePoints* tests, const float* thirds, std::size_t count,
    bool* are_nearer)
{
    in_lanes<1>(tests, thirds, count, are_nearer, [&](const contact_batch::FeaturePoints* some, auto third) HWY_ATTR {
        const auto at = [&](std::size_t k) HWY_ATTR {
            return points_of(points, [&](std::size_t lane) HWY_ATTR { return some[lane].point[k]; });
        };
        const WidePoints from = at(1);
        const Way way(at(0) - from), edge(at(2) - from), own(at(3) - from), other(third(0) - from);
        const Lanes along = dot(way.to, edge.to), slack = doubt(way, edge);
        // Beyond the plane through the edge that is square to the way from it to the vertex is nearer.
        const auto beyond = [&](const Way& corner) HWY_ATTR {
            return hn::Sub(hn::Mul(dot(corner.to, way.to), edge.squared), hn::Mul(dot(corner.to, edge.to), along));
        };
        const auto least = [&](const Way& corner) HWY_ATTR { return hn::Mul(doubt(corner, way), edge.squared); };
        const LaneMask is_between = hn::And(hn::Gt(along, slack), hn::Gt(hn::Sub(edge.squared, along), slack));
        const LaneMask is_outside = hn::Lt(beyond(own), hn::Neg(least(own)));
        const LaneMask is_nearer = hn::Gt(beyond(other), least(other));
        const LaneMask is_sure =
            hn::And(hn::And(way.is_sound(), edge.is_sound()), hn::And(own.is_short(), other.is_short()));
        return hn::And(hn::And(is_between, is_outside), hn::And(is_nearer, is_sure));
    });
}

void nearer_around_corner(
    const float* points, const contact_batch::FeaturePoints* tests, const float* thirds, std::size_t count,
    bool* are_nearer)
{
    in_lanes<2>(tests, thirds, count, are_nearer, [&](const contact_batch::FeaturePoints* some, auto third) HWY_ATTR {
        const auto at = [&](std::size_t k) HWY_ATTR {
            return points_of(points, [&](std::size_t lane) HWY_ATTR { return some[lane].point[k]; });
        };
        const WidePoints from = at(1);
        const Way way(at(0) - from);
        const auto is_before = [&](const WidePoints& point) HWY_ATTR {
            const Way corner(point - from);
            return hn::And(corner.is_short(), hn::Lt(dot(corner.to, way.to), hn::Neg(doubt(corner, way))));
        };
        const auto is_beyond = [&](const WidePoints& point) HWY_ATTR {
            const Way corner(point - from);
            return hn::And(corner.is_short(), hn::Gt(dot(corner.to, way.to), doubt(corner, way)));
        };
        const LaneMask is_nearer = hn::Or(is_beyond(third(0)), is_beyond(third(1)));
        return hn::And(hn::And(is_before(at(2)), is_before(at(3))), hn::And(is_nearer, way.is_sound()));
    });
}

} // namespace tactus::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tactus {

HWY_EXPORT(nearer_across_edge);
HWY_EXPORT(nearer_around_corner);

void contact_batch::are_nearer_across_edge(
    const float* points, const FeaturePoints* tests, const float* thirds, std::size_t count, bool* are_nearer)
{
    HWY_DYNAMIC_DISPATCH(nearer_across_edge)(points, tests, thirds, count, are_nearer);
}

void contact_batch::are_nearer_around_corner(
    const float* points, const FeaturePoints* tests, const float* thirds, std::size_t count, bool* are_nearer)
{
    HWY_DYNAMIC_DISPATCH(nearer_around_corner)(points, tests, thirds, count, are_nearer);
}

} // namespace tactus
#endif
