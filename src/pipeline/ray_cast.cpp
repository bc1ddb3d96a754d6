// SPDX-License-Identifier: MIT
#include "pipeline/ray_cast.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace tactus {
namespace {

// Far more than a difference, an inverse and a product in double can be off by.
constexpr double rounding = 0x1p-46;

// Where the direction is zero on an axis. No t of a ray of floats comes near the second, and the first brings every
// difference of two floats beyond it.
constexpr double inverse_of_zero = 1e300;
constexpr double never = 1e200;

} // namespace

RayCast::RayCast(const Ray& ray, double max_distance) : ray_(ray), limit_(max_distance)
{
    const DoubleVector direction = to_double(ray.direction);
    const double squared_length = dot(direction, direction);
    origin_ = {ray.origin.x, ray.origin.y, ray.origin.z};
    const double steps[3] = {direction.x, direction.y, direction.z};
    for (int axis = 0; axis < 3; ++axis) {
        inverse_[axis] = steps[axis] != 0.0 ? 1.0 / steps[axis] : inverse_of_zero;
        widening_[axis] = steps[axis] != 0.0 ? 0.0 : never;
        along_[axis] = steps[axis] / squared_length;
    }
}

// Whether the ray meets the box; never false if it does.
bool RayCast::meets(const float* lower, const float* upper) const
{
    double enter = 0.0;
    double leave = std::numeric_limits<double>::infinity();
    for (int axis = 0; axis < 3; ++axis) {
        const double at_lower = (lower[axis] - origin_[axis]) * inverse_[axis];
        const double at_upper = (upper[axis] - origin_[axis]) * inverse_[axis];
        enter = std::max(enter, std::min(at_lower, at_upper) - widening_[axis]);
        leave = std::min(leave, std::max(at_lower, at_upper) + widening_[axis]);
    }
    return enter * (1.0 - rounding) <= leave * (1.0 + rounding);
}

// The t of a hit is computed from a point that lies in the triangle, but not always where the ray passes through it:
// so the bound is the box's first point along the direction, on the ray or not.
double RayCast::earliest(const float* lower, const float* upper) const
{
    double sum = 0.0;
    double size = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        const double at_lower = (lower[axis] - origin_[axis]) * along_[axis];
        const double at_upper = (upper[axis] - origin_[axis]) * along_[axis];
        sum += std::min(at_lower, at_upper);
        size += std::max(std::fabs(at_lower), std::fabs(at_upper));
    }
    return sum - size * rounding;
}

std::optional<double> RayCast::reach(const float* lower, const float* upper) const
{
    if (!(lower[0] <= upper[0]) || !meets(lower, upper))
        return std::nullopt;
    const double bound = earliest(lower, upper);
    return bound <= limit_ ? std::optional(bound) : std::nullopt;
}

std::optional<double> RayCast::reach(const Box& box) const
{
    const float lower[3] = {box.lower.x, box.lower.y, box.lower.z};
    const float upper[3] = {box.upper.x, box.upper.y, box.upper.z};
    return reach(lower, upper);
}

void RayCast::enter(std::uint32_t body, BoxPyramid& pyramid)
{
    struct Waiting {
        double bound;
        std::uint32_t level;
        std::uint32_t index;
    };
    // Eight levels above the clusters hold 2^30 triangles, and seven nodes a level wait while the eighth is open.
    std::array<Waiting, 128> stack;
    std::size_t waiting = 0;
    const LaneBox& root = pyramid.root_box();
    if (const auto bound = reach(root.lower, root.upper))
        stack[waiting++] = {*bound, pyramid.top_level(), 0};
    while (waiting > 0) {
        const Waiting node = stack[--waiting];
        if (node.bound > limit_)
            continue;
        if (node.level == 0) {
            test(body, pyramid.body(), node.index);
            continue;
        }
        const BoxPyramid::Children children = pyramid.children(node.level, node.index);
        const std::size_t first = waiting;
        for (std::uint32_t k = 0; k < children.boxes.size(); ++k)
            if (const auto bound = reach(children.boxes[k].lower, children.boxes[k].upper))
                stack[waiting++] = {*bound, node.level - 1, children.first + k};
        std::sort(stack.begin() + first, stack.begin() + waiting, [](const Waiting& p, const Waiting& q) {
            return p.bound > q.bound;
        });
    }
}

void RayCast::test(std::uint32_t body, const BoxedTriangles& triangles, std::size_t place)
{
    const Triangle corners = triangles.given(place);
    const std::optional<RayTriangleHit> hit = ray_triangle_hit(ray_, corners);
    if (!hit || hit->t > limit_)
        return;
    const std::uint32_t triangle = triangles.triangles.number(place);
    if (first_ && std::tie(first_->at.t, first_->body, first_->triangle) <= std::tie(hit->t, body, triangle))
        return;
    first_ = {*hit, corners, body, triangle};
    limit_ = hit->t;
}

} // namespace tactus
