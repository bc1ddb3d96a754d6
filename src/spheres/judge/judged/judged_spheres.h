// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <tactus/geometry.h>

#include "spheres/judge/judged/box_tree.h"

namespace tactus::sphere_check {

struct Ball {
    Point centre;
    double radius = 0.0;
};

/// The spheres that are judged, and a tree to find them by place.
class JudgedSpheres {
public:
    explicit JudgedSpheres(std::span<const Sphere> spheres);

    std::span<const Ball> balls() const { return balls_; }
    bool empty() const { return balls_.empty(); }
    const BoxTree& tree() const { return tree_; }
    /// The largest absolute value of a coordinate of any sphere's box: what rounding is measured by.
    double extent() const { return extent_; }

    /// How far the point is outside the sphere; below 0 where it is inside.
    double gap(const Point& point, std::uint32_t sphere) const
    {
        return norm(point - balls_[sphere].centre) - balls_[sphere].radius;
    }

    /// The sphere that is nearest to the point. There must be one.
    std::uint32_t nearest(const Point& point) const;

private:
    std::vector<Ball> balls_;
    BoxTree tree_;
    double extent_ = 0.0;
};

} // namespace tactus::sphere_check
