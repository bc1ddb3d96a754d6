// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cli/reproduce/spherical_octree/octree_reproduction.h"

namespace tactus::cli {

/// Figures 4 and 5 by the paper's own leaf test, counted.
std::string checks_svg(const OctreeReproduction& all);
/// Figures 4 and 5 by the library's leaf tests, and the six objects, in time.
std::string levels_svg(const std::vector<LevelsFigure>& figures);
std::string vertices_svg(const VerticesFigure& figure);
std::string six_objects_svg(const RigidRun& run);

/// Figure 2, contacts as arrows on the object that a hand leads, and Figure 3, objects beside the spheres of their
/// octrees: names and contents of PNG files. None where this build or this machine cannot draw; small ones are for
/// quick runs.
std::vector<std::pair<std::string, std::string>> octree_pictures(const OctreeReproduction& all, bool small);

} // namespace tactus::cli
