// SPDX-License-Identifier: MIT
// The contact set of a sphere. With another sphere: one, if the centres are at most both radii and the contact distance
// apart. With a mesh: one for each vertex, edge or face, at most the radius and the contact distance away, whose inner
// points hold the nearest point of every triangle around it. So it is one for each place where the mesh is nearer than
// all around: one on a plane, however fine its triangles, and two in a groove. The nearest of all is always among them.
//
// Where the mesh is closed and has been passed, on its far side or from inside, the two features do not say how deep
// the sphere is: the separation is 0 until the centre is known to be inside, and final_depths.h has measured.
#pragma once

#include <span>

#include <tactus/queries.h>

#include "base/buffer.h"
#include "contacts/batch/contact_batch.h"
#include "contacts/encounters/encounter.h"

namespace tactus {

/// Appends the contacts of the features that the given triangles own: over all triangles each comes up once. One or
/// both of the bodies are spheres. The distance is in metres, finite and not negative.
void append_sphere_contacts(
    const ContactEncounter& encounter, std::span<const TrianglePair> pairs, float distance,
    Buffer<DecidedContact>& contacts);

} // namespace tactus
