// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <tactus/geometry.h>

#include "scenes/bodies/point.h"

namespace tactus::scenes {

/// A triangle mesh before it is rounded to float.
struct Shape {
    std::vector<TriangleIndices> triangles;
    std::vector<Point> points;
};

} // namespace tactus::scenes
