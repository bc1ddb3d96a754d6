// SPDX-License-Identifier: MIT
#include "search/sphere_pairs.h"

#include <algorithm>

#include "geometry/features/sphere_features.h"

namespace tactus {

RefinementOutcome
SpherePairs::find(Tree& a, Tree& b, WorkMeter& meter, bool first_hit_only, Buffer<TrianglePair>& pairs)
{
    const Sphere *const ball_a = a.ball(), *const ball_b = b.ball();
    if (ball_a == nullptr || ball_b == nullptr)
        return descend(
            {ball_a != nullptr ? b : a, ball_a != nullptr ? *ball_a : *ball_b, ball_a != nullptr, 0.0f, first_hit_only},
            meter, pairs);
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
    descend(
        {ball_a != nullptr ? b : a, ball_a != nullptr ? *ball_a : *ball_b, ball_a != nullptr, distance, false},
        unlimited, pairs);
}

RefinementOutcome SpherePairs::descend(const Question& question, WorkMeter& meter, Buffer<TrianglePair>& pairs)
{
    const Sphere& sphere = question.sphere;
    const TriangleList triangles = question.mesh.triangles();
    TreeNodes& nodes = question.mesh.nodes();
    const std::size_t begin = pairs.size();
    const Box reach = widened_by(question.distance, box_of(sphere));
    const auto sort = [&] {
        std::sort(pairs.begin() + begin, pairs.end());
        const TrianglePair* end = std::unique(pairs.begin() + begin, pairs.end());
        pairs.resize_uninitialised(static_cast<std::size_t>(end - pairs.begin()));
    };
    NodeBlock below;
    nodes.begin();
    open_.clear();
    open_.push_back(nodes.root());
    while (!open_.empty()) {
        const std::uint32_t node = open_.back();
        do {
            if (!meter.spend()) {
                sort();
                return {false, open_.size()};
            }
        } while (!nodes.make_ready(node, reach, 0));
        open_.pop_back();
        nodes.open(node, reach, 0, below);
        for (std::uint32_t k = 8; k-- > 0;) {
            if ((below.held >> k & 1) == 0 || !overlap(below.box(k), reach))
                continue;
            if (!below.are_triangles) {
                open_.push_back(below.name[k]);
                continue;
            }
            const std::uint32_t place = below.name[k], number = triangles.number(place);
            if (compare_distance(sphere.centre, triangles[place], {sphere.radius, question.distance, 0.0f}) > 0)
                continue;
            pairs.push_back({question.sphere_is_a ? 0 : number, question.sphere_is_a ? number : 0});
            if (question.first_hit_only)
                return {false, open_.size() + 1};
        }
    }
    sort();
    return {};
}

} // namespace tactus
