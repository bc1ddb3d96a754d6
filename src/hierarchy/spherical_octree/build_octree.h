// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include <tactus/vec3.h>
#include <tactus/views.h>

#include "hierarchy/spherical_octree/feature_lists.h"
#include "hierarchy/spherical_octree/spherical_octree.h"

namespace tactus {

/// How deep a spherical octree goes.
struct OctreeDepth {
    static constexpr std::uint32_t most_levels = 12;

    /// Cells of this level are leaves; 0 leaves the body in one sphere. At most most_levels; more counts as that many.
    std::uint32_t levels = 4;
    /// The paper's non-homogeneous octree: a cell that reaches no more features than this, of all three kinds together,
    /// is a leaf on any level. Zero cuts every cell down to the last level.
    std::uint32_t enough_features = 0;
    /// Once the leaves list so many features in all, cells are cut no further, whatever the levels say.
    std::uint32_t most_list_entries = 1u << 28;
};

/// Makes the tree of a mesh. Any triangles will do, degenerate and repeated ones too, and removed ones are left out; positions must be finite, and
/// triangles name vertices that exist. The same mesh gives the same tree on every machine.
SphericalOctree build_octree(
    std::span<const TriangleIndices> triangles, std::span<const Vec3> positions, const OctreeDepth& depth);

/// The same with the mesh's own lists, for whoever builds several trees of it.
SphericalOctree build_octree(
    std::span<const TriangleIndices> triangles, std::span<const Vec3> positions, const FeatureLists& lists,
    const OctreeDepth& depth);

} // namespace tactus
