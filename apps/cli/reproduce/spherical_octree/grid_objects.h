// SPDX-License-Identifier: MIT
// The objects of C. Tzafestas and P. Coiffet, "Real-Time Collision Detection using Spherical Octrees", 1996, as far as
// its text names them: boxes, cylinders and rounder polyhedra, each from an n x m grid of points.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tactus/body.h>
#include <tactus/papers.h>

namespace tactus::cli {

struct GridObject {
    std::string name;
    papers::GridMesh mesh;
};

/// A box, a cylinder, a cone and an ellipsoid, all about a metre long. Fineness 1 is as coarse as the shapes allow: a
/// box of ten vertices, a cylinder of twelve sides. Fineness f has f times the rows and f times the columns.
std::vector<GridObject> grid_objects(std::uint32_t fineness);

/// Poses of b in which it is pressed into a, which lies in its own coordinates. Both must be convex. A vertex of each
/// would touch the other, and then b is moved inwards by 2 to 20 % of the distance between the two origins. The same
/// seed gives the same turns and directions for all bodies.
std::vector<Pose>
pressed_poses(const papers::GridMesh& a, const papers::GridMesh& b, std::uint32_t count, std::uint64_t seed);

} // namespace tactus::cli
