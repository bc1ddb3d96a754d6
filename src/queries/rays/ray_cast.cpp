// SPDX-License-Identifier: MIT
#include "queries/rays/ray_cast.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <tuple>

#include "base/check.h"
#include "base/planted_fault.h"
#include "geometry/half_spaces/ray_plane.h"
#include "geometry/rays/ray_sphere.h"
#include "tree/clusters/triangle_boxes.h"

namespace tactus {
namespace {

// Far more than a difference, an inverse and a product in double can be off by.
constexpr double rounding = 0x1p-46;

// Where the direction is zero on an axis. No t of a ray of floats comes near the second, and the first brings every
// difference of two floats beyond it.
constexpr double inverse_of_zero = 1e300;
constexpr double never = 1e200;

// What is too large for a float, or not known, is as large as a float can be.
float float_within(double value)
{
    constexpr double largest = std::numeric_limits<float>::max();
    return static_cast<float>(std::clamp(value, -largest, largest));
}

} // namespace

void RayCast::start(const Ray& ray, double max_distance, HitCollector* collector)
{
    TACTUS_CHECK(is_finite(ray.origin) && is_finite(ray.direction) && ray.direction != Vec3{});
    ray_ = ray;
    slabs_ = RaySlabs(ray);
    limit_ = max_distance;
    first_.reset();
    collector_ = collector;
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

// A little too early and a little too late.
RayCast::Passage RayCast::passage(const float* lower, const float* upper) const
{
    double enter = 0.0;
    double leave = std::numeric_limits<double>::infinity();
    for (int axis = 0; axis < 3; ++axis) {
        const double at_lower = (lower[axis] - origin_[axis]) * inverse_[axis];
        const double at_upper = (upper[axis] - origin_[axis]) * inverse_[axis];
        enter = std::max(enter, std::min(at_lower, at_upper) - widening_[axis]);
        leave = std::min(leave, std::max(at_lower, at_upper) + widening_[axis]);
    }
    return {enter * (1.0 - rounding), leave * (1.0 + rounding)};
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
    if (!(lower[0] <= upper[0]))
        return std::nullopt;
    if (const Passage through = passage(lower, upper); through.enter > through.leave)
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

Box RayCast::way_through(const Box& box) const
{
    const float lower[3] = {box.lower.x, box.lower.y, box.lower.z};
    const float upper[3] = {box.upper.x, box.upper.y, box.upper.z};
    const float steps[3] = {ray_.direction.x, ray_.direction.y, ray_.direction.z};
    const Passage through = passage(lower, upper);
    float low[3], high[3];
    for (int axis = 0; axis < 3; ++axis) {
        const double begin = origin_[axis] + through.enter * steps[axis];
        const double end = origin_[axis] + through.leave * steps[axis];
        // What the sums can be off by, with the rounding to float that follows.
        const double off = (std::fabs(origin_[axis]) + std::fabs(begin) + std::fabs(end)) * 0x1p-21 + 0x1p-140;
        low[axis] = std::max(lower[axis], float_within(std::min(begin, end) - off));
        high[axis] = std::min(upper[axis], float_within(std::max(begin, end) + off));
    }
    return {{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
}

void RayCast::enter(std::uint32_t body, const BoxedTriangles& triangles)
{
    if (triangles.tree == nullptr) {
        for (std::size_t place = 0; place < triangles.triangles.size(); ++place)
            if (reach(box_of(triangles.triangles[place])))
                test(body, triangles, place);
        return;
    }
    std::span<const std::uint32_t> clusters = triangles.clusters;
    kept_.resize_uninitialised((clusters.empty() ? triangles.cluster_boxes.size() : clusters.size()) + 3);
    if (clusters.empty()) {
        std::iota(kept_.begin(), kept_.end(), 0u);
        clusters = kept_.span().first(triangles.cluster_boxes.size());
    }
    const std::size_t count = keep_boxes_on_the_way(slabs_, triangles.cluster_boxes, clusters, kept_.data());
    waiting_.clear();
    for (const std::uint32_t cluster : kept_.span().first(count)) {
        const LaneBox& box = triangles.cluster_boxes[cluster];
        if (const auto bound = reach(box.lower, box.upper))
            waiting_.push_back({*bound, cluster});
    }
    std::sort(waiting_.begin(), waiting_.end(), [](const Waiting& p, const Waiting& q) { return p.bound < q.bound; });
    for (const Waiting& next : waiting_) {
        if (next.bound > limit_)
            return;
        if (TACTUS_FAULT(24) && &next == waiting_.data())
            continue;
        open(body, triangles, next.cluster);
    }
}

void RayCast::open(std::uint32_t body, const BoxedTriangles& triangles, std::uint32_t cluster)
{
    const std::size_t first = std::size_t(ClusterTree::cluster_size) * cluster;
    std::array<LaneBox, ClusterTree::cluster_size> boxes;
    box_triangles(triangles.triangles, first, boxes);
    for (std::uint64_t on_the_way = boxes_on_the_way(slabs_, boxes); on_the_way != 0; on_the_way &= on_the_way - 1) {
        const auto k = static_cast<std::size_t>(std::countr_zero(on_the_way));
        if (reach(boxes[k].lower, boxes[k].upper))
            test(body, triangles, first + k);
    }
}

void RayCast::test(std::uint32_t body, const BoxedTriangles& triangles, std::size_t place)
{
    const Triangle corners = triangles.given(place);
    const std::optional<RayTriangleHit> hit = ray_triangle_hit(ray_, corners);
    if (hit)
        take({*hit, corners, body, triangles.triangles.number(place)});
}

void RayCast::enter(std::uint32_t body, const BoxedTriangles& triangles, std::uint32_t place)
{
    if (reach(box_of(triangles.triangles[place])))
        test(body, triangles, place);
}

void RayCast::enter(std::uint32_t body, const Sphere& sphere) { take_at(body, ray_sphere_hit(ray_, sphere)); }

void RayCast::enter(std::uint32_t body, const Plane& half_space) { take_at(body, ray_plane_hit(ray_, half_space)); }

/// A hit of a shape, if there is one.
void RayCast::take_at(std::uint32_t body, std::optional<double> t)
{
    if (!t)
        return;
    const DoubleVector at = to_double(ray_.origin) + to_double(ray_.direction) * *t;
    const Vec3 point = {float_within(at.x), float_within(at.y), float_within(at.z)};
    take({{*t, 0.0, 0.0}, {point, point, point}, body, 0});
}

/// If it is better than what there is.
void RayCast::take(const FirstHit& hit)
{
    if (hit.at.t > limit_)
        return;
    if (collector_ != nullptr) {
        limit_ = std::min(limit_, collector_->take(hit));
        return;
    }
    if (first_ && std::tie(first_->at.t, first_->body, first_->triangle) <= std::tie(hit.at.t, hit.body, hit.triangle))
        return;
    first_ = hit;
    limit_ = hit.at.t;
}

} // namespace tactus
