// SPDX-License-Identifier: MIT
#pragma once

#include "geometry/exact/length_sum.h"
#include "geometry/simplices/simplex.h"

namespace tactus::detail {

/// The sign of the distance between two hulls less a length, as far as doubles are certain of it; 0 where they are not.
/// All coordinates must be finite.
int walked_comparison(const Simplex& a, const Simplex& b, const LengthBracket& length);

} // namespace tactus::detail
