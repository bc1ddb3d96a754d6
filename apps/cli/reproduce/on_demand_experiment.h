// SPDX-License-Identifier: MIT
// The experiments of O. Rodriguez and M. Franquesa, "A new sphere-tree generation method to speed up the
// collision detection pipeline", 2005, with cells that the CPU asks exactly, and beside them its occlusion queries.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <tactus/result.h>

#include "cli/reproduce/occlusion/occlusion_figures.h"

namespace tactus::cli {

struct OnDemandFigures {
    /// Table 1: the first query that divides the root of a model, which a small body touches.
    struct Model {
        std::string shape; ///< ours, with about as many triangles
        std::size_t triangles = 0;
        double microseconds = 0.0;
        std::uint64_t cells_asked = 0;
        std::uint64_t cells_with_surface = 0;
    };
    /// Table 2: a second of the animation.
    struct Second {
        double mean_microseconds = 0.0; ///< of a frame: poses and query
        double worst_microseconds = 0.0;
        std::uint64_t cells_asked = 0;
        std::uint64_t nodes_made = 0;
        std::uint64_t nodes_dropped = 0;
        std::size_t nodes = 0; ///< at its end
        std::size_t frames_in_touch = 0;
    };

    std::vector<Model> models;
    std::vector<Second> seconds;
    std::uint32_t frames_per_second = 60;
    /// Two bodies that have only their roots, and lie in each other.
    struct Meeting {
        std::size_t pairs = 0;
        double first_microseconds = 0.0;   ///< the query that makes what it needs
        double settled_microseconds = 0.0; ///< one in which nothing has to be made
        double octree_microseconds = 0.0;  ///< the same with a spherical octree of as many levels, made beforehand
        double medial_microseconds = 0.0;  ///< and with a medial sphere tree of three
    };
    std::size_t triangles = 0; ///< of each of them
    Meeting touching;
    Meeting deep;
    OcclusionFigures occlusion;
};

Result<OnDemandFigures> reproduce_on_demand(bool quick, const std::function<void(double)>& progress);

} // namespace tactus::cli
