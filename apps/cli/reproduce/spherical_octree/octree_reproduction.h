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

/// What a check of two features costs, in comparisons of two spheres. The paper does not say; a check takes two to five
/// times the arithmetic. For which prices conclusions stay the same is counted beside them.
inline constexpr double price_of_check = 2.5;
} // namespace octree_paper

/// The paper's experiments, measured again.
struct OctreeReproduction {
    std::vector<LevelsFigure> levels; ///< Figure 4, from coarse objects to fine ones
    VerticesFigure vertices;          ///< Figure 5
    PropositionCounts proposition;    ///< Proposition 1
    RigidRun six_objects;
};

/// How much is measured.
struct OctreeEffort {
    FigureEffort levels;            ///< of Figure 4
    FigureEffort vertices;          ///< of Figure 5
    std::uint32_t frames = 0;       ///< of the six objects; 0 for all
    std::uint32_t scene_repeat = 9; ///< a frame's time is the median of so many

    static OctreeEffort whole();
    /// A second, and too coarse to conclude anything from it.
    static OctreeEffort quick();
};

Result<OctreeReproduction> reproduce_octree(const OctreeEffort& effort, const std::function<void(double)>& progress);

} // namespace tactus::cli
