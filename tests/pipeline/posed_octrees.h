// SPDX-License-Identifier: MIT
#pragma once

#include "scenes/shapes.h"
#include "search/octree/octree_pairs.h"

namespace tactus {

inline scenes::ShapeMesh shape(const char* name, std::uint32_t triangles)
{
    return scenes::make_shape(name, {.triangles = triangles}).value();
}

inline PosedOctree octree(
    const scenes::ShapeMesh& mesh, const structures::SphericalOctree& options = {},
    OctreeOrder order = OctreeOrder::both_at_once)
{
    return PosedOctree(mesh.triangles, mesh.positions, options, order);
}

} // namespace tactus
