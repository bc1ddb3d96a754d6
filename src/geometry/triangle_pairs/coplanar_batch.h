// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "geometry/triangle_pairs/crossing_batch.h"

namespace tactus::batch {

/// Decides, as far as float arithmetic can, those pairs of which all six corners have the same x, the same y or the
/// same z, as on a sheet that has been folded flat; all others stay open. Fills `verdicts` for the pairs with the given
/// `numbers`, of which there is a multiple of four.
void decide_in_coordinate_planes(
    const TriangleSource& a, const TriangleSource& b, const IndexPair* pairs, const std::uint32_t* numbers,
    std::size_t count, std::uint32_t* verdicts);

} // namespace tactus::batch
