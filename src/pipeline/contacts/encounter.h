// SPDX-License-Identifier: MIT
#pragma once

#include <tactus/body.h>

#include "hierarchy/parts/part_tree.h"
#include "hierarchy/refit_bvh.h"
#include "hierarchy/spherical_octree/posed_octree.h"
#include "pipeline/collision_filter.h"
#include "pipeline/contacts/elementary_contacts.h"
#include "pipeline/contacts/penetration/depth_tables.h"
#include "pipeline/self_tables.h"

namespace tactus {

/// One of the two bodies between which contacts are looked for.
struct ContactBody {
    BodyId id;
    PartTree* parts = nullptr;
    ContactSurface surface;
    const DepthTables* depth_tables = nullptr;
    RefitBvh* tree = nullptr; ///< where that is its structure
    const SelfTables* self_tables = nullptr; ///< where that is searched against itself
    PosedOctree* octree = nullptr; ///< where that is its structure

    bool is_closed() const { return depth_tables->is_closed; }
};

/// Two bodies whose boxes come within the contact distance of each other, or one and itself.
struct ContactEncounter {
    ContactBody a;
    ContactBody b;
    AttachedVertices attached;
    float weight = 1.0f;
    float error_goal = 0.0f;
    bool measures_depths = true; ///< if both have an inside that the other can be in

    bool is_self() const { return a.id == b.id; }
};

} // namespace tactus
