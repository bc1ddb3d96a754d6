// SPDX-License-Identifier: MIT
#pragma once

#include "surface.h"

namespace tactus::fuzz {

/// Whether every edge of a body is used as often in one direction as in the other, by the numbers of its vertices.
bool is_balanced(const MirrorBody& body);

struct TrueWinding {
    bool on_surface = false;
    bool certain = true; ///< False where every ray that was tried met an edge.
    int winding = 0;     ///< Above zero where triangles face outwards, and zero on the surface.
};

/// How often a closed body goes around a point.
TrueWinding true_winding(const std::vector<SurfacePart>& parts, std::uint32_t place, const Vec3& point);

} // namespace tactus::fuzz
