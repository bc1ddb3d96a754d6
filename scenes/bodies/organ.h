// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "scenes/bodies/shape.h"

namespace tactus::scenes {

enum class OrganKind { liver, kidney };

/// A smooth closed organ about its centre, the long side along x: a liver of 0.24 m or a kidney of 0.16 m.
/// The seed changes its outline a little, as no two are alike.
Shape organ(OrganKind kind, std::uint32_t triangles, std::uint64_t seed);

/// The same with the triangles of a mesh of the unit sphere.
Shape organ_over(OrganKind kind, Shape sphere, std::uint64_t seed);

} // namespace tactus::scenes
