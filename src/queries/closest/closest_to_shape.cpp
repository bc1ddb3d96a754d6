// SPDX-License-Identifier: MIT
#include "queries/closest/closest_to_shape.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/features/sphere_features.h"
#include "geometry/features/vertex_edge.h"
#include "geometry/half_spaces/plane_heights.h"

namespace tactus {
namespace {

DoubleVector along(DoubleVector from, DoubleVector offset, double distance, double way)
{
    return distance > 0.0 ? from + offset * (way / distance) : from;
}

ClosestOutcome if_within(double max_distance, const ClosestTriangles& closest)
{
    ClosestOutcome outcome;
    if (closest.apart.distance <= max_distance)
        outcome.closest = closest;
    return outcome;
}

ClosestTriangles closest_of_balls(const Sphere& first, const Sphere& second)
{
    const DoubleVector centre = to_double(first.centre), offset = to_double(second.centre) - centre;
    const double distance = std::sqrt(dot(offset, offset));
    const double gap = distance - double(first.radius) - double(second.radius);
    const bool meet = compare_distance(first.centre, second.centre, {first.radius, second.radius, 0.0f}) <= 0;
    // Where they meet, one point for both: half way through what they share on the line between their centres, which is
    // a centre where all of one ball is in the other.
    const double way = meet ? std::clamp(double(first.radius) + 0.5 * gap, 0.0, distance) : double(first.radius);
    ClosestTriangles closest{};
    closest.apart.distance = meet ? 0.0 : std::max(gap, std::numeric_limits<double>::min());
    closest.apart.point_a = along(centre, offset, distance, way);
    closest.apart.point_b =
        meet ? closest.apart.point_a : along(centre, offset, distance, distance - double(second.radius));
    return closest;
}

ClosestTriangles closest_of_ball_and_plane(const Sphere& ball, const Plane& plane, bool is_plane_a)
{
    const PlaneHeights heights(plane);
    const double height = heights.of(ball.centre), gap = height - double(ball.radius);
    const bool meet = heights.compare(ball.centre, ball.radius, 0.0f) <= 0;
    const DoubleVector centre = to_double(ball.centre), lowest = centre - heights.up() * double(ball.radius);
    const DoubleVector on_plane = meet ? lowest : centre - heights.up() * height;
    ClosestTriangles closest{};
    closest.apart.distance = meet ? 0.0 : std::max(gap, std::numeric_limits<double>::min());
    closest.apart.point_a = is_plane_a ? on_plane : lowest;
    closest.apart.point_b = is_plane_a ? lowest : on_plane;
    return closest;
}

/// Collects the lowest corner of a mesh above a plane. Of triangles that have it the lowest numbered counts.
class LowestCorner {
public:
    static constexpr std::uint64_t leaf_price = price::near_leaf;

    /// Nothing higher than so many metres is looked for.
    LowestCorner(const PlaneHeights& heights, Tree& mesh, double max_height)
        : heights_(heights), triangles_(mesh.triangles()), box_(mesh.box()), base_(heights.of(mesh.box()).lowest),
          limit_(max_height)
    {
    }

    Box reach() const { return box_; }
    // Walks go by what is not negative: by how much higher all is than the mesh's box. Heights are compared as they are
    // computed, and that is never off by so much.
    double bound(const Box& box) const
    {
        const double above = heights_.of(box).lowest - base_;
        return std::max(0.0, above - (std::fabs(above) + std::fabs(base_)) * 0x1p-45);
    }
    double limit() const { return std::max(0.0, limit_ - base_); }
    void take(std::uint32_t place)
    {
        const Triangle triangle = triangles_.given(place);
        const std::uint32_t number = triangles_.number(place);
        for (const Vec3 corner : {triangle.a, triangle.b, triangle.c}) {
            const double height = heights_.of(corner);
            if (height > limit_ || (has_any_ && height == limit_ && number >= triangle_))
                continue;
            has_any_ = true;
            limit_ = height;
            triangle_ = number;
            corner_ = corner;
        }
    }

    bool has_any() const { return has_any_; }
    double height() const { return limit_; } ///< Of the lowest, in metres.
    std::uint32_t triangle() const { return triangle_; }
    Vec3 corner() const { return corner_; }
    /// What is not below a bound is not below so many metres.
    double height_of(double bound) const { return bound + base_ - (std::fabs(bound) + std::fabs(base_)) * 0x1p-45; }

private:
    const PlaneHeights& heights_;
    TriangleList triangles_;
    Box box_;
    double base_;
    double limit_;
    bool has_any_ = false;
    std::uint32_t triangle_ = 0;
    Vec3 corner_;
};

} // namespace

std::optional<ClosestOutcome>
ClosestToShape::find(Tree& a, Tree& b, double max_distance, Workers& workers, WorkAccount& account)
{
    if (!a.is_shape() && !b.is_shape())
        return std::nullopt;
    if (!b.is_shape() && a.half_space() != nullptr)
        return find_above(*a.half_space(), true, b, max_distance, account);
    if (!a.is_shape() && b.half_space() != nullptr)
        return find_above(*b.half_space(), false, a, max_distance, account);
    const Sphere *const ball_a = a.ball(), *const ball_b = b.ball();
    if (!a.is_shape() || !b.is_shape()) {
        const Sphere* ball = ball_a != nullptr ? ball_a : ball_b;
        if (ball == nullptr)
            return std::nullopt;
        return find_to_mesh(*ball, ball_a != nullptr, a, b, max_distance, workers, account);
    }
    if (!account.pay(price::walked_node))
        return ClosestOutcome{{}, false, 0.0};
    if (ball_a == nullptr || ball_b == nullptr)
        return if_within(
            max_distance, closest_of_ball_and_plane(
                              ball_a != nullptr ? *ball_a : *ball_b,
                              ball_a != nullptr ? *b.half_space() : *a.half_space(), ball_a == nullptr));
    return if_within(max_distance, closest_of_balls(*ball_a, *ball_b));
}

std::optional<bool> ClosestToShape::meet(Tree& a, Tree& b, Workers& workers, WorkMeter& meter)
{
    const std::size_t known = pairs_.size();
    const RefinementOutcome searched = search_.find_pairs({&a}, {&b}, workers, meter, true, pairs_);
    const bool has_met = pairs_.size() > known;
    pairs_.resize_uninitialised(known);
    return has_met || searched.complete ? std::optional(has_met) : std::nullopt;
}

ClosestOutcome ClosestToShape::find_to_mesh(
    const Sphere& ball, bool is_ball_a, Tree& a, Tree& b, double max_distance, Workers& workers, WorkAccount& account)
{
    const double radius = double(ball.radius);
    nearest_.start(ball.centre, max_distance + radius);
    const bool is_done = nearest_.find({0, is_ball_a ? &b : &a, nullptr}, account);
    const NearestSearch::Nearest& nearest = nearest_.nearest();
    // Nothing that was not looked at is nearer to the centre than this and the radius.
    const double open_bound =
        std::max(0.0, std::min(nearest_.open_bound(), nearest.distance) * (1.0 - 0x1p-40) - radius);
    if (is_done && !std::isfinite(nearest.distance))
        return {};
    // Which triangle is nearest is decided in double; whether any is near enough, exactly. Of a tool its axis counts.
    const ToolVolume* const tool = (is_ball_a ? b : a).tool();
    const std::optional<bool> known = tool != nullptr
                                          ? within(ball.centre, Segment{tool->pivot, tool->tip}, ball.radius)
                                          : meet(a, b, workers, account.meter());
    const bool do_meet = known.value_or(false);
    if (!std::isfinite(nearest.distance) || !known)
        return {{}, false, do_meet ? 0.0 : open_bound};
    const DoubleVector on_ball =
        do_meet ? nearest.point : along(to_double(ball.centre), nearest.offset, nearest.distance, radius);
    ClosestTriangles closest{};
    closest.apart.distance = do_meet ? 0.0 : std::max(nearest.distance - radius, std::numeric_limits<double>::min());
    closest.apart.point_a = is_ball_a ? on_ball : nearest.point;
    closest.apart.point_b = is_ball_a ? nearest.point : on_ball;
    (is_ball_a ? closest.triangle_b : closest.triangle_a) = nearest.triangle;
    ClosestOutcome outcome = if_within(max_distance, closest);
    outcome.is_complete = is_done;
    outcome.open_bound = do_meet ? 0.0 : open_bound;
    return outcome;
}

ClosestOutcome
ClosestToShape::find_above(const Plane& plane, bool is_plane_a, Tree& mesh, double max_distance, WorkAccount& account)
{
    const PlaneHeights heights(plane);
    LowestCorner lowest(heights, mesh, max_distance);
    mesh.nodes().begin();
    walk_.begin(mesh.nodes(), TreeWalk::Order::nearest_first, lowest);
    ClosestOutcome outcome;
    outcome.is_complete = walk_.run(lowest, account);
    if (!outcome.is_complete)
        outcome.open_bound = std::max(0.0, std::min(lowest.height_of(walk_.open_bound()), lowest.height()));
    if (!lowest.has_any())
        return outcome;
    const DoubleVector corner = to_double(lowest.corner());
    const double gap = std::max(0.0, lowest.height());
    const DoubleVector on_plane = corner - heights.up() * gap;
    ClosestTriangles closest{};
    closest.apart.distance = gap;
    closest.apart.point_a = is_plane_a ? on_plane : corner;
    closest.apart.point_b = is_plane_a ? corner : on_plane;
    (is_plane_a ? closest.triangle_b : closest.triangle_a) = lowest.triangle();
    outcome.closest = closest;
    return outcome;
}

} // namespace tactus
