// SPDX-License-Identifier: MIT
#include "hierarchy/stream_positions.h"

#include <algorithm>
#include <cmath>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "hierarchy/stream_positions.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tactus {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
constexpr hn::FixedTag<float, 4> float4;
using Float4 = hn::Vec<decltype(float4)>;

/// One of the three registers that four vertices fill. Which axis a lane belongs to differs between the three.
struct StreamLanes {
    Float4 lower;
    Float4 upper;
    Float4 travel;
    Float4 sum;

    HWY_INLINE StreamLanes()
        : lower(hn::Set(float4, std::numeric_limits<float>::infinity())), upper(hn::Neg(lower)),
          travel(hn::Zero(float4)), sum(hn::Zero(float4))
    {
    }
    template <bool compares>
    HWY_INLINE void add(const float* given, const float* before, float* copy)
    {
        const Float4 value = hn::LoadU(float4, given);
        if constexpr (compares)
            travel = hn::Max(travel, hn::AbsDiff(value, hn::LoadU(float4, before)));
        lower = hn::Min(lower, value);
        upper = hn::Max(upper, value);
        sum = hn::Add(sum, value);
        hn::StoreU(value, float4, copy);
    }
};

/// Floats between what is read and what is fetched from memory.
constexpr std::size_t fetched_ahead = 384;

template <bool compares>
StreamedPositions stream_each(
    const float* given, const float* HWY_RESTRICT before, float* copy, std::size_t count)
{
    // Three variables and not an array, which the compiler would keep in memory.
    StreamLanes first, second, third;
    const std::size_t whole = count / 4 * 12;
    for (std::size_t i = 0; i < whole; i += 12) {
        // Bodies are often too small for the machine to notice a stream before it ends.
        __builtin_prefetch(given + i + fetched_ahead, 0);
        __builtin_prefetch(copy + i + fetched_ahead, 1);
        first.add<compares>(given + i, before + i, copy + i);
        second.add<compares>(given + i + 4, before + i + 4, copy + i + 4);
        third.add<compares>(given + i + 8, before + i + 8, copy + i + 8);
    }
    float lower[12], upper[12], travel[12], sum[12];
    const auto unload = [&](const StreamLanes& lanes, std::size_t at) HWY_ATTR {
        hn::StoreU(lanes.lower, float4, lower + at);
        hn::StoreU(lanes.upper, float4, upper + at);
        hn::StoreU(lanes.travel, float4, travel + at);
        hn::StoreU(lanes.sum, float4, sum + at);
    };
    unload(first, 0);
    unload(second, 4);
    unload(third, 8);
    for (std::size_t i = whole; i < 3 * count; ++i) {
        copy[i] = given[i];
        lower[i - whole] = std::min(lower[i - whole], given[i]);
        upper[i - whole] = std::max(upper[i - whole], given[i]);
        if constexpr (compares)
            travel[i - whole] = std::max(travel[i - whole], std::abs(given[i] - before[i]));
        sum[i - whole] += given[i];
    }
    StreamedPositions result;
    float total = 0.0f;
    for (std::size_t i = 0; i < 12; i += 3) {
        result.box = include(
            result.box, Box{{lower[i], lower[i + 1], lower[i + 2]}, {upper[i], upper[i + 1], upper[i + 2]}});
        for (std::size_t axis = 0; axis < 3; ++axis) {
            result.travel = std::max(result.travel, travel[i + axis]);
            total += sum[i + axis];
        }
    }
    result.surely_finite = std::isfinite(total);
    return result;
}

StreamedPositions stream_positions_now(const float* given, const float* before, float* copy, std::size_t count)
{
    return before != nullptr ? stream_each<true>(given, before, copy, count)
                             : stream_each<false>(given, before, copy, count);
}

} // namespace HWY_NAMESPACE
} // namespace tactus
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tactus {

HWY_EXPORT(stream_positions_now);

StreamedPositions stream_positions(const float* given, const float* before, float* copy, std::size_t count)
{
    return HWY_DYNAMIC_DISPATCH(stream_positions_now)(given, before, copy, count);
}

} // namespace tactus
#endif
