// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <tactus/contact.h>

#include "contacts/encounters/encounter.h"
#include "search/nodes/node_pair.h"

namespace tactus {

/// Writes into the contact of two parts what its force acts on, on the side of each mesh: a triangle of the part, with
/// its point nearest to the contact's point. The triangle is the one that is reached by going down from node to node to
/// the child whose box is nearest; that need not be the nearest of all. Sides without triangles stay without weights.
void name_part(const ContactEncounter& encounter, const NodePair& nodes, Contact& contact);

/// Writes into the contact of a part that covers vertices of a, or else of b, what its force acts on: this triangle of
/// theirs, and one of the other body below its node, which is found as that of a part is.
void name_group(
    const ContactEncounter& encounter, const NodePair& nodes, std::uint32_t triangle, bool of_a, Contact& contact);

/// Writes into the contact of two parts that its force acts on these triangles, each at its point nearest to the
/// contact's point.
void name_part(const ContactEncounter& encounter, const TrianglePair& triangles, Contact& contact);

} // namespace tactus
