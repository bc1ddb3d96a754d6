// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "tree/sphere_block.h"

namespace tactus {

/// Whether a closed ball meets the convex hull of some points: one for a vertex, two for an edge, three for a face.
/// Decided as exact arithmetic on these floats would; points collinear, coincident or huge are as good as any.
bool reaches(const NodeSphere& sphere, std::span<const Vec3> points);

} // namespace tactus
