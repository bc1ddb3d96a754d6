// SPDX-License-Identifier: MIT
// The experiments of J. Rodriguez and L. Franquesa-Niubo, "A new sphere-tree generation method to speed up the
// collision detection pipeline", 2005, with cells that the CPU asks exactly in place of occlusion queries.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <tactus/result.h>

namespace tactus::cli {

/// What the paper measured.
namespace on_demand_paper {

constexpr const char* machine = "Pentium M 1.8 GHz, Radeon 9600";
constexpr std::uint32_t levels = 5;

struct Model {
    const char* name;
    std::uint32_t triangles;
    double seconds; ///< to make one level; by a clock that ticks every 10 ms
    std::uint32_t queries;
};
constexpr std::array<Model, 7> table_1 = {
    {{"dragon", 1496, 0.0099, 13},
     {"bunny", 1500, 0.0099, 9},
     {"cow", 1500, 0.0099, 9},
     {"lamp", 600, 0.0199, 13},
     {"dragon", 5104, 0.0199, 13},
     {"bunny", 5110, 0.0099, 9},
     {"cow", 5144, 0.0099, 9}}};

struct Second {
    double frames_per_second;
    std::uint32_t queries;
};
constexpr std::array<Second, 14> table_2 = {
    {{179.82, 0},
     {324.35, 0},
     {324.68, 0},
     {309.38, 142},
     {216.78, 1056},
     {252.75, 742},
     {256.49, 610},
     {255.74, 690},
     {230.54, 1056},
     {180.82, 1596},
     {215.57, 1192},
     {320.68, 20},
     {265.73, 708},
     {262.48, 700}}};

} // namespace on_demand_paper

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
};

Result<OnDemandFigures> reproduce_on_demand(bool quick, const std::function<void(double)>& progress);

} // namespace tactus::cli
