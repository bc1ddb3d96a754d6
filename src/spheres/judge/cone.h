// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "spheres/judge/box_tree.h"

namespace tactus::sphere_check {

/// All points on rays from an apex whose directions are between three: what three planes through the apex enclose.
class Cone {
public:
    /// Wider by `margin` on every side, and by what the rounding of its planes makes of it as far as `reach`.
    Cone(const Point& apex, const std::array<Point, 3>& directions, double margin, double reach);

    /// True only where no point of the box is in the cone.
    bool misses(const PointBox& box) const;

    /// At most the distance from the apex of any point that the triangle has in the cone; infinite where there is none.
    double least_along(const std::array<Point, 3>& triangle) const;

private:
    Point apex_;
    Point middle_;                 ///< a unit vector
    std::array<Point, 3> inwards_; ///< normals of the planes
    std::array<double, 3> margins_;
};

} // namespace tactus::sphere_check
