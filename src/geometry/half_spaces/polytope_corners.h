// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "geometry/double_vector.h"
#include "geometry/half_spaces/plane.h"

namespace tactus {

/// A point in which the planes of some half-spaces meet, and which is in all of the half-spaces.
struct PolytopeCorner {
    std::uint32_t planes = 0; ///< Bit k is set where plane k passes through it.
    DoubleVector at;          ///< Where it is, up to the rounding of a double.
};

/// The corners of the common part of some half-spaces, at most max_planes, each of them once. Which planes meet in
/// which corner is decided exactly on the given floats. All numbers must be finite, and no normal zero.
std::vector<PolytopeCorner> corners_of_common_part(std::span<const Plane> half_spaces);

} // namespace tactus
