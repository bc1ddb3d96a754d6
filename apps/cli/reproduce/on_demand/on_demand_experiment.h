// SPDX-License-Identifier: MIT
// The experiments of O. Rodríguez and M. Franquesa, "A new sphere-tree generation method to speed up the
// collision detection pipeline", 2005, with cells that the CPU asks exactly, and beside them its occlusion queries.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <tactus/geometry.h>
#include <tactus/result.h>

#include "cli/reproduce/occlusion/occlusion_figures.h"
#include "cli/reproduce/on_demand/on_demand_bodies.h"
#include "cli/reproduce/paper_models.h"

namespace tactus::cli {

struct OnDemandFigures {
    /// Table 1: the eight cells of the box around a model, which a small body touches.
    struct Model {
        std::string name; ///< Of our shape, or of a file.
        std::size_t triangles = 0;
        std::uint64_t views = 0; ///< Queries as the paper counts them.
        std::uint64_t cells_with_surface = 0;
        double microseconds = 0.0; ///< The first query of our own tree of one level.
    };
    /// Trees in one second of the animation: the paper's, or ours.
    struct Trees {
        std::uint64_t cells_asked = 0;
        std::uint64_t nodes_made = 0;
        std::uint64_t nodes_dropped = 0;
        std::size_t nodes = 0; ///< At its end.
        std::size_t frames_in_touch = 0;
    };
    /// Table 2: a second of the animation.
    struct Second {
        Trees paper_trees;              ///< They touch where spheres of the last level overlap.
        std::uint64_t views = 0;        ///< Queries for the paper's trees, as the paper counts them.
        std::size_t frames_apart = 0;   ///< In which no two of the spheres around whole bodies overlap.
        std::uint64_t views_apart = 0;  ///< Queries in these.
        Trees own_trees;                ///< They touch where triangles intersect.
        double mean_microseconds = 0.0; ///< Of a frame with our own trees: poses and query.
        double worst_microseconds = 0.0;
    };
    /// Figures 5 to 8: a moment of a collision of the first body of the animation, and the spheres that exist then.
    struct Moment {
        int figure = 0; ///< That shows the models; the next one shows the spheres.
        double time = 0.0;
        std::size_t other = 0; ///< The body that it collides with.
        std::array<std::vector<Sphere>, 2> spheres =
            {}; ///< Those that have none below them, in the bodies' own coordinates.
        std::array<std::size_t, 2> nodes = {};
        std::size_t pairs = 0; ///< Of spheres of the last level that overlap.
    };

    std::vector<std::string> files; ///< Of the paper's models, where they were given.
    std::vector<Model> models;
    std::vector<OwnBody> animated; ///< The bodies of the animation.
    std::vector<Second> seconds;
    std::uint32_t levels = on_demand_paper::levels; ///< Of the animation.
    std::uint32_t frames_per_second = 60;
    std::vector<Moment> moments;
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

/// The folder may have the paper's models, see PaperModels; empty where there are none.
Result<OnDemandFigures>
reproduce_on_demand(bool quick, const std::string& meshes, const std::function<void(double)>& progress);

} // namespace tactus::cli
