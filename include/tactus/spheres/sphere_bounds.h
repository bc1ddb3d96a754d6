// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include <tactus/body.h>
#include <tactus/result.h>
#include <tactus/sphere_tree.h>

namespace tactus {

/// What two trees of spheres say of how their bodies lie, in metres. Certain: rounded to the safe side, also for
/// vertices that a pose rounds to float.
struct SphereBounds {
    double surfaces_at_least = 0.0; ///< no point of one surface is nearer to the other; 0 where spheres overlap
    /// The bodies are no farther apart, the inside of a closed one counting as its own; 0 where they certainly overlap.
    double bodies_at_most = 0.0;
    /// A sphere inside one body and one inside the other overlap so far, which takes trees with `inner` spheres of
    /// closed bodies. 0: nothing is certain.
    double overlap_at_least = 0.0;
    std::size_t pairs_compared = 0;
    bool complete = true; ///< the trees have no more to say

    bool certainly_apart() const { return surfaces_at_least > 0.0; } ///< or one wholly inside the other
    bool certainly_overlap() const { return overlap_at_least > 0.0; }
};

/// Compares spheres, the nearest first, until at most so many pairs have been looked at, and never looks at a triangle.
/// The bounds only become better with the number of pairs. Refused for trees without spheres and poses that are none.
///
///     const SphereBounds bounds = bounds_by_spheres(gripper, pose, obstacle, {}, 1000).value();
///     if (!bounds.certainly_apart())
///         look_closer();
Result<SphereBounds> bounds_by_spheres(
    const SphereTree& a, const Pose& pose_a, const SphereTree& b, const Pose& pose_b,
    std::size_t most_pairs = SIZE_MAX);

} // namespace tactus
