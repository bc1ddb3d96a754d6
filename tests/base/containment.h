// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "geometry/features/inside.h"

namespace tactus {

/// Where a point lies, by all triangles of a surface that must be closed: every edge is used as often in one direction
/// as in the other. An open surface gets the count of this one ray. All coordinates must be finite.
inline Containment containment(Vec3 point, std::span<const TriangleIndices> triangles, std::span<const Vec3> positions)
{
    ContainmentCount count(point);
    for (const TriangleIndices& t : triangles)
        count.add({positions[t[0]], positions[t[1]], positions[t[2]]});
    return count.result();
}

} // namespace tactus
