// SPDX-License-Identifier: MIT
// What docs/contacts.md says of two edges ("Which of them push", "Few of them, or all"), decided with whole numbers.
#pragma once

#include <map>

#include "../oracle/features.h"

namespace tactus::fuzz::edges {

/// How the faces at an edge lie, as seen from outside a closed body.
enum class Bend {
    convex,
    flat,
    concave,
    none ///< The edge has one face, or more than two, or one without area, or two that do not go on from each other.
};

/// Two edges of two bodies.
struct TrueEdges {
    double distance = 0.0; ///< Metres between the nearest points, rounded.
    bool near = false;     ///< They are at most the contact distance apart.
    bool crosses = false;  ///< They have passed each other: of two triangles, one edge each passes through the other.
    bool between = false;  ///< Their lines are nearest to each other at inner points of both; so they are not parallel.
    bool meet = false;     ///< They have a point in common.
    bool both_end = false; ///< Both surfaces end at their edge, as seen along the way from one to the other.
    bool both_end_any = false; ///< They do so for one of the two ways along their common normal.
    /// Both have a say in which way they push: each has one face or two, and none of these is without area.
    bool have_say = false;
    bool may_be_thin = false; ///< A face at one of them is so thin that it may count as one without area.
    Bend bend_a = Bend::none, bend_b = Bend::none;
    /// The unit direction from a to b in which they go back if they have crossed, rounded; zero where they meet.
    std::array<double, 3> back = {};
    /// The sine of the angle between the way back and the nearest normal of either edge, the larger of the two, by how
    /// much leads along the edges or into the faces beside them; 0 where there is none.
    double beyond = 0.0;
    /// How much of the way back leads along the sum of the unit normals of the faces at the first edge, and against
    /// that at the second: of closed bodies, outwards.
    double outwards_a = 0.0, outwards_b = 0.0;
};

using EdgeTruth = std::map<ContactKey, TrueEdges>;

/// Every edge of the first body with every edge of the second. The distance is that of contacts.
EdgeTruth true_edges(const Mirror& mirror, float contact_distance);

} // namespace tactus::fuzz::edges
