// SPDX-License-Identifier: MIT
// Where on its shaft, and when on its way, a tool touches a triangle.
//
// The points of a tool's axis are old(s) + t (new(s) - old(s)): s is 0 at the pivot and 1 at the tip, and t is 0 where
// the sweep began and 1 where the tool is now. Where the pivot stays, they fill a triangle, and the part of it that is
// within the radius of a triangle of a mesh is convex. On a convex part s takes all values between two, and so does t,
// since lines through the pivot cut it in one piece. So what lies before the first touch ends where any one place is
// known to be free, and both ends are found by halving. Where the pivot moves too, nothing is convex: no point of the
// tool is faster than the faster of its ends, so it is free for as long as these take to cover the distance.
#pragma once

#include <limits>

#include <tactus/queries.h>

#include "geometry/double_vector.h"
#include "geometry/triangle.h"

namespace tactus {

/// Part of the way from 0 to 1.
struct PartOfWay {
    double begin = 0.0;
    double end = 1.0;
};

/// The part of the shaft that comes within the radius of a triangle that the tool touches, at any time of a sweep. It
/// is too long at either end by less than a thousandth of the radius and a millionth of the shaft; where the pivot
/// moves, it is the whole shaft.
PartOfWay touching_part(const ToolVolume& volume, const Triangle& touched);

/// When a sweep first touches any of some triangles that are in its volume.
class FirstTouch {
public:
    explicit FirstTouch(const ToolVolume& volume) : volume_(volume) {}

    void consider(const Triangle& touched);
    /// Something is touched by what stands.
    void touch_now() { not_before_ = by_ = 1.0; }
    /// Certainly nothing is touched before; infinite if nothing was considered, or all of it is passed by.
    double not_before() const { return not_before_; }
    /// Certainly something is touched by then; infinite if that is not known.
    double by() const { return by_; }

private:
    void consider_with_pivot(const Triangle& touched);
    void consider_moving_pivot(const Triangle& touched);

    ToolVolume volume_;
    double not_before_ = std::numeric_limits<double>::infinity();
    double by_ = std::numeric_limits<double>::infinity();
};

} // namespace tactus
