// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <tactus/papers.h>

#include "tree/octree/posed_octree.h"
#include "world/input/checked_input.h"

namespace tactus {

/// The leaf test of the spherical octree paper, for papers::elementary_checks.
papers::ElementaryChecks checks_of_leaves(PosedOctree& a, PosedOctree& b, const papers::CheckOptions& options);

/// The spheres of a tree's leaves, for papers::leaf_spheres.
std::vector<Sphere> spheres_of_leaves(const SphericalOctree& tree);

/// The refusal of a body that has no such tree.
inline Error no_octree_of_the_paper()
{
    return invalid_input("a body has no spherical octree with OctreeTraversal::leaves_then_reverse");
}

} // namespace tactus
