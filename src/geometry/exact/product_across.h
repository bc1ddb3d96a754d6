// SPDX-License-Identifier: MIT
// Signs that tell where two edges are nearest, and on which sides of it their faces lie, decided on the given floats.
#pragma once

#include "geometry/orientation.h"
#include "geometry/triangle.h"

namespace tactus {

/// The sign of the product of two segments, from begin to end, as seen along an axis: of the parts of them across it.
/// 0 where the axis has no length. All coordinates must be finite, here and below.
int product_across(const Segment& axis, const Segment& u, const Segment& w);

/// The common normal of two edges: (a.end - a.begin) x (b.end - b.begin), which has no length if they are parallel.
class CommonNormal {
public:
    CommonNormal(const Segment& a, const Segment& b)
        : a_(a), b_(b),
          minors_(detail::minors(detail::double_difference(a.end, a.begin), detail::double_difference(b.end, b.begin)))
    {
    }
    /// Whether the way from one point to another leads along it, or against it: the sign of its product with that.
    int side(Vec3 from, Vec3 to) const;

private:
    Segment a_;
    Segment b_;
    detail::Minors minors_;
};

/// Whether the lines of two segments are nearest in one point each that lies between the ends, and is none of them.
inline bool are_nearest_between_ends(const Segment& a, const Segment& b)
{
    return product_across(b, {b.begin, a.begin}, a) < 0 && product_across(b, {b.begin, a.end}, a) > 0
           && product_across(a, {a.begin, b.begin}, b) < 0 && product_across(a, {a.begin, b.end}, b) > 0;
}

/// Whether the triangle that a corner makes with a segment is at an angle with a sine above 1/inverse_sine to the plane
/// through the segment across the common normal of it and another. Not where it has no area, or the segments are
/// parallel.
bool is_steeper(const Segment& segment, const Segment& other, Vec3 corner, int inverse_sine);

/// Whether another segment is at an angle with a sine above 1/inverse_sine to the triangle that a corner makes with a
/// segment. Not where either has no size.
bool rises_more(const Segment& segment, const Segment& other, Vec3 corner, int inverse_sine);

} // namespace tactus
