// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "geometry/box.h"
#include "geometry/half_spaces/plane.h"

namespace tactus {

/// A box that holds the common part of some half-spaces, as large as floats are where that has no end, and the empty
/// one where there is certainly no common part. All numbers must be finite.
Box box_of_common_part(std::span<const Plane> half_spaces);

} // namespace tactus
