// SPDX-License-Identifier: MIT
#include "search/shape_pairs.h"

#include <algorithm>
#include <limits>

#include "base/work_account.h"
#include "geometry/features/sphere_features.h"
#include "geometry/half_spaces/half_spaces.h"
#include "geometry/half_spaces/plane_heights.h"
#include "geometry/simplices/simplex_distance.h"

namespace tactus {
namespace {

/// A ball and all that is at most a distance from it.
class BallReach {
public:
    static constexpr std::uint64_t leaf_price = price::ball_leaf;

    BallReach(const Sphere& ball, float distance)
        : ball_(ball), distance_(distance), reach_(widened_by(distance, box_of(ball)))
    {
    }

    Box reach() const { return reach_; }
    bool may_meet(const Box& box) const { return overlap(box, reach_); }
    bool meets(const Triangle& triangle) const
    {
        return compare_distance(ball_.centre, triangle, {ball_.radius, distance_, 0.0f}) <= 0;
    }

private:
    Sphere ball_;
    float distance_;
    Box reach_;
};

/// A half-space and all that is at most a distance above it. What may be a little higher is not asked for exactly.
class HalfSpaceReach {
public:
    static constexpr std::uint64_t leaf_price = price::plane_leaf;

    HalfSpaceReach(const Plane& plane, float distance, bool is_exact, const Box& mesh)
        : heights_(plane), distance_(distance), is_exact_(is_exact),
          reach_(may_meet(mesh) ? heights_.part_within(mesh, distance) : Box{})
    {
    }

    Box reach() const { return reach_; }
    bool may_meet(const Box& box) const { return heights_.may_reach(box, distance_); }
    bool meets(const Triangle& triangle) const
    {
        const auto is_within = [&](Vec3 corner) { return heights_.compare(corner, distance_, 0.0f) <= 0; };
        return !is_exact_ || is_within(triangle.a) || is_within(triangle.b) || is_within(triangle.c);
    }

private:
    PlaneHeights heights_;
    float distance_;
    bool is_exact_;
    Box reach_;
};

/// A convex set.
class ConvexReach {
public:
    ConvexReach(std::span<const Plane> half_spaces, const Box& box)
        : leaf_price(price::convex_leaf + half_spaces.size() * price::convex_leaf_plane), set_(half_spaces), box_(box)
    {
    }

    Box reach() const { return box_; }
    bool may_meet(const Box& box) const { return overlap(box, box_) && set_.may_meet(box); }
    bool meets(const Triangle& triangle) const { return set_.meet(triangle); }

    std::uint64_t leaf_price;

private:
    HalfSpaces set_;
    Box box_;
};

/// How the triangles of a mesh that a shape reaches are collected.
struct Question {
    Tree& mesh;
    bool shape_is_a = false;
    bool first_hit_only = false;
};

/// Collects the triangles that a shape reaches.
template <class Shape>
class InReach {
public:
    InReach(const Question& question, const Shape& shape, Buffer<TrianglePair>& pairs)
        : leaf_price(shape.leaf_price), question_(question), shape_(shape), triangles_(question.mesh.triangles()),
          pairs_(pairs)
    {
    }

    Box reach() const { return shape_.reach(); }
    double bound(const Box& box) const { return shape_.may_meet(box) ? 0.0 : std::numeric_limits<double>::infinity(); }
    double limit() const { return has_enough_ ? -1.0 : 0.0; }
    void take(std::uint32_t place)
    {
        if (!shape_.meets(triangles_[place]))
            return;
        const std::uint32_t number = triangles_.number(place);
        pairs_.push_back({question_.shape_is_a ? 0 : number, question_.shape_is_a ? number : 0});
        has_enough_ = question_.first_hit_only;
    }
    bool has_enough() const { return has_enough_; }

    std::uint64_t leaf_price;

private:
    const Question& question_;
    const Shape& shape_;
    TriangleList triangles_;
    Buffer<TrianglePair>& pairs_;
    bool has_enough_ = false;
};

template <class Shape>
RefinementOutcome
descend(TreeWalk& walk, const Question& question, const Shape& shape, WorkMeter& meter, Buffer<TrianglePair>& pairs)
{
    const std::size_t begin = pairs.size();
    InReach<Shape> found(question, shape, pairs);
    WorkAccount account(meter);
    question.mesh.nodes().begin();
    walk.begin(question.mesh.nodes(), TreeWalk::Order::depth_first, found);
    const bool is_done = walk.run(found, account);
    if (found.has_enough())
        return {false, walk.open_count() + 1};
    std::sort(pairs.begin() + begin, pairs.end());
    const TrianglePair* end = std::unique(pairs.begin() + begin, pairs.end());
    pairs.resize_uninitialised(static_cast<std::size_t>(end - pairs.begin()));
    return {is_done, walk.open_count()};
}

/// The part of a search that is about a mesh and one shape: what is at most the distance from it.
RefinementOutcome descend_by_shape(
    TreeWalk& walk, const Question& question, const Tree& shape, float distance, bool is_exact, WorkMeter& meter,
    Buffer<TrianglePair>& pairs)
{
    if (const Sphere* ball = shape.ball())
        return descend(walk, question, BallReach(*ball, distance), meter, pairs);
    if (!shape.convex().empty())
        return descend(walk, question, ConvexReach(shape.convex(), shape.box()), meter, pairs);
    return descend(
        walk, question, HalfSpaceReach(*shape.half_space(), distance, is_exact, question.mesh.box()), meter, pairs);
}

/// A convex set and another shape. Tools and other convex sets do not count.
bool convex_meets(std::span<const Plane> half_spaces, const Tree& other)
{
    const HalfSpaces set(half_spaces);
    if (const Sphere* ball = other.ball())
        return set.meet(*ball);
    return other.half_space() != nullptr && set.meet(*other.half_space());
}

/// A tool and another shape.
bool tool_meets(const ToolVolume& tool, const Tree& other)
{
    const Simplex core = core_of(tool);
    if (const ToolVolume* another = other.tool())
        return compare_distance(core, core_of(*another), {tool.radius, another->radius, 0.0f}) <= 0;
    if (const Sphere* ball = other.ball())
        return compare_distance(core, ball->centre, {tool.radius, ball->radius, 0.0f}) <= 0;
    const PlaneHeights heights(*other.half_space());
    return std::any_of(core.corners.begin(), core.corners.begin() + core.count, [&](Vec3 corner) {
        return heights.compare(corner, tool.radius, 0.0f) <= 0;
    });
}

bool shapes_meet(const Tree& a, const Tree& b)
{
    if (!a.convex().empty())
        return convex_meets(a.convex(), b);
    if (!b.convex().empty())
        return convex_meets(b.convex(), a);
    if (a.tool() != nullptr)
        return tool_meets(*a.tool(), b);
    if (b.tool() != nullptr)
        return tool_meets(*b.tool(), a);
    const Sphere *const ball_a = a.ball(), *const ball_b = b.ball();
    if (ball_a != nullptr && ball_b != nullptr)
        return compare_distance(ball_a->centre, ball_b->centre, {ball_a->radius, ball_b->radius, 0.0f}) <= 0;
    const Sphere* ball = ball_a != nullptr ? ball_a : ball_b;
    const Plane* plane = ball_a != nullptr ? b.half_space() : a.half_space();
    return ball != nullptr && plane != nullptr && PlaneHeights(*plane).compare(ball->centre, ball->radius, 0.0f) <= 0;
}

} // namespace

RefinementOutcome ShapePairs::find(Tree& a, Tree& b, WorkMeter& meter, bool first_hit_only, Buffer<TrianglePair>& pairs)
{
    if (a.is_volume() && b.is_volume()) {
        if (!meter.spend())
            return {false, 1};
        if (shapes_meet(a, b))
            pairs.push_back({0, 0});
        return {};
    }
    Tree &mesh = a.is_volume() ? b : a, &shape = a.is_volume() ? a : b;
    if (const ToolVolume* tool = shape.tool())
        return find_faces(mesh, core_of(*tool), tool->radius, a.is_volume(), meter, first_hit_only, pairs);
    return descend_by_shape(walk_, {mesh, a.is_volume(), first_hit_only}, shape, 0.0f, true, meter, pairs);
}

void ShapePairs::find_near(Tree& a, Tree& b, float distance, Buffer<TrianglePair>& pairs)
{
    if (a.is_volume() && b.is_volume()) {
        pairs.push_back({0, 0});
        return;
    }
    WorkMeter unlimited(Budget::unlimited());
    Tree &mesh = a.is_volume() ? b : a, &shape = a.is_volume() ? a : b;
    if (const ToolVolume* tool = shape.tool())
        find_faces(mesh, Simplex(Segment{tool->pivot, tool->tip}), distance, a.is_volume(), unlimited, false, pairs);
    else
        descend_by_shape(walk_, {mesh, a.is_volume(), false}, shape, distance, false, unlimited, pairs);
}

/// What of a mesh is within a distance of a tool's core.
RefinementOutcome ShapePairs::find_faces(
    Tree& mesh, const Simplex& core, float distance, bool tool_is_a, WorkMeter& meter, bool first_hit_only,
    Buffer<TrianglePair>& pairs)
{
    places_.clear();
    const RefinementOutcome outcome = faces_.find(mesh, core, distance, meter, first_hit_only, places_);
    const TriangleList triangles = mesh.triangles();
    const std::size_t begin = pairs.size();
    for (const std::uint32_t place : places_)
        pairs.push_back(
            tool_is_a ? TrianglePair{0, triangles.number(place)} : TrianglePair{triangles.number(place), 0});
    std::sort(pairs.begin() + begin, pairs.end());
    return outcome;
}

} // namespace tactus
