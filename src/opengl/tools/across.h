// SPDX-License-Identifier: MIT
#pragma once

#include "geometry/double_vector.h"

namespace tactus {

/// A unit vector at right angles to a direction, which must have one.
inline DoubleVector any_across(DoubleVector direction)
{
    const DoubleVector size = magnitudes(direction);
    if (size.x <= size.y && size.x <= size.z)
        return unit(cross(direction, {1.0, 0.0, 0.0}));
    return unit(cross(direction, size.y <= size.z ? DoubleVector{0.0, 1.0, 0.0} : DoubleVector{0.0, 0.0, 1.0}));
}

} // namespace tactus
