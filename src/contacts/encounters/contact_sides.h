// SPDX-License-Identifier: MIT
// On which side of each other two open surfaces are. They have no inside that could tell: a contact's two points, and
// the way from one to the other, are the same whether the surfaces have passed through each other or not. So the side
// is remembered from when they were apart, or taken from the orientation of a surface that is marked one-sided.
#pragma once

#include <optional>

#include <tactus/contact.h>

#include "contacts/encounters/encounter.h"

namespace tactus {

/// A number that changes its sign when two features of open surfaces pass each other, and not when both are moved
/// together; 0 where they touch.
///
/// Of a vertex and a face it is the side of the face on which the vertex is, by the face's normal; where another inner
/// edge or vertex of that surface is nearer, by the sum of the unit normals around that. Of two edges it is the sign of
/// the volume that their ends span. There is none where the nearest point is on the rim of the surface, around which
/// a vertex may go, where one of two edges is nearest at its end, and where they are within some six degrees of being
/// parallel.
std::optional<int> side_of_contact(const ContactEncounter& encounter, const Contact& contact);

/// Whether a contact is in front of a one-sided body (1) or behind it (-1), by the way from its point to the other's
/// and the sum of the unit normals around its feature; of two one-sided bodies, it is behind if it is behind both. None
/// where that way is more across the normals than along them, and beside the rim.
std::optional<int> side_by_orientation(const ContactEncounter& encounter, const Contact& contact);

/// Makes a contact push back: the vertex towards the other side of what it is on, by its distance from that. Two edges
/// do not push, since the vertices beside them do.
void set_passed(const ContactEncounter& encounter, Contact& contact);

/// Makes a contact not push.
void set_quiet(Contact& contact);

} // namespace tactus
