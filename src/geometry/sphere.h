// SPDX-License-Identifier: MIT
#pragma once

#include <tactus/sphere.h>

#include "geometry/box.h"

namespace tactus {

/// Rounded outwards, and finite.
inline Box box_of(const Sphere& sphere) { return widened_by(sphere.radius, Box{sphere.centre, sphere.centre}); }

} // namespace tactus
