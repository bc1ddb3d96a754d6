// SPDX-License-Identifier: MIT
// The contact set of a half-space. With a mesh: one for each vertex that is at most the contact distance above its
// plane, however deep it is below. With a sphere: one, if its centre is at most the radius and the contact distance
// above. What is below comes out straight up, since a half-space has no other side: depths are final at once.
#pragma once

#include <span>

#include <tactus/queries.h>

#include "base/buffer.h"
#include "contacts/batch/contact_batch.h"
#include "contacts/encounters/encounter.h"

namespace tactus {

/// Appends the contacts of the vertices that the given triangles own: over all triangles each comes up once. One of the
/// bodies is a half-space. The distance is in metres, finite and not negative.
void append_half_space_contacts(
    const ContactEncounter& encounter, std::span<const TrianglePair> pairs, float distance,
    Buffer<DecidedContact>& contacts);

} // namespace tactus
