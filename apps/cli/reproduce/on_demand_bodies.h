// SPDX-License-Identifier: MIT
// What O. Rodriguez and M. Franquesa measured in 2005, and the bodies and motions with which it is measured again.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <tactus/geometry.h>
#include <tactus/result.h>

#include "scenes/shapes.h"

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

/// A shape whose box has its middle in the origin and a longest side of one.
struct OwnBody {
    scenes::ShapeMesh mesh;
    Vec3 lower = {}; ///< The lower corner of its box.
    Vec3 upper = {}; ///< The upper corner of its box.
};

Result<OwnBody> make_own(const char* shape, std::uint32_t triangles);

/// Our shapes for the models of Table 1, in its order.
constexpr std::array<const char*, 7> table_1_shapes = {"bumpy_sphere", "organ", "torus", "tool",
                                                       "bumpy_sphere", "organ", "torus"};

/// The bodies of the animation of Table 2 and their triangles: the first goes through the others.
constexpr std::array<std::pair<const char*, std::uint32_t>, 4> animated_shapes = {
    {{"organ", 5110}, {"bumpy_sphere", 5104}, {"torus", 5144}, {"tool", 600}}};

/// Where a body of the animation is at a time from 0 to 14 seconds. The first arrives in the fourth and leaves in the
/// last, turning as it goes; the others stand.
Pose animated_pose(std::size_t body, double time);

} // namespace tactus::cli
