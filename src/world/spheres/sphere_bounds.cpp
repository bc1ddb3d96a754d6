// SPDX-License-Identifier: MIT
// Best first: the pair of spheres that may be nearest is opened, so that no pair is opened that is farther apart than
// the answer. Which bounds spheres allow: outer ones cover their pieces of surface, stand out from the body no farther
// than their errors, and inner ones lie in it.
#include <tactus/spheres.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <queue>
#include <tuple>
#include <vector>

#include "base/out_of_memory.h"
#include "geometry/double_vector.h"
#include "tree/rigid_pose.h"
#include "world/input/checked_input.h"
#include "world/spheres/medial_spheres.h"

namespace tactus {
namespace {

struct PosedTree {
    const SphereTree& tree;
    RigidPose pose;
    double slack; ///< what vertices and centres can be off by rounding

    PosedTree(const SphereTree& of, const Pose& at) : tree(of), pose(at), slack(0.0)
    {
        const Sphere& root = of.nodes[0].sphere;
        const DoubleVector c = to_double(root.centre);
        const double numbers = std::abs(at.position.x) + std::abs(at.position.y) + std::abs(at.position.z)
                               + std::abs(c.x) + std::abs(c.y) + std::abs(c.z) + 2.0 * double(root.radius);
        slack = numbers * 0x1p-22 + 0x1p-140;
    }
    DoubleVector centre(const Sphere& sphere) const { return pose(to_double(sphere.centre)); }
};

struct SphereComparison {
    struct Open {
        double gap; ///< between the two spheres, rounded down
        std::uint32_t a;
        std::uint32_t b;

        bool operator>(const Open& other) const { return std::tie(gap, a, b) > std::tie(other.gap, other.a, other.b); }
    };

    PosedTree a;
    PosedTree b;
    double most = std::numeric_limits<double>::infinity(); ///< how far the bodies can be apart
    double overlap = 0.0;
    std::size_t compared = 0;
    std::priority_queue<Open, std::vector<Open>, std::greater<>> open = {};

    void compare(std::uint32_t node_a, std::uint32_t node_b, double at_least)
    {
        ++compared;
        const SphereNode &in_a = a.tree.nodes[node_a], &in_b = b.tree.nodes[node_b];
        const double slack = a.slack + b.slack;
        const double apart = length(a.centre(in_a.sphere) - b.centre(in_b.sphere));
        const double gap = apart - double(in_a.sphere.radius) - double(in_b.sphere.radius);
        // The two points where the spheres face each other are no farther from their bodies than the errors say; and in
        // each sphere is some of its body.
        const double facing = std::max(gap, 0.0) + double(in_a.error) + double(in_b.error);
        most =
            std::min({most, facing + slack, apart + double(in_a.sphere.radius) + double(in_b.sphere.radius) + slack});
        if (in_a.inner.radius >= 0.0f && in_b.inner.radius >= 0.0f) {
            const double between = length(a.centre(in_a.inner) - b.centre(in_b.inner));
            overlap = std::max(overlap, double(in_a.inner.radius) + double(in_b.inner.radius) - between - slack);
        }
        // What is covered by a parent is no nearer than the parent.
        open.push({std::max(at_least, gap - slack), node_a, node_b});
    }

    bool is_final(const Open& pair) const
    {
        return a.tree.nodes[pair.a].child_count == 0 && b.tree.nodes[pair.b].child_count == 0;
    }

    /// The larger one, unless it has no children.
    void divide(const Open& pair)
    {
        const SphereNode &in_a = a.tree.nodes[pair.a], &in_b = b.tree.nodes[pair.b];
        const bool of_a = in_b.child_count == 0 || (in_a.child_count > 0 && in_a.sphere.radius >= in_b.sphere.radius);
        const SphereNode& parent = of_a ? in_a : in_b;
        for (std::uint32_t child = parent.first_child; child < parent.first_child + parent.child_count; ++child)
            compare(of_a ? child : pair.a, of_a ? pair.b : child, pair.gap);
    }
};

Result<SphereBounds>
compare_spheres(const SphereTree& a, const Pose& pose_a, const SphereTree& b, const Pose& pose_b, std::size_t max_pairs)
{
    for (const SphereTree* tree : {&a, &b})
        if (auto error = check_sphere_tree(*tree, UINT32_MAX))
            return *error;
    for (const Pose* pose : {&pose_a, &pose_b})
        if (auto error = check_pose(*pose))
            return *error;
    SphereComparison search{PosedTree(a, pose_a), PosedTree(b, pose_b)};
    search.compare(0, 0, 0.0);
    double nearest_final = std::numeric_limits<double>::infinity();
    // A final pair is as good as it gets, and what is farther than it cannot be the answer. But where spheres overlap,
    // others may still show how far inner ones do.
    while (!search.open.empty()) {
        const SphereComparison::Open pair = search.open.top();
        if (pair.gap > nearest_final || (pair.gap > 0.0 && search.is_final(pair)))
            break;
        const bool is_final = search.is_final(pair);
        if (!is_final && search.compared >= max_pairs)
            break;
        search.open.pop();
        if (is_final)
            nearest_final = std::min(nearest_final, pair.gap);
        else
            search.divide(pair);
    }
    const bool has_open = !search.open.empty();
    const double nearest = std::min(nearest_final, has_open ? search.open.top().gap : nearest_final);
    SphereBounds bounds;
    bounds.surfaces_at_least = std::isfinite(nearest) ? nearest : 0.0;
    bounds.overlap_at_least = search.overlap;
    bounds.bodies_at_most = search.overlap > 0.0 ? 0.0 : search.most;
    bounds.pairs_compared = search.compared;
    bounds.complete = !has_open || search.open.top().gap > nearest_final || search.is_final(search.open.top());
    return bounds;
}

} // namespace

Result<SphereBounds> bounds_by_spheres(
    const SphereTree& a, const Pose& pose_a, const SphereTree& b, const Pose& pose_b, std::size_t max_pairs)
{
    return refused_if_memory_ends([&] { return compare_spheres(a, pose_a, b, pose_b, max_pairs); });
}

} // namespace tactus
