// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "base/planted_fault.h"
#include "base/work_prices.h"
#include "geometry/box.h"
#include "geometry/features/box_triangle.h"
#include "geometry/features/sphere_features.h"
#include "geometry/half_spaces/half_spaces.h"
#include "geometry/half_spaces/plane_heights.h"
#include "geometry/sphere.h"
#include "geometry/triangle.h"

namespace tactus {

/// A shape that surfaces may overlap. All decisions but may_meet are exact.
class QueryShape {
public:
    virtual ~QueryShape() = default;
    /// Holds the shape.
    virtual Box box() const = 0;
    /// False only if it certainly has no point in a box.
    virtual bool may_meet(const Box& other) const = 0;
    virtual bool meet(const Triangle& triangle) const = 0;
    virtual bool meet(const Sphere& ball) const = 0;
    /// Whether it has a point in the half-space below a plane.
    virtual bool meet(const Plane& half_space) const = 0;
    /// What it costs to ask for eight triangles.
    virtual std::uint64_t leaf_price() const = 0;
};

class BoxShape final : public QueryShape {
public:
    explicit BoxShape(const Box& box) : box_(box) {}
    Box box() const override { return box_; }
    bool may_meet(const Box& other) const override { return overlap(box_, other); }
    bool meet(const Triangle& triangle) const override { return box_meets_triangle(box_, triangle); }
    bool meet(const Sphere& ball) const override
    {
        const Vec3 nearest = max(min(ball.centre, box_.upper), box_.lower);
        return compare_distance(ball.centre, nearest, {ball.radius, 0.0f, 0.0f}) <= 0;
    }
    bool meet(const Plane& half_space) const override { return HalfSpaces({&half_space, 1}).meet(box_); }
    std::uint64_t leaf_price() const override { return price::boxed_leaf; }

private:
    Box box_;
};

class BallShape final : public QueryShape {
public:
    explicit BallShape(const Sphere& ball) : ball_(ball) {}
    Box box() const override { return box_of(ball_); }
    bool may_meet(const Box& other) const override { return overlap(box_of(ball_), other); }
    bool meet(const Triangle& triangle) const override
    {
        return compare_distance(ball_.centre, triangle, {ball_.radius, 0.0f, 0.0f}) <= (TACTUS_FAULT(52) ? -1 : 0);
    }
    bool meet(const Sphere& ball) const override
    {
        return compare_distance(ball_.centre, ball.centre, {ball_.radius, ball.radius, 0.0f}) <= 0;
    }
    bool meet(const Plane& half_space) const override
    {
        return PlaneHeights(half_space).compare(ball_.centre, ball_.radius, 0.0f) <= 0;
    }
    std::uint64_t leaf_price() const override { return price::ball_leaf; }

private:
    Sphere ball_;
};

/// The common part of half-spaces.
class ConvexShape final : public QueryShape {
public:
    /// They must outlive it.
    explicit ConvexShape(std::span<const Plane> all)
        : spaces_(all.first(all.size() - (TACTUS_FAULT(53) && all.size() > 1 ? 1 : 0))), count_(all.size())
    {
    }
    Box box() const override
    {
        constexpr float far = std::numeric_limits<float>::max();
        return {{-far, -far, -far}, {far, far, far}};
    }
    bool may_meet(const Box& other) const override { return spaces_.may_meet(other); }
    bool meet(const Triangle& triangle) const override { return spaces_.meet(triangle); }
    bool meet(const Sphere& ball) const override { return spaces_.meet(ball); }
    bool meet(const Plane& half_space) const override { return spaces_.meet(half_space); }
    std::uint64_t leaf_price() const override { return price::convex_leaf + count_ * price::convex_leaf_plane; }

private:
    HalfSpaces spaces_;
    std::size_t count_;
};

} // namespace tactus
