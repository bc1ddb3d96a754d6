// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "scenes/bodies/point.h"

namespace tactus::scenes {

/// A body on its way: for its bounces it counts as a ball.
struct Tumbler {
    Point centre;
    double radius = 1.0;
    Point velocity; ///< metres a second
    Point spin;     ///< radians a second
};

/// A hollow sphere in whose lower half bodies fall.
struct Bowl {
    Point centre;
    double radius = 1.0;
};

/// Bodies that fall into a bowl, bounce off it and off each other, and come to rest. All of it is computed beforehand,
/// in steps of its own, so that every frame can be asked for in any order.
class Tumbling {
public:
    Tumbling(std::vector<Tumbler> bodies, const Bowl& bowl, double seconds);

    /// Where a body is, turned from how it began, as a place for points given from its centre.
    Pose pose(std::size_t body, double seconds) const;

private:
    /// A place, and a turn as a unit quaternion.
    struct Placed {
        Point centre;
        Point turn;
        double turn_w = 1.0;
    };

    std::size_t body_count_ = 0;
    std::size_t step_count_ = 0;
    std::vector<Placed> places_; ///< step by step
};

} // namespace tactus::scenes
