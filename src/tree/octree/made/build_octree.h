// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include <tactus/geometry.h>

#include "tree/octree/made/feature_lists.h"
#include "tree/octree/made/spherical_octree.h"

namespace tactus {

/// Makes the tree of a mesh. Any triangles will do, degenerate and repeated ones too, and removed ones are left out;
/// positions must be finite, and triangles name vertices that exist. The same mesh gives the same tree on every
/// machine.
SphericalOctree
build_octree(std::span<const TriangleIndices> triangles, std::span<const Vec3> positions, const OctreeDepth& depth);

/// The same with the mesh's own lists, for whoever builds several trees of it.
SphericalOctree build_octree(
    std::span<const TriangleIndices> triangles, std::span<const Vec3> positions, const FeatureLists& lists,
    const OctreeDepth& depth);

} // namespace tactus
