// SPDX-License-Identifier: MIT
#pragma once

#include "geometry/triangle.h"

namespace tactus {

/// A cube's lower or upper half along each axis. Neighbours share the floats of the plane between them, so that together
/// they hold every point of the cell.
inline Box octant_of(const Box& cell, unsigned octant)
{
    const auto middle = [](float lower, float upper) { return static_cast<float>((double(lower) + double(upper)) * 0.5); };
    const Vec3 centre = {
        middle(cell.lower.x, cell.upper.x), middle(cell.lower.y, cell.upper.y), middle(cell.lower.z, cell.upper.z)};
    Box half = {cell.lower, centre};
    if (octant & 1)
        half.lower.x = centre.x, half.upper.x = cell.upper.x;
    if (octant & 2)
        half.lower.y = centre.y, half.upper.y = cell.upper.y;
    if (octant & 4)
        half.lower.z = centre.z, half.upper.z = cell.upper.z;
    return half;
}

/// The eight octants of a cell that a triangle has a point in, bit k for octant k. This is the question that the paper
/// asks of graphics hardware, and that is answered exactly here: a triangle that meets the cell meets one of them.
unsigned octants_met(const Box& cell, const Triangle& triangle);

} // namespace tactus
