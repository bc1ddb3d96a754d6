// SPDX-License-Identifier: MIT
#pragma once

#include "geometry/triangle_batch.h"

namespace tactus::batch {

/// What float arithmetic knows for certain about a pair.
enum Verdict : std::uint32_t { apart = 0, intersecting = 1, open = 2 };

/// What the plane tests find out about a pair. Bits 0 to 2 are set where a's corners are on the negative side of b's
/// plane, bits 3 to 5 where b's corners are on the positive side of a's plane.
constexpr std::uint32_t side_bits = 63;
/// All six sides are certain.
constexpr std::uint32_t sure_bit = 64;
/// The corners of one triangle are certainly all on one side of the other's plane.
constexpr std::uint32_t rejected_bit = 128;

/// Fills `codes` for `count` pairs, a multiple of four and not zero.
void classify_by_planes(
    const TriangleSource& a, const TriangleSource& b, const IndexPair* pairs, std::size_t count, std::uint32_t* codes);

/// Fills `verdicts` for the pairs with the given `numbers`, a multiple of four of them and not zero. They hold where
/// the pair's code is sure and not rejected.
void decide_by_intervals(
    const TriangleSource& a, const TriangleSource& b, const IndexPair* pairs, const std::uint32_t* codes,
    const std::uint32_t* numbers, std::size_t count, std::uint32_t* verdicts);

} // namespace tactus::batch
