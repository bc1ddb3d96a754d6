// SPDX-License-Identifier: MIT
#pragma once

#include "tree_scene.h"

#include <tactus/tactus.h>

namespace tactus::fuzz::sphere_trees {

/// Two bodies that may push each other.
struct PushWorld {
    PlacedMesh meshes[2];
    SphereTree trees[2];
    Material material;
    World world = World::create().value();
    BodyId ids[2];
    bool posed_spheres = true; ///< Both are trees of spheres that are only posed.
    float rest_offset = 0.0f;
    double size = 0.0;

    explicit PushWorld(Random& random);

    const PlacedMesh& mesh_of(BodyId id) const { return meshes[id == ids[0] ? 0 : 1]; }

private:
    void magnify(float factor);
    /// Gives a body other positions, near to where its pose would put it.
    void deform(int k, Random& random);
};

} // namespace tactus::fuzz::sphere_trees
