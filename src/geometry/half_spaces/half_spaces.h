// SPDX-License-Identifier: MIT
// What a convex set that is given by half-spaces meets, decided exactly on the given floats.
//
// A half-space is a linear function that must not be positive. On a triangle it is given by its three values at the
// corners, in coordinates that count the corners' weights; so the triangle is clipped as a polygon of which each corner
// is where two lines meet, and every decision is the sign of a determinant of three lines. What is nearest to the
// centre of a ball is found by adding half-spaces one by one: where the nearest point so far is outside of the next,
// the new one lies on its plane (after R. Seidel, "Small-dimensional linear programming and convex hulls made easy",
// 1991). Doubles that carry a bound on their errors decide first, whole numbers what is left open.
#pragma once

#include <span>

#include "geometry/box.h"
#include "geometry/half_spaces/plane.h"
#include "geometry/sphere.h"
#include "geometry/triangle.h"

namespace tactus {

/// The common part of some half-spaces, at least one and at most max_planes. It only looks at them: they must
/// outlive it. All numbers must be finite.
class HalfSpaces {
public:
    explicit HalfSpaces(std::span<const Plane> all) : all_(all) {}

    /// False only if one of the half-spaces certainly has no point of the box. A box that is empty has none.
    bool may_meet(const Box& box) const;
    /// Whether a closed triangle has a point in all of them, also one that has collapsed.
    bool meet(const Triangle& triangle) const;
    /// Whether a closed ball has.
    bool meet(const Sphere& ball) const;
    /// Whether a closed box has that is not empty. There must be one half-space.
    bool meet(const Box& box) const;
    /// Whether another half-space has.
    bool meet(const Plane& half_space) const;

private:
    std::span<const Plane> all_;
};

} // namespace tactus
