// SPDX-License-Identifier: MIT
#pragma once

#include "geometry/box.h"
#include "geometry/double_vector.h"
#include "geometry/half_spaces/half_space_values.h"
#include "geometry/half_spaces/plane.h"
#include "geometry/sphere.h"

namespace tactus {

/// How high points are above the plane of a half-space, in metres along its normal: below zero where they are in the
/// half-space. The plane is that of the given floats, and the length of its normal counts for nothing but where it
/// lies.
class PlaneHeights {
public:
    /// The heights of all points of something.
    struct Range {
        double lowest = 0.0;
        double highest = 0.0;
    };

    /// How a ball and the half-space touch, rounded to float.
    struct Touch {
        /// How high the lowest point of the ball is, in metres.
        float separation = 0.0f;
        /// Half way from the lowest point of the ball down to the plane; that point itself where it is below.
        Vec3 point;
    };

    /// All numbers must be finite, and the normal not zero.
    explicit PlaneHeights(const Plane& plane);

    const Plane& plane() const { return plane_; }
    /// The normal in unit length.
    DoubleVector up() const { return up_; }

    /// The sign of a point's height less the sum of two lengths, exactly. The lengths are not negative.
    int compare(Vec3 point, float length, float more) const;
    /// The height of a point up to the rounding of double. Its sign is exact.
    double of(Vec3 point) const { return detail::rounded_value_at(plane_, point) / length_; }
    /// Points are balls without a radius.
    Touch touch(const Sphere& ball) const;
    /// Certainly holds the heights of all points of a box that is not empty.
    Range of(const Box& box) const;
    /// False only if all points of the box are more than so many metres above the plane. An empty box has none.
    bool may_reach(const Box& box, float distance) const
    {
        return !is_empty(box) && of(box).lowest <= double(distance);
    }
    /// Holds the part of a box that is at most so many metres above the plane. There must be such a part, and it must
    /// not be said to be empty by may_reach.
    Box part_within(const Box& box, float distance) const;

private:
    Plane plane_;
    double length_; ///< Of the normal.
    detail::BoundedDouble squared_length_;
    DoubleVector up_;
};

} // namespace tactus
