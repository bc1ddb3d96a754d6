// SPDX-License-Identifier: MIT
#pragma once

#include <tactus/body.h>

#include "hierarchy/parts/part_tree.h"
#include "pipeline/collision_filter.h"
#include "pipeline/contacts/elementary_contacts.h"

namespace tactus {

/// One of the two bodies between which contacts are looked for.
struct ContactBody {
    BodyId id;
    PartTree* parts = nullptr;
    ContactSurface surface;
    bool is_closed = false; ///< it has an inside
};

/// Two bodies whose boxes come within the contact distance of each other, or one and itself.
struct ContactEncounter {
    ContactBody a;
    ContactBody b;
    AttachedVertices attached;
    float weight = 1.0f;
    float error_goal = 0.0f;

    bool is_self() const { return a.id == b.id; }
};

} // namespace tactus
