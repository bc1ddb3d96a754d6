// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "cli/reproduce/spherical_octree/octree_reproduction.h"

namespace tactus::cli {

/// Figures 4 and 5 of the spherical octree paper and its six objects, as SVG files.
std::string levels_svg(const std::vector<LevelsFigure>& figures);
std::string vertices_svg(const VerticesFigure& figure);
std::string six_objects_svg(const RigidRun& run);

} // namespace tactus::cli
