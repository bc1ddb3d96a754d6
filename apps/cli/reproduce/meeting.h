// SPDX-License-Identifier: MIT
// Two bodies that are brought to each other.
#pragma once

#include <tactus/body.h>
#include <tactus/result.h>

#include "cli/reproduce/paper_models.h"

namespace tactus::cli {

inline BodyDesc desc_of(const OwnBody& own, const StructureChoice& structure)
{
    return {.triangles = own.mesh.triangles, .positions = own.mesh.positions, .structure = structure};
}

/// Where one body is, turned a little, so far from the other that stands in the origin.
inline Pose approaching(double distance) { return {{distance, 0.1, 0.05}, {0.1, 0.2, 0.3, 1.0}}; }

/// How far they are apart where they begin to touch, the first of them approaching.
Result<double> distance_of_first_touch(const OwnBody& a, const OwnBody& b);

} // namespace tactus::cli
