// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "surface.h"

namespace tactus::fuzz {

struct TrueDistance {
    TriangleRef name;
    Real metres;
};

/// How far every part is from a point, by place and number. Of a sphere its surface counts, from inside too.
std::vector<TrueDistance> true_distances(const std::vector<SurfacePart>& parts, const Vec3& point);

/// How far two bodies are apart, each with all its triangles, or with all points within its radius. None if one of
/// them has no triangles.
std::optional<Real> true_gap(const std::vector<SurfacePart>& parts, std::uint32_t place_a, std::uint32_t place_b);

} // namespace tactus::fuzz
