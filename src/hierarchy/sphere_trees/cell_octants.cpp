// SPDX-License-Identifier: MIT
#include "hierarchy/sphere_trees/cell_octants.h"

#include "geometry/features/box_triangle.h"

namespace tactus {

unsigned octants_met(const Box& cell, const Triangle& triangle)
{
    const Box box = box_of(triangle);
    if (!overlap(box, cell))
        return 0;
    // Which halves its box reaches says it all where it reaches one octant, and leaves few to ask in the others.
    const Box first = octant_of(cell, 0);
    const auto halves = [](float lower, float upper, float middle, unsigned bits) {
        return (lower <= middle ? ~bits & 0xffu : 0u) | (upper >= middle ? bits : 0u);
    };
    const unsigned reached = halves(box.lower.x, box.upper.x, first.upper.x, 0b10101010u)
        & halves(box.lower.y, box.upper.y, first.upper.y, 0b11001100u)
        & halves(box.lower.z, box.upper.z, first.upper.z, 0b11110000u);
    unsigned met = 0;
    for (unsigned octant = 0; octant < 8; ++octant)
        if ((reached >> octant & 1) != 0 && box_meets_triangle(octant_of(cell, octant), triangle))
            met |= 1u << octant;
    return met;
}

} // namespace tactus
