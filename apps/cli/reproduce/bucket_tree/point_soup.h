// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <tactus/geometry.h>

#include "scenes/bodies/point.h"
#include "scenes/random.h"

namespace tactus::cli {

/// Where the points of a soup lie at first.
enum class SoupShape {
    cube,  ///< Anywhere in the unit cube.
    shell, ///< On the sphere of diameter 1, as the surface of a body does.
};

/// The paper's object: a soup of points, and the way it goes.
class PointSoup {
public:
    PointSoup(SoupShape shape, std::size_t count, double alpha_degrees, std::uint64_t seed);

    /// One step: a main direction and a speed at random, and each point with that speed in a direction that is at most
    /// alpha away from the main one (the paper's Figure 2). The paper does not say how fast its objects are; here it is
    /// a thousandth of their size a step in the mean, and up to twice that.
    void move();
    void shift(double x);

    const std::vector<Vec3>& points() const { return points_; }

private:
    scenes::Point within_alpha(const scenes::Point& main);

    scenes::Random random_;
    scenes::Random way_; ///< Objects of all sizes go the same way.
    double least_cosine_;
    std::vector<Vec3> points_;
};

} // namespace tactus::cli
