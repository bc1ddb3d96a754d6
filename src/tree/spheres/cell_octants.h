// SPDX-License-Identifier: MIT
#pragma once

#include <bit>

#include "geometry/features/box_triangle.h"

namespace tactus {

/// The point where the eight octants of a cell meet.
inline Vec3 middle_of(const Box& cell)
{
    const auto middle = [](float lower, float upper) {
        return static_cast<float>((double(lower) + double(upper)) * 0.5);
    };
    return {middle(cell.lower.x, cell.upper.x), middle(cell.lower.y, cell.upper.y), middle(cell.lower.z, cell.upper.z)};
}

/// A cell's lower or upper half along each axis. Neighbours share the floats of the plane between them, so that
/// together they hold every point of the cell.
inline Box octant_of(const Box& cell, unsigned octant)
{
    const Vec3 centre = middle_of(cell);
    Box half = {cell.lower, centre};
    if (octant & 1)
        half.lower.x = centre.x, half.upper.x = cell.upper.x;
    if (octant & 2)
        half.lower.y = centre.y, half.upper.y = cell.upper.y;
    if (octant & 4)
        half.lower.z = centre.z, half.upper.z = cell.upper.z;
    return half;
}

/// The octant that the middle of a box lies in, where octants meet in a point.
inline unsigned octant_of_box(const Vec3& meeting_point, const Box& box)
{
    // Halves are added, since the sum of two floats may be too large for one.
    const auto is_above = [](float lower, float upper, float middle) {
        return static_cast<unsigned>(0.5f * lower + 0.5f * upper > middle);
    };
    return is_above(box.lower.x, box.upper.x, meeting_point.x)
           | is_above(box.lower.y, box.upper.y, meeting_point.y) << 1
           | is_above(box.lower.z, box.upper.z, meeting_point.z) << 2;
}

/// Which octants of a cell triangles have points in. This is the question that the paper asks of graphics hardware, and
/// that is answered exactly here.
class CellOctants {
public:
    explicit CellOctants(const Box& cell) : cell_(cell), middle_(middle_of(cell)) {}

    /// Bit k for octant k, of a triangle that has a point in the cell: there is one at least. triangle() gives it, and
    /// is asked only where the box does not say it all; most triangles are small beside a cell.
    template <class GetTriangle>
    unsigned met(const Box& box, GetTriangle triangle) const
    {
        const auto halves = [](float lower, float upper, float middle, unsigned bits) {
            return (lower <= middle ? ~bits & 0xffu : 0u) | (upper >= middle ? bits : 0u);
        };
        const unsigned reached = halves(box.lower.x, box.upper.x, middle_.x, 0b10101010u)
                                 & halves(box.lower.y, box.upper.y, middle_.y, 0b11001100u)
                                 & halves(box.lower.z, box.upper.z, middle_.z, 0b11110000u);
        if (std::has_single_bit(reached))
            return reached;
        // Inside the cell, what reaches both sides of one middle plane has a point on it.
        if (std::popcount(reached) == 2 && intersection(box, cell_) == box)
            return reached;
        return met_of(reached, triangle());
    }

private:
    unsigned met_of(unsigned reached, const Triangle& triangle) const
    {
        unsigned met = 0;
        for (unsigned octant = 0; octant < 8; ++octant)
            if ((reached >> octant & 1) != 0 && box_meets_triangle(octant_of(cell_, octant), triangle))
                met |= 1u << octant;
        return met;
    }

    Box cell_;
    Vec3 middle_;
};

} // namespace tactus
