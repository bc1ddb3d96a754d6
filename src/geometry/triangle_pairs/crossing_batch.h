// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "geometry/triangle_pairs/triangle_batch.h"

namespace tactus::batch {

/// What float arithmetic knows for certain about a pair.
enum Verdict : std::uint32_t { apart = 0, intersecting = 1, open = 2 };

/// What the plane tests find out about a pair, its code. Bits 0 to 2 are set where a's corners are on the negative side
/// of b's plane, bits 3 to 5 where b's corners are on the positive side of a's plane.
constexpr std::uint32_t side_bits = 63;
/// The first three sides are certain, and the last three are.
constexpr std::uint32_t sure_bits = 64 | 128;

/// Per code: 0 if the corners of one triangle are certainly all on one side of the other's plane, so that the pair is
/// apart, else 1.
constexpr std::array<std::uint8_t, 256> meets_planes = [] {
    std::array<std::uint8_t, 256> table{};
    for (std::uint32_t code = 0; code < 256; ++code) {
        const std::uint32_t sides_a = code & 7, sides_b = code >> 3 & 7;
        const bool rejected_a = (code & 64) != 0 && (sides_a == 0 || sides_a == 7);
        const bool rejected_b = (code & 128) != 0 && (sides_b == 0 || sides_b == 7);
        table[code] = rejected_a || rejected_b ? 0 : 1;
    }
    return table;
}();

/// Pairs that meet the planes, and their codes.
struct Survivors {
    static constexpr std::size_t slack = 16; ///< Room that is written to after the last of them.

    IndexPair* pairs;
    std::uint32_t* codes;
    std::size_t count = 0;
};

/// Appends those of `count` pairs that meet the planes, in their order. There must be room for all, and the slack.
void drop_by_planes(
    const TriangleSource& a, const TriangleSource& b, const IndexPair* pairs, std::size_t count, Survivors& out);

/// Fills `verdicts` for `count` pairs that meet the planes, a multiple of four and not zero. Those of which not all
/// sides are certain stay open.
void decide_by_intervals(
    const TriangleSource& a, const TriangleSource& b, const IndexPair* pairs, const std::uint32_t* codes,
    std::size_t count, std::uint32_t* verdicts);

} // namespace tactus::batch
