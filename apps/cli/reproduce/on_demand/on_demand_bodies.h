// SPDX-License-Identifier: MIT
// What O. Rodríguez and M. Franquesa measured in 2005, and the bodies and motions with which it is
// measured again.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <tactus/geometry.h>

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

    /// How many of the eight cells hold surface at the least: an empty one takes three queries, another one or more.
    std::uint32_t min_occupied() const { return queries >= 24 ? 0 : (24 - queries + 1) / 2; }
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

/// A body of the animation of Table 2: the first goes through the others.
struct AnimatedBody {
    const char* model; ///< The paper's.
    std::uint32_t triangles;
};
constexpr std::array<AnimatedBody, 4> animated_bodies = {
    {{"bunny", 5110}, {"dragon", 5104}, {"cow", 5144}, {"lamp", 600}}};

/// How many times a second a level of a tree can go that is not used any more, in the animation.
constexpr std::uint32_t periods_a_second = 5;

/// Where a body of the animation is at a time from 0 to 14 seconds. The first arrives in the fourth and has left after
/// the twelfth, turning as it goes; the others stand so far apart that the spheres around them do not overlap.
Pose animated_pose(std::size_t body, double time);

} // namespace tactus::cli
