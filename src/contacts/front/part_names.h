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

/// The same with triangles that are known.
void name_part(const ContactEncounter& encounter, const TrianglePair& triangles, Contact& contact);

} // namespace tactus
