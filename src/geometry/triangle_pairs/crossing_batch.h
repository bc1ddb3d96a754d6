// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "geometry/triangle_pairs/triangle_batch.h"

namespace tactus::batch {

/// What float arithmetic knows for certain about a pair. Where the triangles intersect and the planes' common line
/// meets each in an interval, how these overlap can be told too: it ends where edge pq of a is, or else where edge pr
/// of b is, and begins where edge pq of b is, or else where edge pr of a is (CornerOrder).
enum Verdict : std::uint32_t {
    apart = 0,
    intersecting = 1,
    open = 2,
    ends_by_a = 4,
    begins_by_b = 8,
    knows_order = 16, ///< The two before are certain.
};

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

/// The sides of a pair in the lowest six bits, and above them what its verdict says about how the intervals overlap.
constexpr OverlapCode overlap_code(std::uint32_t code, std::uint32_t verdict)
{
    return static_cast<OverlapCode>((code & side_bits) | (verdict & (ends_by_a | begins_by_b | knows_order)) << 4);
}

/// Which corners are p, q, r of a and of b, for given sides: p stands alone, and the other triangle is turned around
/// where p stands on its negative side.
struct CornerOrder {
    std::array<std::uint8_t, 4> a;
    std::array<std::uint8_t, 4> b;
};

constexpr std::array<CornerOrder, 64> corner_orders = [] {
    constexpr std::array<int, 8> lone_corner = {0, 0, 1, 2, 2, 1, 0, 0};
    std::array<CornerOrder, 64> table{};
    for (int code = 0; code < 64; ++code) {
        const int lone_a = lone_corner[code & 7];
        const int lone_b = lone_corner[code >> 3];
        const bool negative_a = ((code >> lone_a) & 1) != 0;
        const bool negative_b = ((code >> (3 + lone_b)) & 1) == 0;
        const int step_a = negative_b ? 2 : 1;
        const int step_b = negative_a ? 2 : 1;
        for (int i = 0; i < 3; ++i) {
            table[code].a[i] = static_cast<std::uint8_t>((lone_a + i * step_a) % 3);
            table[code].b[i] = static_cast<std::uint8_t>((lone_b + i * step_b) % 3);
        }
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
/// sides are certain stay open. Tells how the intervals overlap if that is asked for.
void decide_by_intervals(
    const TriangleSource& a, const TriangleSource& b, const IndexPair* pairs, const std::uint32_t* codes,
    std::size_t count, bool tells_order, std::uint32_t* verdicts);

} // namespace tactus::batch
