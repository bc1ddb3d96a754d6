// SPDX-License-Identifier: MIT
#include "tree/stream_positions.h"

#include <algorithm>
#include <cmath>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tree/stream_positions.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "base/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tactus {
namespace HWY_NAMESPACE {

/// Floats between what is read and what is fetched from memory: bodies are often too small for the machine to notice a
/// stream before it ends.
constexpr std::size_t fetched_ahead = 512;

/// One of the three registers that four vertices fill. Which axis a lane belongs to differs between the three.
template <bool takes>
struct StreamLanes {
    Float4 lower;
    Float4 upper;
    Word4 travel; ///< as bits, whose order as integers has infinity and nan at the top
    Float4 sum;   ///< where there is no travel to show what is not finite

    HWY_INLINE StreamLanes()
        : lower(hn::Set(float4, std::numeric_limits<float>::infinity())), upper(hn::Neg(lower)),
          travel(hn::Zero(word4)), sum(hn::Zero(float4))
    {
    }
    HWY_INLINE void add(const float* given, const float* older, float* copy)
    {
        const Float4 value = hn::LoadU(float4, given);
        if constexpr (takes) {
            travel = hn::Max(travel, hn::BitCast(word4, hn::AbsDiff(value, hn::LoadU(float4, older))));
            hn::StoreU(value, float4, copy);
        } else {
            sum = hn::Add(sum, value);
        }
        lower = hn::Min(lower, value);
        upper = hn::Max(upper, value);
    }
};

template <bool takes>
HWY_INLINE StreamedPositions
stream(const float* HWY_RESTRICT given, const float* HWY_RESTRICT older, float* HWY_RESTRICT copy, std::size_t count)
{
    // Three variables and not an array, which the compiler would keep in memory.
    StreamLanes<takes> first, second, third;
    const auto add = [&](std::size_t i) HWY_ATTR {
        first.add(given + i, older + i, copy + i);
        second.add(given + i + 4, older + i + 4, copy + i + 4);
        third.add(given + i + 8, older + i + 8, copy + i + 8);
    };
    const std::size_t end = 3 * count;
    for (std::size_t i = 0; i + 12 <= end; i += 12) {
        __builtin_prefetch(given + i + fetched_ahead, 0);
        if constexpr (takes)
            __builtin_prefetch(older + i + fetched_ahead, 0);
        add(i);
    }
    // The last four vertices, some of them once more.
    if (end >= 12)
        add(end - 12);

    float lower[12], upper[12];
    const auto unload = [&](const StreamLanes<takes>& lanes, std::size_t at) HWY_ATTR {
        hn::StoreU(lanes.lower, float4, lower + at);
        hn::StoreU(lanes.upper, float4, upper + at);
    };
    unload(first, 0);
    unload(second, 4);
    unload(third, 8);
    StreamedPositions result;
    for (std::size_t i = 0; i < 12; i += 3)
        result.box =
            include(result.box, Box{{lower[i], lower[i + 1], lower[i + 2]}, {upper[i], upper[i + 1], upper[i + 2]}});
    const Word4 travel = hn::MaxOfLanes(word4, hn::Max(hn::Max(first.travel, second.travel), third.travel));
    const Float4 sum = hn::SumOfLanes(float4, hn::Add(hn::Add(first.sum, second.sum), third.sum));
    result.travel = hn::GetLane(hn::BitCast(float4, travel));
    result.surely_finite = std::isfinite(takes ? result.travel : hn::GetLane(sum));
    if (end >= 12)
        return result;

    for (std::size_t vertex = 0; vertex < count; ++vertex) {
        const Vec3 p{given[3 * vertex], given[3 * vertex + 1], given[3 * vertex + 2]};
        result.box = include(result.box, Box{p, p});
        result.surely_finite = result.surely_finite && std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z);
    }
    for (std::size_t i = 0; takes && i < end; ++i) {
        result.travel = std::max(result.travel, std::abs(given[i] - older[i]));
        copy[i] = given[i];
    }
    return result;
}

StreamedPositions look_at_positions_now(const float* given, std::size_t count)
{
    return stream<false>(given, nullptr, nullptr, count);
}

StreamedPositions take_positions_now(const float* given, const float* older, float* copy, std::size_t count)
{
    return stream<true>(given, older, copy, count);
}

} // namespace HWY_NAMESPACE
} // namespace tactus
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tactus {

HWY_EXPORT(look_at_positions_now);
HWY_EXPORT(take_positions_now);

StreamedPositions look_at_positions(const float* given, std::size_t count)
{
    return HWY_DYNAMIC_DISPATCH(look_at_positions_now)(given, count);
}

StreamedPositions take_positions(const float* given, const float* older, float* copy, std::size_t count)
{
    return HWY_DYNAMIC_DISPATCH(take_positions_now)(given, older, copy, count);
}

} // namespace tactus
#endif
