// SPDX-License-Identifier: MIT
#include "hierarchy/refit/stream_positions.h"

#include <algorithm>
#include <cmath>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "hierarchy/refit/stream_positions.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tactus {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
constexpr hn::FixedTag<float, 4> float4;
using Float4 = hn::Vec<decltype(float4)>;

/// Floats between what is read and what is fetched from memory: bodies are often too small for the machine to notice a
/// stream before it ends.
constexpr std::size_t fetched_ahead = 96;

/// One of the three registers that four vertices fill. Which axis a lane belongs to differs between the three.
struct ScanLanes {
    Float4 lower;
    Float4 upper;
    Float4 sum;

    HWY_INLINE ScanLanes()
        : lower(hn::Set(float4, std::numeric_limits<float>::infinity())), upper(hn::Neg(lower)), sum(hn::Zero(float4))
    {
    }
    HWY_INLINE void add(const float* given)
    {
        const Float4 value = hn::LoadU(float4, given);
        lower = hn::Min(lower, value);
        upper = hn::Max(upper, value);
        sum = hn::Add(sum, value);
    }
};

ScannedPositions scan_positions_now(const float* HWY_RESTRICT given, std::size_t count)
{
    // Three variables and not an array, which the compiler would keep in memory.
    ScanLanes first, second, third;
    const std::size_t whole = count / 4 * 12;
    for (std::size_t i = 0; i < whole; i += 12) {
        __builtin_prefetch(given + i + fetched_ahead, 0);
        first.add(given + i);
        second.add(given + i + 4);
        third.add(given + i + 8);
    }
    float lower[12], upper[12], sum[12];
    const auto unload = [&](const ScanLanes& lanes, std::size_t at) HWY_ATTR {
        hn::StoreU(lanes.lower, float4, lower + at);
        hn::StoreU(lanes.upper, float4, upper + at);
        hn::StoreU(lanes.sum, float4, sum + at);
    };
    unload(first, 0);
    unload(second, 4);
    unload(third, 8);
    for (std::size_t i = whole; i < 3 * count; ++i) {
        lower[i - whole] = std::min(lower[i - whole], given[i]);
        upper[i - whole] = std::max(upper[i - whole], given[i]);
        sum[i - whole] += given[i];
    }
    ScannedPositions result;
    float total = 0.0f;
    for (std::size_t i = 0; i < 12; i += 3) {
        result.box = include(
            result.box, Box{{lower[i], lower[i + 1], lower[i + 2]}, {upper[i], upper[i + 1], upper[i + 2]}});
        total += sum[i] + sum[i + 1] + sum[i + 2];
    }
    result.surely_finite = std::isfinite(total);
    return result;
}

HWY_INLINE Float4 replaced(const float* given, float* positions, Float4 travel)
{
    const Float4 value = hn::LoadU(float4, given);
    const Float4 change = hn::AbsDiff(value, hn::LoadU(float4, positions));
    hn::StoreU(value, float4, positions);
    return hn::Max(travel, change);
}

float replace_positions_now(const float* HWY_RESTRICT given, float* HWY_RESTRICT positions, std::size_t count)
{
    Float4 first = hn::Zero(float4), second = first, third = first;
    const std::size_t whole = count / 4 * 12;
    for (std::size_t i = 0; i < whole; i += 12) {
        __builtin_prefetch(positions + i + fetched_ahead, 1);
        first = replaced(given + i, positions + i, first);
        second = replaced(given + i + 4, positions + i + 4, second);
        third = replaced(given + i + 8, positions + i + 8, third);
    }
    float travel = hn::GetLane(hn::MaxOfLanes(float4, hn::Max(hn::Max(first, second), third)));
    for (std::size_t i = whole; i < 3 * count; ++i) {
        travel = std::max(travel, std::abs(given[i] - positions[i]));
        positions[i] = given[i];
    }
    return travel;
}

} // namespace HWY_NAMESPACE
} // namespace tactus
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tactus {

HWY_EXPORT(scan_positions_now);
HWY_EXPORT(replace_positions_now);

ScannedPositions scan_positions(const float* given, std::size_t count)
{
    return HWY_DYNAMIC_DISPATCH(scan_positions_now)(given, count);
}

float replace_positions(const float* given, float* positions, std::size_t count)
{
    return HWY_DYNAMIC_DISPATCH(replace_positions_now)(given, positions, count);
}

} // namespace tactus
#endif
