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

constexpr std::size_t narrow = 4;

/// One of the three registers that as many vertices fill as it has lanes. Which axis a lane belongs to differs between
/// the three.
template <bool takes, std::size_t lanes>
struct StreamLanes {
    using Floats = hn::FixedTag<float, lanes>;
    using Words = hn::FixedTag<std::uint32_t, lanes>;

    hn::Vec<Floats> lower;
    hn::Vec<Floats> upper;
    hn::Vec<Words> travel; ///< as bits, whose order as integers has infinity and nan at the top
    hn::Vec<Floats> sum;   ///< where there is no travel to show what is not finite

    HWY_INLINE StreamLanes()
        : lower(hn::Set(Floats(), std::numeric_limits<float>::infinity())), upper(hn::Neg(lower)),
          travel(hn::Zero(Words())), sum(hn::Zero(Floats()))
    {
    }
    HWY_INLINE void add(const float* given, const float* older, float* copy)
    {
        const auto value = hn::LoadU(Floats(), given);
        if constexpr (takes) {
            travel = hn::Max(travel, hn::BitCast(Words(), hn::AbsDiff(value, hn::LoadU(Floats(), older))));
            hn::StoreU(value, Floats(), copy);
        } else {
            sum = hn::Add(sum, value);
        }
        lower = hn::Min(lower, value);
        upper = hn::Max(upper, value);
    }
};

/// As many vertices as a register has lanes, or more.
template <bool takes, std::size_t lanes>
HWY_INLINE StreamedPositions stream_by_registers(
    const float* HWY_RESTRICT given, const float* HWY_RESTRICT older, float* HWY_RESTRICT copy, std::size_t count)
{
    constexpr std::size_t step = 3 * lanes, floats_of_a_line = 16;
    using Lanes = StreamLanes<takes, lanes>;
    // Three variables and not an array, which the compiler would keep in memory.
    Lanes first, second, third;
    const auto add = [&](std::size_t i) HWY_ATTR {
        first.add(given + i, older + i, copy + i);
        second.add(given + i + lanes, older + i + lanes, copy + i + lanes);
        third.add(given + i + 2 * lanes, older + i + 2 * lanes, copy + i + 2 * lanes);
    };
    const std::size_t end = 3 * count;
    for (std::size_t i = 0; i + step <= end; i += step) {
        for (std::size_t ahead = 0; ahead < step; ahead += floats_of_a_line) {
            __builtin_prefetch(given + i + fetched_ahead + ahead, 0);
            if constexpr (takes)
                __builtin_prefetch(older + i + fetched_ahead + ahead, 0);
        }
        add(i);
    }
    // The last vertices, some of them once more.
    if (end % step != 0)
        add(end - step);

    float lower[step], upper[step];
    const auto unload = [&](const Lanes& some, std::size_t at) HWY_ATTR {
        hn::StoreU(some.lower, typename Lanes::Floats(), lower + at);
        hn::StoreU(some.upper, typename Lanes::Floats(), upper + at);
    };
    unload(first, 0);
    unload(second, lanes);
    unload(third, 2 * lanes);
    // Every twelve floats are four vertices.
    for (std::size_t i = 12; i < step; i += narrow) {
        const std::size_t to = i % 12;
        hn::StoreU(hn::Min(hn::LoadU(float4, lower + to), hn::LoadU(float4, lower + i)), float4, lower + to);
        hn::StoreU(hn::Max(hn::LoadU(float4, upper + to), hn::LoadU(float4, upper + i)), float4, upper + to);
    }
    StreamedPositions result;
    for (std::size_t i = 0; i < 12; i += 3)
        result.box =
            include(result.box, Box{{lower[i], lower[i + 1], lower[i + 2]}, {upper[i], upper[i + 1], upper[i + 2]}});
    const typename Lanes::Words words;
    const typename Lanes::Floats floats;
    const auto travel = hn::MaxOfLanes(words, hn::Max(hn::Max(first.travel, second.travel), third.travel));
    const auto sum = hn::SumOfLanes(floats, hn::Add(hn::Add(first.sum, second.sum), third.sum));
    result.travel = hn::GetLane(hn::BitCast(floats, travel));
    result.surely_finite = std::isfinite(takes ? result.travel : hn::GetLane(sum));
    return result;
}

template <bool takes>
HWY_INLINE StreamedPositions
stream(const float* HWY_RESTRICT given, const float* HWY_RESTRICT older, float* HWY_RESTRICT copy, std::size_t count)
{
    if (count >= sparse_lanes)
        return stream_by_registers<takes, sparse_lanes>(given, older, copy, count);
    if (count >= narrow)
        return stream_by_registers<takes, narrow>(given, older, copy, count);
    StreamedPositions result;
    for (std::size_t vertex = 0; vertex < count; ++vertex) {
        const Vec3 p{given[3 * vertex], given[3 * vertex + 1], given[3 * vertex + 2]};
        result.box = include(result.box, Box{p, p});
        result.surely_finite = result.surely_finite && std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z);
    }
    for (std::size_t i = 0; takes && i < 3 * count; ++i) {
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
