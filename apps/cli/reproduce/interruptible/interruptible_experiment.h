// SPDX-License-Identifier: MIT
// The traversal of C. Mendoza and C. O'Sullivan, "Interruptible collision detection for deformable objects", 2006, on
// bodies that are posed or follow a script: how long its two lists are when it stops, and beside it our own contacts
// for as many work units.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <tactus/geometry.h>
#include <tactus/result.h>

#include "scenes/shapes.h"

namespace tactus::cli {

/// What the paper measured: its Table 1.
namespace interruptible_paper {

constexpr const char* machine = "Pentium 4, 3 GHz";

struct Lengths {
    std::size_t pairs;
    std::size_t collisions;
};
struct Row {
    double critical_seconds;
    Lengths dragons;
    Lengths bunnies;
    Lengths bunny_and_dragon;
};
constexpr std::array<Row, 5> table_1 = {
    {{0.0001, {3, 0}, {3, 0}, {3, 0}},
     {0.001, {17, 0}, {25, 0}, {21, 0}},
     {0.01, {30, 0}, {44, 0}, {33, 0}},
     {0.1, {41, 6}, {61, 11}, {52, 12}},
     {1.0, {1345, 30}, {1405, 36}, {1387, 28}}}};

} // namespace interruptible_paper

struct InterruptibleFigures {
    /// Where a traversal stopped, and our own query for as many work units.
    struct Stop {
        std::uint64_t tests = 0;
        std::size_t pairs = 0;      ///< The length of PAIRLIST.
        std::size_t collisions = 0; ///< The length of COLLISIONLIST.
        /// The largest overlap of two spheres of either list, which the paper takes for a penetration. Bodies have a
        /// size of 1.
        double deepest = 0.0;
        std::size_t lost =
            0; ///< How many intersecting pairs of triangles are in the spheres of no pair of either list.
        std::size_t own_contacts = 0;
        std::size_t own_unrefined = 0;
        double own_error = 0.0;   ///< What our answer says that it can be wrong by, in the same unit.
        double own_deepest = 0.0; ///< The deepest of our contacts that are confirmed.
    };
    /// Two bodies a fifth of their size in each other.
    struct Interaction {
        std::string name;
        bool follows_script = false; ///< Otherwise it is posed.
        std::array<std::size_t, 2> triangles = {};
        std::size_t intersecting = 0;      ///< Pairs of triangles.
        std::uint64_t first_collision = 0; ///< How many tests it takes until COLLISIONLIST has its first pair.
        std::vector<Stop> stops;           ///< From one test on; the last came to its end.
        double milliseconds = 0.0;         ///< CPU time of the whole traversal.
        double own_milliseconds = 0.0;     ///< CPU time of our own whole query.

        /// The longest PAIRLIST at any stop.
        std::size_t longest() const;
    };
    /// The paper's Figure 9: spheres of both lists at some stops of the first interaction.
    struct Moment {
        std::uint64_t tests = 0;
        std::size_t pairs = 0;         ///< The length of PAIRLIST.
        std::size_t collisions = 0;    ///< The length of COLLISIONLIST.
        std::vector<Sphere> to_test;   ///< Each sphere of PAIRLIST that is not in COLLISIONLIST, once.
        std::vector<Sphere> colliding; ///< Each sphere of COLLISIONLIST once.
    };

    std::vector<Interaction> interactions;
    std::vector<Moment> moments;
    std::array<scenes::ShapeMesh, 2> drawn = {}; ///< The bodies of the first interaction, where they are.
};

/// The folder may have the paper's models, see PaperModels; empty where there are none.
Result<InterruptibleFigures>
reproduce_interruptible(bool quick, const std::string& meshes, const std::function<void(double)>& progress);

} // namespace tactus::cli
