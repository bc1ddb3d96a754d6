// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "geometry/box.h"
#include "geometry/double_vector.h"
#include "geometry/ray_triangle.h"
#include "pipeline/box_pyramid.h"

namespace tactus {

/// The first triangle that a ray meets, among those it was shown.
struct FirstHit {
    RayTriangleHit at;
    Triangle corners;           ///< as they were given
    std::uint32_t body = 0;     ///< the number that came with it
    std::uint32_t triangle = 0; ///< in the caller's numbers
};

/// A ray on its way through bodies. The first hit is the one that ray_triangle_hit gives over all triangles: the
/// smallest t, then the smallest body, then the smallest triangle; bodies may be shown in any order.
class RayCast {
public:
    /// Origin and direction must be finite, the direction not zero. Nothing beyond max_distance is hit.
    RayCast(const Ray& ray, double max_distance);

    /// A value that no t of a triangle in this box comes below; nothing if the ray misses the box, or all of it lies
    /// too far away for a better hit.
    std::optional<double> reach(const Box& box) const;

    /// Looks for a better hit among a body's triangles. The pyramid must have been made from them.
    void enter(std::uint32_t body, BoxPyramid& pyramid);

    const std::optional<FirstHit>& first_hit() const { return first_; }

private:
    bool meets(const float* lower, const float* upper) const;
    double earliest(const float* lower, const float* upper) const;
    std::optional<double> reach(const float* lower, const float* upper) const;
    void test(std::uint32_t body, const BoxedTriangles& triangles, std::size_t place);

    Ray ray_;
    double limit_ = 0.0; ///< t of the first hit, or the maximum distance
    std::array<double, 3> origin_;
    std::array<double, 3> inverse_;
    std::array<double, 3> widening_; ///< of an axis along which the ray does not move
    std::array<double, 3> along_;    ///< direction / squared length
    std::optional<FirstHit> first_;
};

} // namespace tactus
