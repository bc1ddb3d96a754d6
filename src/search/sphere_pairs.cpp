// SPDX-License-Identifier: MIT
#include "search/sphere_pairs.h"

#include <algorithm>
#include <limits>

#include "base/work_account.h"
#include "geometry/features/sphere_features.h"

namespace tactus {

/// Collects the triangles that are at most a distance from a ball.
class SpherePairs::Collector {
public:
    static constexpr std::uint64_t leaf_price = price::ball_leaf;

    Collector(const Question& question, Buffer<TrianglePair>& pairs)
        : question_(question), triangles_(question.mesh.triangles()),
          reach_(widened_by(question.distance, box_of(question.sphere))), pairs_(pairs)
    {
    }

    Box reach() const { return reach_; }
    double bound(const Box& box) const { return overlap(box, reach_) ? 0.0 : std::numeric_limits<double>::infinity(); }
    double limit() const { return has_enough_ ? -1.0 : 0.0; }
    void take(std::uint32_t place)
    {
        const Sphere& sphere = question_.sphere;
        if (compare_distance(sphere.centre, triangles_[place], {sphere.radius, question_.distance, 0.0f}) > 0)
            return;
        const std::uint32_t number = triangles_.number(place);
        pairs_.push_back({question_.sphere_is_a ? 0 : number, question_.sphere_is_a ? number : 0});
        has_enough_ = question_.first_hit_only;
    }
    bool has_enough() const { return has_enough_; }

private:
    const Question& question_;
    TriangleList triangles_;
    Box reach_;
    Buffer<TrianglePair>& pairs_;
    bool has_enough_ = false;
};

RefinementOutcome
SpherePairs::find(Tree& a, Tree& b, WorkMeter& meter, bool first_hit_only, Buffer<TrianglePair>& pairs)
{
    const Sphere *const ball_a = a.ball(), *const ball_b = b.ball();
    if (ball_b == nullptr)
        return ball_a != nullptr ? descend({b, *ball_a, true, 0.0f, first_hit_only}, meter, pairs)
                                 : RefinementOutcome{};
    if (ball_a == nullptr)
        return descend({a, *ball_b, false, 0.0f, first_hit_only}, meter, pairs);
    if (!meter.spend())
        return {false, 1};
    if (compare_distance(ball_a->centre, ball_b->centre, {ball_a->radius, ball_b->radius, 0.0f}) <= 0)
        pairs.push_back({0, 0});
    return {};
}

void SpherePairs::find_near(Tree& a, Tree& b, float distance, Buffer<TrianglePair>& pairs)
{
    const Sphere *const ball_a = a.ball(), *const ball_b = b.ball();
    if (ball_a != nullptr && ball_b != nullptr) {
        pairs.push_back({0, 0});
        return;
    }
    WorkMeter unlimited(Budget::unlimited());
    if (ball_a != nullptr)
        descend({b, *ball_a, true, distance, false}, unlimited, pairs);
    else if (ball_b != nullptr)
        descend({a, *ball_b, false, distance, false}, unlimited, pairs);
}

RefinementOutcome SpherePairs::descend(const Question& question, WorkMeter& meter, Buffer<TrianglePair>& pairs)
{
    const std::size_t begin = pairs.size();
    Collector found(question, pairs);
    WorkAccount account(meter);
    question.mesh.nodes().begin();
    walk_.begin(question.mesh.nodes(), TreeWalk::Order::depth_first, found);
    const bool is_done = walk_.run(found, account);
    if (found.has_enough())
        return {false, walk_.open_count() + 1};
    std::sort(pairs.begin() + begin, pairs.end());
    const TrianglePair* end = std::unique(pairs.begin() + begin, pairs.end());
    pairs.resize_uninitialised(static_cast<std::size_t>(end - pairs.begin()));
    return {is_done, walk_.open_count()};
}

} // namespace tactus
