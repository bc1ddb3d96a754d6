// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "surface.h"

namespace tactus::fuzz {

/// Whether something at a distance is found that is looked for up to another: what is not above that when it is rounded
/// to a float is. None where it takes more than double precision to know, `doubt` being what that may be off by.
std::optional<bool> is_within(const Real& distance, float max_distance, double doubt);

struct TrueHit {
    TriangleRef name;
    Real at;             ///< Where the ray first meets the part, in units of the direction's length.
    bool is_sure = true; ///< False if it may be missed, because it is so near to where the ray ends.
};

/// Every part that a ray meets, by place and number: a triangle as a closed set, a sphere's surface alone. The
/// direction is not zero.
std::vector<TrueHit>
true_hits(const std::vector<SurfacePart>& parts, const Vec3& origin, const Vec3& direction, const RayOptions& options);

} // namespace tactus::fuzz
