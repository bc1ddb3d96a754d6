// SPDX-License-Identifier: MIT
#include "search/sphere_pairs.h"

#include <algorithm>

#include "geometry/features/sphere_features.h"

namespace tactus {

RefinementOutcome SpherePairs::find(
    const Sphere& sphere, PartTree& parts, const BodySurface& mesh, bool sphere_is_a, WorkMeter& meter,
    bool first_hit_only, Buffer<TrianglePair>& pairs)
{
    parts.begin();
    for (bool is_prepared = false; !is_prepared; is_prepared = parts.prepare())
        if (!meter.spend())
            return {false, 1};
    return descend({sphere, sphere_is_a, 0.0f, first_hit_only}, parts, mesh, meter, pairs);
}

void SpherePairs::find_near(
    const Sphere& sphere, PartTree& parts, const BodySurface& mesh, bool sphere_is_a, float distance,
    Buffer<TrianglePair>& pairs)
{
    while (!parts.prepare()) {
    }
    WorkMeter unlimited(Budget::unlimited());
    descend({sphere, sphere_is_a, distance, false}, parts, mesh, unlimited, pairs);
}

/// The parts are prepared.
RefinementOutcome SpherePairs::descend(
    const Question& question, PartTree& parts, const BodySurface& mesh, WorkMeter& meter, Buffer<TrianglePair>& pairs)
{
    const Sphere& sphere = question.sphere;
    const std::size_t begin = pairs.size();
    const Box reach = widened_by(question.distance, box_of(sphere));
    const auto sort = [&] {
        std::sort(pairs.begin() + begin, pairs.end());
        const TrianglePair* end = std::unique(pairs.begin() + begin, pairs.end());
        pairs.resize_uninitialised(static_cast<std::size_t>(end - pairs.begin()));
    };
    open_.clear();
    open_.push_back(parts.root());
    while (!open_.empty()) {
        if (!meter.spend()) {
            sort();
            return {false, open_.size()};
        }
        const std::uint32_t node = open_.back();
        open_.pop_back();
        if (!parts.is_leaf(node)) {
            PartChildren children;
            parts.open(node, reach, 0, children);
            for (std::uint32_t k = children.count; k > 0; --k)
                if (overlap(children.box[k - 1], reach))
                    open_.push_back(children.node[k - 1]);
            continue;
        }
        PartTriangles triangles;
        parts.open_leaf(node, triangles);
        for (std::uint32_t k = 0; k < triangles.count; ++k) {
            const std::uint32_t triangle = triangles.triangle[k];
            if (!overlap(triangles.box[k], reach)
                || compare_distance(sphere.centre, mesh.triangle(triangle), {sphere.radius, question.distance, 0.0f})
                       > 0)
                continue;
            pairs.push_back({question.sphere_is_a ? 0 : triangle, question.sphere_is_a ? triangle : 0});
            if (question.first_hit_only)
                return {false, open_.size() + 1};
        }
    }
    sort();
    return {};
}

RefinementOutcome SpherePairs::find(const Sphere& a, const Sphere& b, WorkMeter& meter, Buffer<TrianglePair>& pairs)
{
    if (!meter.spend())
        return {false, 1};
    if (compare_distance(a.centre, b.centre, {a.radius, b.radius, 0.0f}) <= 0)
        pairs.push_back({0, 0});
    return {};
}

} // namespace tactus
