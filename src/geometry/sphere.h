// SPDX-License-Identifier: MIT
#pragma once

#include "geometry/box.h"
#include "geometry/vector.h"

namespace tactus {

/// All points that are at most `radius` metres from the centre: a point where the radius is 0.
struct Sphere {
    Vec3 centre;
    float radius = 0.0f;

    friend constexpr bool operator==(const Sphere&, const Sphere&) = default;
};

/// Rounded outwards, and finite.
inline Box box_of(const Sphere& sphere) { return widened_by(sphere.radius, Box{sphere.centre, sphere.centre}); }

} // namespace tactus
