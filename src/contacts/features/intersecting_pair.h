// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <tactus/queries.h>

#include "geometry/features/crossing.h"

namespace tactus {

/// Two triangles that intersect.
struct IntersectingPair {
    TrianglePair triangles;
    std::optional<Crossing> crossed = {}; ///< By which features, where somebody has looked.
};

} // namespace tactus
