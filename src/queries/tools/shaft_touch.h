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

#include "base/work_account.h"
#include "geometry/double_vector.h"
#include "geometry/triangle.h"

namespace tactus {

/// Part of the way from 0 to 1.
struct PartOfWay {
    double begin = 0.0;
    double end = 1.0;
    bool is_open = false; ///< The account ended before both ends were found: it holds what was asked for, and more.
};

/// Whether a tool can touch with a part of its shaft: where the pivot moves, or the shaft has no length, it is the
/// whole shaft that touches.
bool has_parts(const ToolVolume& volume);
/// The part of the shaft that comes within the radius of a triangle that the tool touches, at any time of a sweep. It
/// is too long at either end by less than a thousandth of the radius and a millionth of the shaft. Where there is an
/// account, it pays for every distance.
PartOfWay touching_part(const ToolVolume& volume, const Triangle& touched, WorkAccount* account = nullptr);

/// When a sweep first touches any of some triangles that are in its volume.
class FirstTouch {
public:
    explicit FirstTouch(const ToolVolume& volume) : volume_(volume) {}

    /// False if the account, if there is one, ended before: the triangle may then be touched at any time.
    bool consider(const Triangle& touched, WorkAccount* account = nullptr);
    /// A triangle in the volume is not considered: it may be touched at any time.
    void leave_open();
    /// Something is touched from the beginning on.
    void touch_at_once() { not_before_ = by_ = 0.0; }
    /// Certainly nothing is touched before; infinite if nothing was considered, or all of it is passed by.
    double not_before() const { return not_before_; }
    /// Certainly something is touched by then; infinite if that is not known.
    double by() const { return by_; }

private:
    bool consider_with_pivot(const Triangle& touched, WorkAccount* account);
    bool consider_moving_pivot(const Triangle& touched, WorkAccount* account);

    ToolVolume volume_;
    double not_before_ = std::numeric_limits<double>::infinity();
    double by_ = std::numeric_limits<double>::infinity();
};

} // namespace tactus
