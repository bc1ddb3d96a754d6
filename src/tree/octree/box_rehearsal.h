// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <tactus/geometry.h>

#include "geometry/box.h"
#include "tree/octree/leaf_pairs.h"
#include "tree/octree/made/spherical_octree.h"
#include "tree/rigid_pose.h"

namespace tactus {

/// A body and a posed copy of itself, for which is counted how many boxes would be compared at the leaves of two trees.
class BoxRehearsal {
public:
    BoxRehearsal(std::span<const TriangleIndices> triangles, std::span<const Vec3> positions, const RigidPose& pose);

    /// Each leaf pair's faces are taken one by one, those of both sides that reach into what both spheres hold are
    /// compared with each other, and a pair of leaves by itself counts as eight.
    std::uint64_t count_boxes(
        const SphericalOctree& tree, std::span<const LeafPair> leaves, std::span<const LeafSpheres> spheres) const;

private:
    RigidPose pose_;
    std::vector<Box> own_;   ///< of faces
    std::vector<Box> posed_; ///< of the copy's faces
    Box region_;             ///< where both bodies' boxes are
};

} // namespace tactus
