// SPDX-License-Identifier: MIT
#include "search/spheres/interruptible_spheres.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/planted_fault.h"
#include "tree/spheres/sphere_tree_body.h"

namespace tactus {
namespace {

using papers::SpherePair;

/// A sphere of either tree. The figure's pair is turned at every step, so that a node has to know whose it is.
struct TraversedNode {
    SphereTreeBody* tree;
    std::uint32_t node;
    Sphere sphere;
};

struct TraversedPair {
    TraversedNode first;
    TraversedNode second;
};

TraversedNode traversed(SphereTreeBody& tree, std::uint32_t node) { return {&tree, node, tree.sphere_now(node)}; }

/// Whether a node has no children, and gets none.
bool is_leaf_sphere(const TraversedNode& node)
{
    while (!node.tree->divide(node.node, SIZE_MAX)) {
    }
    return !node.tree->spheres().has_children(node.node);
}

} // namespace

papers::InterruptibleSpheres
traverse_interruptibly(SphereTreeBody& a, SphereTreeBody& b, const papers::InterruptibleLimits& limits)
{
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begin = Clock::now();
    const bool has_deadline = limits.max_time >= limits.max_time.zero();
    papers::InterruptibleSpheres found;
    const auto is_time_critical = [&] {
        return found.tests == limits.max_tests || (has_deadline && Clock::now() - begin >= limits.max_time);
    };
    const auto as_given = [&](const TraversedPair& pair) {
        return pair.first.tree == &a ? SpherePair{pair.first.sphere, pair.second.sphere}
                                     : SpherePair{pair.second.sphere, pair.first.sphere};
    };
    std::vector<TraversedPair> pairs = {{traversed(a, 0), traversed(b, 0)}};
    std::size_t next = 0;
    while (next < pairs.size() && !is_time_critical()) {
        const TraversedPair pair = pairs[next++];
        ++found.tests;
        if (!may_touch(pair.first.sphere, pair.second.sphere, 0.0f))
            continue;
        if (is_leaf_sphere(pair.second)) {
            if (is_leaf_sphere(pair.first))
                found.collisions.push_back(as_given(pair));
            else
                pairs.push_back({pair.second, pair.first});
            continue;
        }
        SphereTreeBody& tree = *pair.second.tree;
        const auto [first, count] = tree.spheres().children(pair.second.node);
        for (std::uint32_t child = first; child < first + count; ++child)
            if (!tree.spheres().own(child).empty() && !(TACTUS_FAULT(100) && child == first + 1))
                pairs.push_back({traversed(tree, child), pair.first});
    }
    for (; next < pairs.size(); ++next)
        found.pairs.push_back(as_given(pairs[next]));
    return found;
}

} // namespace tactus
