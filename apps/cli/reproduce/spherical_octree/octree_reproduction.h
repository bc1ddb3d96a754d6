// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "cli/reproduce/spherical_octree/octree_figures.h"
#include "cli/reproduce/spherical_octree/rigid_scene_run.h"

namespace tactus::cli {

/// What the text of C. Tzafestas and P. Coiffet, "Real-Time Collision Detection using Spherical Octrees: Virtual
/// Reality Application", 1996, says in numbers. The cells of its Table 1 and the values of its figures are not in it.
namespace octree_paper {
inline constexpr const char* machine = "HP 715, 50 MHz";
inline constexpr std::uint32_t best_levels_of_box = 2;
inline constexpr std::uint32_t best_levels_of_cylinder = 3;
inline constexpr double six_objects_ms = 20.0; ///< a step, "of the order of"
} // namespace octree_paper

/// The paper's experiments, measured again.
struct OctreeReproduction {
    std::vector<LevelsFigure> levels; ///< Figure 4, from coarse objects to fine ones
    VerticesFigure vertices;          ///< Figure 5
    RigidRun six_objects;
};

/// The quick one takes a second and is too coarse to conclude anything from it.
Result<OctreeReproduction> reproduce_octree(bool quick, const std::function<void(double)>& progress);

} // namespace tactus::cli
