// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "contacts/encounters/encounter.h"
#include "geometry/triangle.h"

namespace tactus {

/// Whether a surface ends at an edge, as seen along the common normal of that and another edge: along it for the way
/// +1, against it for -1, and towards the other edge. No face around the edge comes nearer than the edge itself, and
/// one at least stays behind, or there is only one. So a flat side may be at right angles to the way, and the edge
/// where it ends counts, but not one within it. Where the surface ends steeply, other faces may come nearer by a little
/// (contacts/batch/level_faces.h): a box that rocks on another keeps contacts all around. An edge without faces is a
/// tool's axis. Decided exactly.
bool ends_at_edge(const ContactBody& body, const std::array<std::uint32_t, 2>& ends, const Segment& other, int way);

} // namespace tactus
