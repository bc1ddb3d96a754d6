// SPDX-License-Identifier: MIT
#pragma once

#include <tactus/vec3.h>

namespace tactus {

/// All points that are at most `radius` metres from the centre: a point where the radius is 0.
struct Sphere {
    Vec3 centre;
    float radius = 0.0f;

    friend constexpr bool operator==(const Sphere&, const Sphere&) = default;
};

} // namespace tactus
