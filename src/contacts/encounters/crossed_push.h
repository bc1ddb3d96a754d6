// SPDX-License-Identifier: MIT
#pragma once

#include <tactus/contact.h>

#include "contacts/batch/contact_batch.h"
#include "contacts/encounters/encounter.h"

namespace tactus {

/// Says which way and how deep a contact of two meshes that cross pushes, beside what its two features alone say.
///
/// A vertex that has passed through a face goes back along the face's normal, by its height below the face. A vertex on
/// the outer side of a closed body's face is the end of an edge that goes in there, and does not push. A face of an
/// open body that a vertex of a closed one has passed through has its outer side where the closed body comes from: a
/// vertex pushes it towards its own outer side, less the more steeply the two surfaces meet. So nothing pushes an open
/// body into a closed one.
///
/// Two edges push along a direction that both of them have as a normal: the normals of an edge lie between those of its
/// two faces, or on the free side of its only one. A flat edge has one normal, or two opposite ones on an open surface,
/// and a concave edge of a closed body has none. Edges without a common normal do not push: their separation is 0, and
/// what is to be said is said by the vertices beside them. Within a few degrees the push fades, so that it does not
/// jump. Edges with more than two faces, and those of faces without area, have no say in it.
///
/// The result depends on the two features, the faces at them and the bodies' boxes alone.
void set_crossed_push(const ContactEncounter& encounter, Contact& contact);

/// Whether two edges that cross push, as set_crossed_push says, and all faces at them have a say in it.
bool do_crossed_edges_push(const ContactEncounter& encounter, const DecidedContact& edges);

} // namespace tactus
