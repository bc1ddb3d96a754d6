// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "surface.h"

namespace tactus::fuzz {

struct TrueHit {
    TriangleRef name;
    Real at; ///< Where the ray first meets the part, in units of the direction's length.
};

/// Every part that a ray meets, by place and number: a triangle as a closed set, a sphere's surface alone. The
/// direction is not zero.
std::vector<TrueHit>
true_hits(const std::vector<SurfacePart>& parts, const Vec3& origin, const Vec3& direction, const RayOptions& options);

} // namespace tactus::fuzz
