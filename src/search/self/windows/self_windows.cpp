// SPDX-License-Identifier: MIT
// The two conditions of Windows, in whole numbers, with room for everything that was rounded before.
//
// A vertex stands within 0.504 cells of its true place on the grid (see self_blocks.cpp). The map to the grid is affine
// up to that rounding, each axis stretched by a positive factor, so what is shown on the grid holds in space.
//
// Seeing along n = (rx, ry, 2^15), z being the axis on which the normals are longest, means to shear:
// x' = x - z rx / 2^15, y' = y - z ry / 2^15. The computed x' rounds the product, so it is off by at most
// 0.504 + 0.504 + 0.5 < 1.51 =: d. Two outline points (x, y), (u, v) about the centre, which may be any point and so
// is exactly where the grid has it, turn by x v - y u. If all four are off by up to d, the turn changes by less than
// d (|x| + |y| + |u| + |v|) + 2 d^2 <= 2 d S + 4.6, S the largest |x| + |y| of the outline. So where all computed turns
// are above 3.02 S + 4.6, no outline within d of the computed one has an edge through the centre or a turn back: it can
// be moved into the true one without changing how often it goes around, and counting that on the computed one is
// enough.
#include "search/self/windows/self_windows.h"

#include <algorithm>
#include <cstdlib>
#include <span>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "search/self/windows/self_windows.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "base/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tactus {
namespace HWY_NAMESPACE {
namespace {

/// A direction to see along, and which way round the surface is then.
struct View {
    int axis = 0;
    std::int16_t ratio[2] = {}; ///< of the two axes after it, to 2^15 along it
    bool from_behind = false;
};

/// Condition 1: a direction along which all normals of the window have positive components.
HWY_INLINE bool find_view(std::span<const std::uint32_t> leaves, const NormalBox* HWY_RESTRICT normals, View& view)
{
    Half8 joined = hn::Load(half8, normals[leaves[0]].lower);
    for (std::size_t k = 1; k < leaves.size(); ++k)
        joined = hn::Min(joined, hn::Load(half8, normals[leaves[k]].lower));
    NormalBox box;
    hn::Store(joined, half8, box.lower);
    std::int32_t low[3], high[3], sum[3];
    for (int k = 0; k < 3; ++k) {
        low[k] = box.lower[k];
        high[k] = static_cast<std::int16_t>(~box.upper_complement[k]);
        sum[k] = low[k] + high[k];
    }
    int axis = std::abs(sum[1]) > std::abs(sum[0]) ? 1 : 0;
    axis = std::abs(sum[2]) > std::abs(sum[axis]) ? 2 : axis;
    if (sum[axis] == 0)
        return false;
    const int u = axis == 2 ? 0 : axis + 1, v = axis == 0 ? 2 : axis - 1;
    view.axis = axis;
    const std::int32_t ru = sum[u] * 32767 / sum[axis], rv = sum[v] * 32767 / sum[axis];
    view.ratio[0] = static_cast<std::int16_t>(ru);
    view.ratio[1] = static_cast<std::int16_t>(rv);
    view.from_behind = sum[axis] < 0;
    const auto along = [&](auto least) {
        return std::int64_t{32768} * least(low[axis], high[axis]) + least(ru * low[u], ru * high[u])
               + least(rv * low[v], rv * high[v]);
    };
    return view.from_behind ? along([](std::int32_t a, std::int32_t b) { return std::int64_t{std::max(a, b)}; }) < 0
                            : along([](std::int32_t a, std::int32_t b) { return std::int64_t{std::min(a, b)}; }) > 0;
}

struct Coordinates {
    Half8 axis[3];
};

HWY_INLINE Coordinates eight_points(const GridPoint* HWY_RESTRICT points, const std::uint32_t* HWY_RESTRICT places)
{
    const auto load = [&](int k) HWY_ATTR { return hn::LoadU(half8, &points[places[k]].x); };
    const auto pairs = [&](int k)
                           HWY_ATTR { return hn::BitCast(int4, hn::InterleaveLower(half8, load(k), load(k + 1))); };
    const auto p0 = pairs(0), p2 = pairs(2), p4 = pairs(4), p6 = pairs(6);
    const auto xy0 = hn::BitCast(long2, hn::InterleaveLower(int4, p0, p2));
    const auto xy4 = hn::BitCast(long2, hn::InterleaveLower(int4, p4, p6));
    const auto zw0 = hn::BitCast(long2, hn::InterleaveUpper(int4, p0, p2));
    const auto zw4 = hn::BitCast(long2, hn::InterleaveUpper(int4, p4, p6));
    return {
        {hn::BitCast(half8, hn::InterleaveLower(long2, xy0, xy4)),
         hn::BitCast(half8, hn::InterleaveUpper(long2, xy0, xy4)),
         hn::BitCast(half8, hn::InterleaveLower(long2, zw0, zw4))}};
}

/// The smaller of `least` and all turns x v - y u, lane by lane.
HWY_INLINE Int4 least_turn(Int4 least, Half8 x, Half8 y, Half8 u, Half8 v)
{
#if HWY_TARGET == HWY_NEON
    const int32x4_t lower =
        vmlsl_s16(vmull_s16(vget_low_s16(x.raw), vget_low_s16(v.raw)), vget_low_s16(y.raw), vget_low_s16(u.raw));
    const int32x4_t upper = vmlsl_high_s16(vmull_high_s16(x.raw, v.raw), y.raw, u.raw);
    return hn::Min(least, hn::Min(Int4(lower), Int4(upper)));
#else
    const auto lower = [&](Half8 a) HWY_ATTR { return hn::PromoteTo(int4, hn::LowerHalf(half4, a)); };
    const auto upper = [&](Half8 a) HWY_ATTR { return hn::PromoteTo(int4, hn::UpperHalf(half4, a)); };
    const Int4 first = hn::Sub(hn::Mul(lower(x), lower(v)), hn::Mul(lower(y), lower(u)));
    const Int4 second = hn::Sub(hn::Mul(upper(x), upper(v)), hn::Mul(upper(y), upper(u)));
    return hn::Min(least, hn::Min(first, second));
#endif
}

/// Condition 2: every outline edge turns positively about the centre, once around in all.
template <int kAxis>
HWY_INLINE bool goes_around_once(
    const std::uint32_t* HWY_RESTRICT outline, std::size_t count, const GridPoint* HWY_RESTRICT points,
    GridPoint centre, const View& view)
{
    constexpr int u_axis = (kAxis + 1) % 3, v_axis = (kAxis + 2) % 3;
    alignas(16) std::int16_t xs[Windows::max_outline + 16], ys[Windows::max_outline + 16];
    const std::int16_t c[3] = {centre.x, centre.y, centre.z};
    const Half8 cu = hn::Set(half8, c[u_axis]), cv = hn::Set(half8, c[v_axis]), cw = hn::Set(half8, c[kAxis]);
    const Half8 ru = hn::Set(half8, view.ratio[0]), rv = hn::Set(half8, view.ratio[1]);
    // Seen from behind, everything goes round the other way.
    const Half8 flip = hn::Set(half8, static_cast<std::int16_t>(view.from_behind ? -1 : 0));
    UHalf8 reach = hn::Zero(uhalf8), depth = hn::Zero(uhalf8);
    const std::size_t whole = (count + 7) / 8 * 8;
    for (std::size_t k = 0; k < whole; k += 8) {
        const Coordinates p = eight_points(points, outline + k);
        const Half8 w = hn::SaturatedSub(p.axis[kAxis], cw);
        const Half8 u = hn::SaturatedSub(p.axis[u_axis], cu), v = hn::SaturatedSub(p.axis[v_axis], cv);
        const Half8 x = hn::SaturatedSub(u, hn::MulFixedPoint15(w, ru));
        const Half8 y0 = hn::SaturatedSub(v, hn::MulFixedPoint15(w, rv));
        const Half8 y = hn::SaturatedSub(hn::Xor(y0, flip), flip);
        hn::Store(x, half8, xs + k);
        hn::Store(y, half8, ys + k);
        reach = hn::Max(reach, hn::SaturatedAdd(hn::BitCast(uhalf8, hn::Abs(x)), hn::BitCast(uhalf8, hn::Abs(y))));
        depth = hn::Max(depth, hn::BitCast(uhalf8, hn::Max(hn::Abs(w), hn::Max(hn::Abs(u), hn::Abs(v)))));
    }
    // The loop closes: where its last block is full, the point after it is the first one again.
    xs[whole] = xs[whole - count];
    ys[whole] = ys[whole - count];
    Int4 least = hn::Set(int4, 0x7fffffff);
    Half8 crossings = hn::Zero(half8);
    alignas(16) static constexpr std::int16_t lanes[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    Half8 left = hn::Sub(hn::Set(half8, static_cast<std::int16_t>(count)), hn::Load(half8, lanes));
    const Half8 zero = hn::Zero(half8);
    for (std::size_t k = 0; k < whole; k += 8) {
        const Half8 x = hn::Load(half8, xs + k), y = hn::Load(half8, ys + k);
        const Half8 u = hn::LoadU(half8, xs + k + 1), v = hn::LoadU(half8, ys + k + 1);
        least = least_turn(least, x, y, u, v);
        const auto crosses = hn::And(hn::Gt(zero, y), hn::Not(hn::Gt(zero, v)));
        crossings = hn::Sub(crossings, hn::VecFromMask(half8, hn::And(crosses, hn::Gt(left, zero))));
        left = hn::Sub(left, hn::Set(half8, std::int16_t{8}));
    }
#if HWY_TARGET == HWY_NEON
    const std::int64_t turn = vminvq_s32(least.raw);
    const std::int32_t around = vaddvq_s16(crossings.raw);
    const std::int64_t farthest = vmaxvq_u16(reach.raw);
    const std::int32_t deepest = vmaxvq_u16(depth.raw);
#else
    const std::int64_t turn = hn::GetLane(hn::MinOfLanes(int4, least));
    const std::int32_t around = hn::GetLane(hn::SumOfLanes(half8, crossings));
    const std::int64_t farthest = hn::GetLane(hn::MaxOfLanes(uhalf8, reach));
    const std::int32_t deepest = hn::GetLane(hn::MaxOfLanes(uhalf8, depth));
#endif
    // Nothing near the ends of the range: so nothing was saturated.
    return farthest < 32767 && deepest < 32767 && 50 * turn > 151 * farthest + 250 && around == 1;
}

HWY_INLINE bool
certify(const Windows& windows, std::size_t window, const GridPoint* points, const NormalBox* normals, View& view)
{
    const std::size_t count = windows.windows.data()[window].outline_count;
    if (count == 0)
        return false;
    if (!find_view(windows.leaves[window], normals, view))
        return false;
    const std::uint32_t* outline = windows.outline[window].data();
    const GridPoint centre = points[windows.windows.data()[window].centre];
    switch (view.axis) {
    case 0:
        return goes_around_once<0>(outline, count, points, centre, view);
    case 1:
        return goes_around_once<1>(outline, count, points, centre, view);
    default:
        return goes_around_once<2>(outline, count, points, centre, view);
    }
}

void certify_clusters(
    const Windows& windows, const GridPoint* points, const NormalBox* normals, std::size_t begin, std::size_t end,
    WindowHolds* certified)
{
    for (std::size_t cluster = begin; cluster < end; ++cluster) {
        const std::size_t window = Windows::per_cluster * cluster;
        View view;
        const bool whole = certify(windows, window, points, normals, view);
        for (std::size_t half = 0; half < 2; ++half)
            certified[2 * cluster + half] = whole ? WindowHolds::whole
                                            : certify(windows, window + 1 + half, points, normals, view)
                                                ? WindowHolds::half
                                                : WindowHolds::no;
    }
}

bool certify_one(
    const Windows& windows, std::size_t window, const GridPoint* points, const NormalBox* normals, WindowView& seen)
{
    View view;
    if (!certify(windows, window, points, normals, view))
        return false;
    const std::int32_t sign = view.from_behind ? -1 : 1;
    seen.along[view.axis] = sign * 32768;
    seen.along[(view.axis + 1) % 3] = sign * view.ratio[0];
    seen.along[(view.axis + 2) % 3] = sign * view.ratio[1];
    return true;
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace tactus
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tactus {

HWY_EXPORT(certify_clusters);
HWY_EXPORT(certify_one);

void certify_windows(
    const Windows& windows, const SelfBlocks& blocks, std::size_t begin, std::size_t end, WindowHolds* certified)
{
    HWY_DYNAMIC_DISPATCH(certify_clusters)(windows, blocks.points(), blocks.normals(), begin, end, certified);
}

bool window_holds(const Windows& windows, std::size_t window, const SelfBlocks& blocks, WindowView& view)
{
    return HWY_DYNAMIC_DISPATCH(certify_one)(windows, window, blocks.points(), blocks.normals(), view);
}

} // namespace tactus
#endif
